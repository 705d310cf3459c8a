"""A page as a tree: decoding, parsing, text segments, methods, images with captions, metadata.

Nothing here imports `nlp`, `models` or `service`; settings are passed as arguments.
Import from the modules, such as `cutline.dom.document`, `.segments`, `.images`, `.captioning`, `.metadata`, `.methods`.
"""
