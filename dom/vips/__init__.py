"""VIPS (Cai, Yu, Wen and Ma, MSR-TR-2003-79): divides a page into visual blocks; usable on its own.

>>> settings = load_settings()
>>> with BrowserPool(settings.render) as browsers:
...     document = browsers.render(read_page(html, settings.page.max_bytes, url="https://courier.example/ferry"))
>>> for block in build_block_tree(document, settings.vips).leaves():
...     print(block.coherence, block.box, block.element)

Import `build_block_tree` and `VisionBlock`. `cutline.extraction.page_views` returns the tree as a list with texts.
"""

from cutline.dom.vips.segmentation import VisionBlock, build_block_tree

__all__ = ["VisionBlock", "build_block_tree"]
