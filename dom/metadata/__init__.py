"""What a page says about itself: title, authors, dates, text, pictures, site, language, address.

Import from here: `read_metadata`, `Metadata`; and `read_json_ld` from `cutline.dom.metadata.json_ld`.
The modules import downwards: metadata <- titles, authors, dates, ... <- declarations <- meta_tags, json_ld, microdata.
"""

from cutline.dom.metadata.metadata import Metadata, read_metadata

__all__ = ["Metadata", "read_metadata"]
