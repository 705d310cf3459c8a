"""CPU time: of contenders that take turns on the same pages, and how it grows with the size of a page."""
