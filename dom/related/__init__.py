"""Links to further stories that belong to an article: the related link list of its article model.

Import from here: `find_related`.
"""

from cutline.dom.related.find import find_related

__all__ = ["find_related"]
