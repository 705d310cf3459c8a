"""A page as a browser shows or prints it: Chromium, through Playwright, without any network of its own.

Import from `pool`: `BrowserPool`; from `layout`: `Box`, `Style`, `Layout`; from `tab`: `Fetch`.
"""
