"""The notes of a page: footnotes, endnotes and sidenotes, and the places in the text that refer to them.

`find_notes` finds them; a `PageNotes` takes labels and notes out of the text and gives each note its own text.
"""

from cutline.dom.notes.finding import find_notes
from cutline.dom.notes.labels import is_note_heading
from cutline.dom.notes.page_notes import FoundNote, PageNotes

__all__ = ["FoundNote", "PageNotes", "find_notes", "is_note_heading"]
