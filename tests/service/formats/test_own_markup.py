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
            '<aside class="sidebar docutils"><p class="sidebar-title">Lakes</p><p>They are deep and cold.</p></aside>',
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


SIDE = (
    '<aside class="sidebar"><p class="sidebar-title">Most read</p><p>Fares rise by a tenth as the price of fuel goes '
    "up.</p><p>A school is mended after the storm tore slates from its roof.</p></aside>"
)


def test_the_side_bar_of_a_site_is_no_callout(real_extractor: Extractor) -> None:
    article = real_extractor.extract(f"<main><article><h1>Ferry</h1>{STORY}</article></main>{SIDE}")
    assert "Fares rise" not in article.text


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("colist", "<tr><td>Whitby</td><td>40 boats</td></tr><tr><td>Staithes</td><td>8 boats</td></tr>"),
        ("colist", "<tr><td>1</td><td>40 boats</td><td>9 crews</td></tr><tr><td>2</td><td>8</td><td>3</td></tr>"),
        ("hdlist-box", "<tr><th>Year</th><th>Boats</th></tr><tr><td>1990</td><td>40</td></tr>"),
        ("hdlist", "<tr><td>1990</td><td>40 boats</td></tr><tr><td>2020</td><td>12 boats</td></tr>"),
    ],
)
def test_tables_of_data_in_boxes_of_such_names_stay(real_extractor: Extractor, name: str, table: str) -> None:
    html = f'<article><h1>Ferry</h1>{STORY}<div class="{name}"><table>{table}</table></div>{STORY}</article>'
    assert "\n| --- | ---" in markdown.render(real_extractor.extract(html))
