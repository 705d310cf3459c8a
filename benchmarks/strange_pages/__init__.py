"""Parts of `strangers.py`: making pages with strangers, observing what was kept of them, and the tables."""
