"""A text as names: spaCy pipeline, name counts, vectors, similarity, verdicts with evidence.

Knows nothing of trees or the service; texts, settings and pipelines arrive as arguments.
Import from the modules: `cutline.nlp.pipeline`, `.names`, `.terms`, `.similarity`, `.verdicts`. The pipeline itself is
made of `.network`, which reads the `.passages` of a text with a `.lexicon`, `.layers` and `.moves`.
"""
