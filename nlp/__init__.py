"""Natural-language processing of texts: spaCy pipelines, names, terms, similarity and relevance.

Knows nothing of trees or the service; texts, settings and pipelines arrive as arguments.
Import from the modules: `cutline.nlp.pipeline`, `.names`, `.terms`, `.similarity`, `.relevance`. The pipeline itself
consists of `.network`, which reads the `.passages` of a text with `.lexicon`, `.layers` and `.moves`.
"""
