"""Templates that the pages of a site share, as patterns of their trees.

Import from the modules: `page_trees` (pages as trees, and their edit distance), `patterns` (templates, and how to infer
them), `alignment` (how to map a page to a template).
"""
