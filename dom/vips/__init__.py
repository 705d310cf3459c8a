"""A page divided into visual blocks: VIPS (Cai, Yu, Wen and Ma, MSR-TR-2003-79), usable by itself.

>>> settings = load_settings()
>>> with BrowserPool(settings.render) as browsers:
...     document = browsers.render(read_page(html, settings.page.max_bytes, url="https://courier.example/ferry"))
>>> for block in build_block_tree(document, settings.vips).leaves():
...     print(block.coherence, block.box, block.element)

Import `build_block_tree` and `VisionBlock`. `cutline.extraction.page_shown` gives the tree as a list, with the texts.
"""

from cutline.dom.vips.segmentation import VisionBlock, build_block_tree

__all__ = ["VisionBlock", "build_block_tree"]
