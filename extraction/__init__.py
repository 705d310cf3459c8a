"""One page in, one `Article` out: the stages of `dom`, `nlp` and `models`, joined.

`extractor` runs them, `documents` opens pages, `loaded_models` holds what they share, `article` builds the result.
Only the service imports from here.
"""
