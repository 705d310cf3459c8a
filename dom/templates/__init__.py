"""Templates that the pages of a site share, as patterns of their trees.

Import from the modules: `page_trees` (pages as trees, and their edit distance), `patterns` (templates, how to infer
them, and how to map a page to one).
"""
