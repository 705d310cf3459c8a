"""Captions from every place where pages put them: what `auto` looks at.

Imported from here: `AllCaptionFinder`, `may_stand_in_captions`, `read_declared_captions`. The papers' methods
find captions by the rule of `cutline.dom.captions`.
"""

from cutline.dom.captioning.declared import read_declared_captions
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.possible import may_stand_in_captions

__all__ = ["AllCaptionFinder", "may_stand_in_captions", "read_declared_captions"]
