"""The doors, a folder each: rest, cli, inspector, client, enrich and jobs; and what they share.

`pages` turns one page into one outcome, `fetch` brings pages, `formats` writes articles down, `serving` runs the REST
endpoint. Arrows point one way; `tests/test_architecture.py` lists them. Only `cutline/__init__` imports from here.
"""
