"""The pictures of a page: their addresses and sources, which may belong to its article, and which are advertisements.

The modules import downwards: pictures, lead_pictures <- candidates, advertisements <- offers <- sources <- addresses.
"""
