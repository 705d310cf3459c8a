"""What a page says about itself: title, authors, dates, text, pictures, topics, site, language, address.

Import from here: `read_metadata`, `Metadata`, `find_article_body`; from `json_ld`: `read_json_ld`.
The modules import downwards: metadata <- titles, authors, dates, ... <- declarations <- json_ld.
"""

from cutline.dom.metadata.metadata import Metadata, find_article_body, read_metadata

__all__ = ["Metadata", "find_article_body", "read_metadata"]
