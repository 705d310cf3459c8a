"""Renders and prints pages in a browser: Chromium, through Playwright, without network access.

Import from `pool`: `BrowserPool`; from `layout`: `Box`, `Style`, `Layout`; from `tab`: `Fetch`.
"""
