"""The breadcrumb trail, in each of the forms that sites write it in."""

import pytest

from cutline.types import Breadcrumb
from tests.dom.metadata.conftest import read_page

SITE = "https://www.daily-herald.example"
TRAIL = (
    Breadcrumb(name="Home", url=f"{SITE}/"),
    Breadcrumb(name="Lake news", url=f"{SITE}/lake"),
    Breadcrumb(name="Storm over Varn", url=None),
)
WAYS = {
    "microdata": """<ol itemscope itemtype="https://schema.org/BreadcrumbList">
<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
<a itemprop="item" href="/"><span itemprop="name">Home</span></a><meta itemprop="position" content="1"></li>
<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
<a itemprop="item" href="/lake"><span itemprop="name">Lake news</span></a><meta itemprop="position" content="2"></li>
<li itemprop="itemListElement" itemscope itemtype="https://schema.org/ListItem">
<span itemprop="name">Storm over Varn</span><meta itemprop="position" content="3"></li></ol>""",
    "RDFa": """<div vocab="https://schema.org/" typeof="BreadcrumbList">
<span property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" title="Go home." href="/"
><span property="name">Home</span></a><meta property="position" content="1"></span> &gt;
<span property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" href="/lake"
><span property="name">Lake news</span></a></span> &gt;
<span property="itemListElement" typeof="ListItem"><span property="name">Storm over Varn</span></span></div>""",
    "RDFa of data-vocabulary": """<p id="breadcrumbs"><span xmlns:v="http://rdf.data-vocabulary.org/#">
<span typeof="v:Breadcrumb"><a href="/" rel="v:url" property="v:title">Home</a> »
<span rel="v:child" typeof="v:Breadcrumb"><a href="/lake" rel="v:url" property="v:title">Lake news</a> »
<span rel="v:child" typeof="v:Breadcrumb"><span property="v:title">Storm over Varn</span
></span></span></span></span></p>""",
    "a list": """<nav aria-label="Breadcrumb"><ul><li><a href="/">Home</a></li><li>› <a href="/lake">Lake news</a></li>
<li aria-current="page">Storm over Varn</li></ul></nav>""",
    "links": """<div class="site-breadcrumbs">You are here: <a href="/">Home</a> / <a href="/lake">Lake news</a> / Storm
over Varn</div>""",
    "links in boxes": """<p id="breadcrumbs"><span><span><a href="/">Home</a></span> » <span
><a href="/lake">Lake news</a></span> » <span class="breadcrumb_last">Storm over Varn</span></span></p>""",
    "an icon": """<div class="breadcrumb"><a href="/" title="Home"><svg></svg></a> <a href="/lake">Lake news</a>
<span>Storm over Varn</span></div>""",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_trail_is_read_however_it_is_written(way: str) -> None:
    assert read_page(body=WAYS[way]).breadcrumbs == TRAIL


def item(position: int, name: str, address: object) -> dict[str, object]:
    return {"@type": "ListItem", "position": position, "name": name, "item": address}


def test_json_ld_comes_first_and_its_positions_order_the_steps() -> None:
    steps = [
        item(2, "Regional", {"@id": f"{SITE}/regional"}),
        item(1, "Home", f"{SITE}/"),
        {"position": 3, "name": "Here"},
    ]
    said = {"@type": "BreadcrumbList", "itemListElement": steps}
    assert read_page(body=WAYS["a list"], json_ld=said).breadcrumbs == (
        Breadcrumb(name="Home", url=f"{SITE}/"),
        Breadcrumb(name="Regional", url=f"{SITE}/regional"),
        Breadcrumb(name="Here"),
    )


def test_scripts_and_buttons_in_its_box_are_no_steps() -> None:
    buttons = "<a href='javascript:mail()'>Email</a><a href=#>Print</a><script>if (x) { print(); }</script>"
    page = f"<div class=breadcrumbs><a href=/>Home</a> &gt; <a href=/news>News</a>{buttons}</div>"
    assert [step.name for step in read_page(page).breadcrumbs] == ["Home", "News"]


def test_a_step_whose_marked_name_is_empty_is_left_out() -> None:
    step = """<span property="itemListElement" typeof="ListItem"><a property="item" typeof="WebPage" title="Go to ."
href="/none"><span property="name"></span></a><meta property="position" content="2"></span> &gt;
<span property="itemListElement" typeof="ListItem"><span property="name">Storm"""
    before = '<span property="itemListElement" typeof="ListItem"><span property="name">Storm'
    assert read_page(body=WAYS["RDFa"].replace(before, step)).breadcrumbs == TRAIL


@pytest.mark.parametrize(
    "body",
    [
        f'<div class="breadcrumbs">{"<a href=/x>Menu</a>" * 20} Here</div>',
        '<div class="page has-breadcrumbs"><a href="/x">Story</a></div>',
        '<div class="crumble-recipe"><a href="/x">Apples</a></div>',
        '<div class="breadcrumb">Home</div>',
        '<div class="breadcrumb"><a href="javascript:back()">Back</a></div>',
    ],
)
def test_menus_names_alike_and_steps_that_lead_nowhere_are_no_trail(body: str) -> None:
    assert read_page(body=body).breadcrumbs == ()


def test_a_trail_may_have_twenty_steps() -> None:
    trail = f'<div class="breadcrumbs">{"<a href=/x>Menu</a>" * 19} Here</div>'
    assert len(read_page(body=trail).breadcrumbs) == 20


def test_the_last_step_behind_the_front_page_is_the_section() -> None:
    assert read_page(body=WAYS["links"]).section == "Lake news"


def test_any_json_is_survived() -> None:
    for odd in (5, None, [[]], {"position": {}}, [{"position": "9" * 500, "item": 5, "name": ["x"]}]):
        read_page(json_ld={"@type": "BreadcrumbList", "itemListElement": odd})
