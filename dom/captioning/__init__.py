"""Captions from every place where pages put them, for the method `auto`.

Import from here: `AllCaptionFinder`, `CaptionMarkup`, `NOT_SHOWN`, `PossibleCaptions`, `drop_credit`,
`read_declared_captions`. The papers' methods use the rule in `cutline.dom.captioning.block_captions`.
"""

from cutline.dom.captioning.credit_parting import drop_credit
from cutline.dom.captioning.finder import NOT_SHOWN, AllCaptionFinder
from cutline.dom.captioning.markup import CaptionMarkup
from cutline.dom.captioning.possible import PossibleCaptions
from cutline.dom.captioning.stated import read_declared_captions

__all__ = [
    "NOT_SHOWN",
    "AllCaptionFinder",
    "CaptionMarkup",
    "PossibleCaptions",
    "drop_credit",
    "read_declared_captions",
]
