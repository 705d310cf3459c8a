"""The template that the pages of one site share, as a pattern of their trees, and how a page is aligned with it.

Import from the modules: `page_trees` (a page as a tree, and how far two differ), `patterns` (the template, and which
children stand where, and how often), `alignment` (a page and its template aligned).
"""
