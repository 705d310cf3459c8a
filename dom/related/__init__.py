"""Links to related stories that belong to an article.

Import from here: `find_related`.
"""

from cutline.dom.related.find import find_related

__all__ = ["find_related"]
