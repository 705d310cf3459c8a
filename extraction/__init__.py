"""One page in, one `Article` out: the stages of `dom`, `nlp` and `models`, joined.

`extractor` runs them, `documents` opens pages, `article` builds the result.
Only the service imports from here.
"""
