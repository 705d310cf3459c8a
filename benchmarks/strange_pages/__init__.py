"""What `strangers.py` is made of: pages with strangers, how they are made, what was kept of them, and the tables."""
