"""A page divided into visual blocks: VIPS (Cai, Yu, Wen and Ma, MSR-TR-2003-79), usable by itself.

Import `segment_page` and `VisionBlock`.
"""

from cutline.dom.vips.segmentation import VisionBlock, segment_page

__all__ = ["VisionBlock", "segment_page"]
