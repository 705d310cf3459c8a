"""A page divided into visual blocks: VIPS (Cai, Yu, Wen and Ma, MSR-TR-2003-79), usable by itself.

>>> settings = load_settings()
>>> with BrowserPool(settings.render) as browsers:
...     document = browsers.render(read_page(html, settings.page.max_bytes, url="https://courier.example/ferry"))
>>> for block in segment_page(document, settings.vips).leaves():
...     print(block.coherence, block.box, block.element)

Import `segment_page` and `VisionBlock`. `cutline.page_divided` gives the tree as a list, with the texts.
"""

from cutline.dom.vips.segmentation import VisionBlock, segment_page

__all__ = ["VisionBlock", "segment_page"]
