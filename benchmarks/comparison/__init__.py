"""What `quality.py` is made of: systems that answer pages, their scores, intervals of differences, and the table."""
