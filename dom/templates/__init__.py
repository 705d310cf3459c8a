"""The template that the pages of one site share, as a pattern of their trees, and how a page is aligned with it.

Import from the modules: `page_trees` (a page as a tree), `patterns` (the template), `alignment` (the two aligned, with
`sequences`), `edit_distance` (how far two trees differ), `expressions` (which children stand where, and how often).
"""
