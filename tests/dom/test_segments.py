"""What a text segment is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.line_breaks import split_segments
from cutline.dom.segments import INVISIBLE, TextSegment
from cutline.dom.tags import breaks_line
from tests.conftest import make_document
from tests.dom.conftest import split_html


def texts(segments: list[TextSegment]) -> list[str]:
    return [segment.text for segment in segments]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        # quotes have the marks that browsers show
        ("<p>It is <q>as <b>good</b></q>, they say.", ["It is “as good”, they say."]),
        ("<p>It is <q>“as good”</q>.", ["It is “as good”."]),
        ("<p>It is «<q>as good</q>».", ["It is «as good»."]),
        ("<p>It is <q hidden>as good</q> so.", ["It is so."]),
        ("<p>It is <q></q>so.", ["It is so."]),
        ("<p>It is <q>as <q>good</q> as <i><q>new</q></i></q>.", ["It is “as ‘good’ as ‘new’”."]),
        ("<p lang=de>Es ist <q>so <q lang=en>good</q> wie <b lang=en><q>new</q></b></q>.",
         ["Es ist „so ‚good‘ wie ‘new’“."]),
        ("<div lang=fr-FR><p>Il est <q>si bon</q>.</div>", ["Il est « si bon »."]),
        ("<div lang=de-CH><p>Es ist <q>so gut</q>.</div>", ["Es ist «so gut»."]),
        ("<p lang=ja>それは<q>良い</q>。", ["それは「良い」。"]),
        # block tags part text
        ("<div>one<p>two</p>three<ul><li>four<li>five</ul></div><h2>six</h2>",
         ["one", "two", "three", "four", "five", "six"]),
        # style tags part nothing
        ("<p>o<b>n</b>e <span>t<i>w</i>o</span><img src=a><wbr>!", ["one two!"]),
        # line breaks part text
        ("one<br>two<br><br/>three<hr>four", ["one", "two", "three", "four"]),
        # line breaks leave a heading one segment
        ("<h2>What <b>happens<br></b>to the<br/>boat</h2><p>one<br>two", ["What happens to the boat", "one", "two"]),
        # white space is shown as one space
        ("<p>  one\n\t two&nbsp; three </p> <p> \n </p>", ["one two three"]),
        # invisible characters are dropped
        ("<p>news\u00adpaper \u200bword\u2060\ufeff</p><p>\u200b</p>", ["newspaper word"]),
        # text in a hidden element is no segment but its tail is
        ("<p>one <script>x<b>y</b></script>two<span hidden>z</span></p><div hidden>w</div>three", ["one two", "three"]),
        # code that shows references keeps them
        ("<p>Write <code>AT&amp;amp;T</code>.</p><pre>&amp;quot;x&amp;quot;</pre>",
         ["Write AT&amp;T.", "&quot;x&quot;"]),
    ],
)  # fmt: skip
def test_text_is_parted_where_a_reader_sees_it_parted(html: str, shown: list[str]) -> None:
    assert texts(split_html(html)) == shown


def test_line_breaks_in_preformatted_text_are_its_lines() -> None:
    (code,) = split_html("<pre><code><span>sail()<br></span><span>  rest()<br></span></code></pre>")
    assert code.lines == "sail()\n  rest()"


def test_text_displayed_as_a_block_does_not_touch_the_text_around_it() -> None:
    style = "margin: 0; display: block"
    assert texts(split_html(f'<h2>Kicker<span style="{style}">Headline</span>more</h2>')) == ["Kicker Headline more"]


@pytest.mark.parametrize("style", ["display: inline-block", "float: left; display: block"])
def test_initials_and_inline_blocks_touch_their_words(style: str) -> None:
    assert texts(split_html(f'<p><span style="{style}">T</span>he harbour</p>')) == ["The harbour"]


def test_code_displayed_as_a_block_is_not_indented() -> None:
    (code,) = split_html('<pre><code style="display: block">sail()\nrest()</code></pre>')
    assert code.lines == "sail()\nrest()"


def test_block_is_the_innermost_line_break_node() -> None:
    one, two, three = split_html("<div>one<p><b>two</b></p>three</div>")
    assert [segment.block.tag for segment in (one, two, three)] == ["div", "p", "div"]
    assert one.block is three.block


def test_runs_are_the_text_nodes() -> None:
    (segment,) = split_html("<p>one <b>two</b> three</p>")
    assert [(run.text, run.parent.tag, run.is_tail) for run in segment.runs] == [
        ("one ", "p", False),
        ("two", "b", False),
        (" three", "p", True),
    ]


@pytest.mark.parametrize(
    ("html", "share"),
    [
        ("<p>plain", 0.0),
        ("<p><a href=x>linked</a>", 1.0),
        ("<p>four<a>four</a>", 0.5),
        ("<p>four<a><b><i>fo</i>ur</b></a>", 0.5),
        ("<a><p>linked</p></a>", 1.0),
        ("<p><a>  four  </a>    four", 4 / 9),
    ],
)
def test_link_share_counts_the_characters_in_links(html: str, share: float) -> None:
    (segment,) = split_html(html)
    assert segment.link_share == share


def test_text_behind_a_link_is_not_linked() -> None:
    linked, plain = split_html("<div><a><p>in</p></a>out</div>")
    assert (linked.link_share, plain.link_share) == (1, 0)


def test_line_break_nodes_are_the_callers_choice() -> None:
    page = make_document("<p>one</p><p>two</p>")
    assert texts(split_segments(page, lambda element: False)) == ["onetwo"]
    assert texts(split_segments(page, lambda element: element is page.body[0])) == ["one", "two"]


TAGS = [
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<br>",
    "<div>",
    "</div>",
    "<script>x</script>",
    "<i hidden>y</i>",
]
WORDS = ["one", " ", "\n two", "\u00ad", "été", "&amp;", "\u00a0"]


@given(st.lists(st.sampled_from(TAGS + WORDS), max_size=40))
def test_segments_are_all_the_text_that_is_shown(parts: list[str]) -> None:
    page = make_document("".join(parts) + "<p>end")
    found = split_segments(page, breaks_line)
    for element in page.hidden:
        element.drop_tree()
    shown = INVISIBLE.sub("", "".join(page.body.itertext()))
    assert "".join("".join(texts(found)).split()) == "".join(shown.split())
    assert [segment.index for segment in found] == list(range(len(found)))
    assert all(0 <= segment.link_share <= 1 and segment.text == segment.text.strip() != "" for segment in found)


@pytest.mark.parametrize(
    ("anchor", "linked"),
    [
        ("<a name=fares>", 0),
        ("<a id=fares>", 0),
        ("<a href=/fares>", 5),
        ("<a onclick=open()>", 5),
        ("<a id=fares onclick=go()>", 5),
    ],
)
def test_a_place_that_is_left_open_makes_no_link_of_what_follows(anchor: str, linked: int) -> None:
    assert split_html(f"<h2>{anchor}Fares</h2>")[0].link_characters == linked
