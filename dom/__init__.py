"""A page as a tree: decoding, parsing, text segments, images with captions, metadata.

Nothing here knows of names, models or the service; settings arrive as arguments.
Import from the modules: `cutline.dom.document`, `.segments`, `.images`, `.captions`, `.metadata`, `.methods`.
"""
