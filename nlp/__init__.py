"""A text as names: spaCy pipeline, name counts, vectors, similarity, verdicts with evidence.

Knows nothing of trees or the service; texts, settings and pipelines arrive as arguments.
Import from the modules: `cutline.nlp.pipeline`, `.names`, `.terms`, `.similarity`, `.verdicts`.
"""
