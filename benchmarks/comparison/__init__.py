"""Parts of `quality.py`: systems that extract pages, their scores, intervals of differences, and the table."""
