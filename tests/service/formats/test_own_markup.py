"""What software marks with classes of its own is what it would be with the tags of HTML."""

import pytest

from cutline import Extractor
from cutline.service.formats import markdown

STORY = (
    "<p>" + "The ferry leaves the harbour at dawn and returns in the evening, whatever the weather is. " * 8 + "</p>"
)
ROW = "<tr><td{}>{}</td><td{}><p>It is a long rod with marks.</p></td></tr>"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (
            '<dl class="simple"><dt>depth<span class="classifier">int</span></dt><dd>The depth of the lake.</dd></dl>',
            "depth : int\n\n- The depth of the lake.",
        ),
        (
            '<dl><dt>depth <span class="classifier-delimiter">:</span> <span class="classifier">int</span></dt>'
            "<dd>The depth of the lake.</dd></dl>",
            "depth : int\n\n- The depth of the lake.",
        ),
        ('<p>It calls <span class="docutils literal">sail(*now)</span> then.</p>', "It calls `sail(*now)` then."),
        (
            '<aside class="sidebar"><p class="sidebar-title">Lakes</p><p>They are deep and cold.</p></aside>',
            "> [!NOTE] Lakes\n> They are deep and cold.",
        ),
        (
            '<div class="sidebar"><div class="titlepage"></div><p class="title"><b>Lakes</b></p>'
            "<p>They are deep and cold.</p></div>",
            "> [!NOTE] **Lakes**\n> They are deep and cold.",
        ),
        (
            '<div data-callout data-callout-type="warning"><div data-callout-title>Mind</div><div data-callout-body>'
            "<p>They are deep and cold.</p></div></div>",
            "> [!WARNING] Mind\n> They are deep and cold.",
        ),
        (
            '<div class="ltx_proof"><h6 class="ltx_title ltx_runin ltx_title_proof">Proof.</h6><div class="ltx_para">'
            '<p class="ltx_p">They are deep and cold.</p></div></div>',
            "**Proof.** They are deep and cold.",
        ),
        (
            '<div class="colist arabic"><table>'
            + "".join(ROW.format("", f'<i data-value="{n}"></i><b>{n}</b>', "") for n in (1, 2))
            + "</table></div>",
            "1. It is a long rod with marks.\n2. It is a long rod with marks.",
        ),
        (
            '<div class="calloutlist"><table>'
            + "".join(ROW.format("", f'<p><img src="{n}.png" alt="{n}"></p>', "") for n in (1, 2))
            + "</table></div>",
            "1. It is a long rod with marks.\n2. It is a long rod with marks.",
        ),
        (
            '<div class="hdlist"><table>'
            + ROW.format(' class="hdlist1"', "Gauge", ' class="hdlist2"')
            + "</table></div>",
            "Gauge\n\n- It is a long rod with marks.",
        ),
        (
            '<div class="verseblock"><pre class="content">The fog <b>comes\non</b> little\ncat feet.\nIt sits.</pre>'
            "\n<p>And on.</p></div>",
            "The fog **comes**\\\n**on** little\\\ncat feet.\\\nIt sits.\n\nAnd on.",
        ),
    ],
)
def test_the_own_markup_of_software_is_that_of_html(real_extractor: Extractor, page: str, shown: str) -> None:
    html = f"<title>Ferry</title><article><h1>Ferry</h1>{STORY}{page}<p>At the end{STORY[3:]}</article>"
    body = markdown.render(real_extractor.extract(html)).partition("weather is.\n\n")[2]
    assert body.partition("\n\nAt the end")[0] == shown


def test_the_contents_of_docutils_are_no_callout(real_extractor: Extractor) -> None:
    contents = (
        '<div class="contents topic"><p class="topic-title">Contents</p><ul><li><a href="#a">A</a></li></ul></div>'
    )
    article = real_extractor.extract(f"<article><h1>Ferry</h1>{contents}{STORY}</article>")
    assert not any(place.kind == "callout" for block in article.blocks for place in block.within)
