"""Captions from every place where pages put them, for the method `auto`.

Import from here: `AllCaptionFinder`, `PossibleCaptions`, `drop_credit`, `read_declared_captions`. The papers' methods
use the rule in `cutline.dom.captioning.block_captions`.
"""

from cutline.dom.captioning.credit_parting import drop_credit
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.possible import PossibleCaptions
from cutline.dom.captioning.stated import read_declared_captions

__all__ = ["AllCaptionFinder", "PossibleCaptions", "drop_credit", "read_declared_captions"]
