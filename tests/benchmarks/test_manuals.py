import pytest
from manuals import LEAST_WORDS, label, read_generators

from cutline.models.labelled_pages import LabelledPage

PROSE = "The tide clock reads a table of levels and prints the next high water. " * 6
SPHINX = f"""<html><head><link rel="stylesheet" href="_static/basic.css"></head><body>
<div class="related"><a href="/">index</a></div>
<div role="main"><h1>Levels</h1><div class="toctree-wrapper"><ul><li>Other chapters</li></ul></div><p>{PROSE}</p></div>
<div>Built with Sphinx</div></body></html>"""
JAVADOC = f"""<html><head><link rel="stylesheet" href="stylesheet.css" title="Style"></head><body>
<div class="topNav">Overview</div>
<div class="contentContainer"><p>{PROSE}</p><div class="subNav">Next class</div></div></body></html>"""
DOCBOOK = f"""<html><head><meta name="generator" content="DocBook XSL Stylesheets V1.79"></head><body>
<div class="navheader">Prev</div>
<div class="section"><h2>Levels</h2><p>{PROSE}</p></div><div class="navfooter">Next</div></body></html>"""


def page(html: str) -> LabelledPage:
    return LabelledPage(id="levels", html=html)


@pytest.mark.parametrize(
    ("html", "generator", "first"),
    [(SPHINX, "sphinx", "Levels"), (JAVADOC, "javadoc", PROSE.strip()), (DOCBOOK, "docbook", "Levels")],
    ids=["sphinx", "javadoc", "docbook"],
)
def test_the_text_is_what_the_generator_writes_as_such(html: str, generator: str, first: str) -> None:
    found = label(page(html), read_generators())
    assert found is not None
    name, text = found
    assert (name, text.split("\n\n")[0], text.split("\n\n")[-1]) == (generator, first, PROSE.strip())


@pytest.mark.parametrize(
    "html",
    [f"<html><body><p>{PROSE}</p></body></html>", SPHINX.replace(PROSE, "word " * (LEAST_WORDS - 2))],
    ids=["no generator", "a short text"],
)
def test_other_pages_are_left_out(html: str) -> None:
    assert label(page(html), read_generators()) is None
