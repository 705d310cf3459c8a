"""CPU time of contenders that take turns on the same pages, and its growth with page size."""
