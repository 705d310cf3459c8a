"""Captions from every place where pages put them, for the method `auto`.

Import from the modules: `finder` finds captions, `markup` writes them as HTML, `possible` tells which text may be in
one, `stated` reads declared ones, `credit_parting` splits credits off. `block_captions` is the rule of papers.
"""
