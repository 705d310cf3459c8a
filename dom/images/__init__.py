"""The images of a page: their addresses and captions, which may belong to the article, and which are advertisements.

Imports go one way: pictures -> advertisements -> candidates -> offers -> sources -> addresses; lead_pictures ->
candidates.
"""
