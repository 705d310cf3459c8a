"""The doors: Python functions, command line, REST endpoint and batches, and the fetching of pages.

Outsiders import `api`, `cli.main`, `app.create_app`, `enrich.enrich` and `fetch`; only `cutline` imports from here.
"""
