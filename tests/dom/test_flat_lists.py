"""Items that say how deep they are, although their elements do not, are nested; tasks among them are told apart."""

from time import process_time

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.flat_lists import read_state, take_marks
from cutline.dom.structure import Bullets, arrange
from cutline.types import Block
from tests.conftest import make_document, read_all

INDENT = 'style="margin-left:36pt" aria-level='

BOX = '<input class="task-list-item-checkbox" type="checkbox"'


def write(html: str) -> str:
    """Return the lists of a page as lines: a level for each space, the number or a dash, the text."""
    return "|".join(line for part in arrange(read_all(html)) for line in _write(part, ""))


def _write(part: object, indent: str) -> list[str]:
    if isinstance(part, Block):
        return [part.text]
    assert isinstance(part, Bullets)
    marks = part.numbers or ["-"] * len(part.items)
    lines = []
    for mark, (first, *others) in zip(marks, part.items, strict=True):
        assert isinstance(first, Block)
        lines.append(f"{indent}{mark} {first.text}")
        lines += [line for other in others for line in _write(other, indent + " ")]
    return lines


def google(tag: str, level: int, *items: str, name: str = "kix_a", start: str = "") -> str:
    inside = "".join(f'<li class="c0 li-bullet-0"><span class="c1">{item}</span></li>' for item in items)
    return f'<{tag} class="c2 lst-{name}-{level} start"{start}>{inside}</{tag}>'


def word(level: int, label: str, text: str) -> str:
    shown = (
        f"<span style='mso-list:Ignore'>{label}<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp; </span></span>"
    )
    return (
        f"<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level{level} lfo1'>"
        f"<![if !supportLists]><span style='font-family:Symbol'>{shown}</span><![endif]>{text}<o:p></o:p></p>"
    )


def filtered(margin: str, label: str, text: str, name: str = "MsoListParagraph") -> str:
    padding = "<span style='font:7.0pt \"Times New Roman\"'>&nbsp;&nbsp;&nbsp; </span>"
    return f"<p class={name} style='margin-left:{margin};text-indent:-.25in'><span>{label}{padding}</span>{text}</p>"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        (google("ul", 0, "a") + google("ul", 1, "b", "c") + google("ul", 0, "d"), "- a| - b| - c|- d"),
        (google("ul", 0, "a") + google("ul", 2, "b") + google("ul", 1, "c"), "- a| - b| - c"),
        (google("ul", 1, "a") + google("ul", 0, "b"), "- a|- b"),
        (
            google("ol", 0, "a") + google("ol", 1, "b", "c") + google("ol", 0, "d", start=' start="2"'),
            "1 a| 1 b| 2 c|2 d",
        ),
        (google("ul", 0, "a") + google("ul", 1, "b", name="kix_b"), "- a|- b"),
        (google("ul", 0, "a") + "<p>b</p>" + google("ul", 1, "c"), "- a|b|- c"),
        (f"<ul><li {INDENT}1>a<li {INDENT}2>b<li {INDENT}1>c</ul>", "- a| - b|- c"),
        ("<ul><li aria-level=1>a<li aria-level=2>b</ul>", "- a|- b"),
        ("<ul><li aria-level=1>a</li><ul><li aria-level=2>b</li></ul><li>c</li></ul>", "- a| - b|- c"),
        ("<ol><li>a<li class=ql-indent-1>b<li class=ql-indent-1>c<li>d</ol>", "1 a| 1 b| 2 c|2 d"),
        ("<ol><li data-list=bullet>a<li data-list=bullet class=ql-indent-1>b</ol>", "- a| - b"),
        (word(1, "·", "a") + word(2, "o", "b") + word(1, "·", "c"), "- a| - b|- c"),
        (word(1, "3.", "a") + word(2, "a)", "b") + word(2, "b)", "c") + word(1, "4.", "d"), "3 a| 1 b| 2 c|4 d"),
        (filtered(".5in", "·", "a") + filtered("1.0in", "o", "b") + filtered(".5in", "·", "c"), "- a| - b|- c"),
        (filtered("36.0pt", "1.", "a", "MsoNormal") + "<p>b</p>", "1 a|b"),
        (
            "<ol><li>a</ol> <ol><ol><li>b<li>c</ol></ol> <ol><ol><ul><li>d</ul></ol></ol> "
            "<ol><ol start=3><li>e</ol></ol> <ol start=2><li>f</ol>",
            "1 a| 1 b| 2 c|  - d| 3 e|2 f",
        ),
        ("<ul><li>a</ul><ul><li>b</ul><ul><ul><li>c</ul></ul>", "- a|- b| - c"),
        (filtered(".5in", "Q:", "a", "MsoNormal"), "Q: a"),
        ("<p style='text-indent:-18pt'><b>a</b>&nbsp; b</p>", "a b"),
        (
            "<ul><li style='list-style-type:none;'><span class=ltx_tag>•</span> <p>a</p></li></ul>"
            "<ol><li style='list-style-type:none;'><span>(b)</span> <p>c</p></li></ol>",
            "- a|1 c",
        ),
        ("<ul><li style='list-style:none'><span>1.</span> a</li><li><span>•</span> b</li></ul>", "- 1. a|- • b"),
    ],
)
def test_lists_are_nested_as_their_items_say(page: str, lines: str) -> None:
    assert write(page) == lines


def test_many_items_take_linear_time() -> None:
    started = process_time()
    make_document("<ul>" + "<li aria-level=2>a<li class=ql-indent-1><ul><li>✓" * 10_000)
    read_all("".join(word(number % 9 + 1, "·", "a") for number in range(3_000)))
    assert process_time() - started < 10


@pytest.mark.parametrize(
    ("item", "state"),
    [
        (f'<li class="task-list-item">{BOX} disabled checked> Mend the pier</li>', True),
        (f'<li class="task-list-item">{BOX} disabled> Mend the pier</li>', False),
        (f'<li class="task-list-item"><task-button></task-button>{BOX} checked="" disabled> Mend</li>', True),
        ('<li><label><input type="checkbox" checked="">Mend the pier</label></li>', True),
        (f"<li><p>{BOX}> Mend the pier</p></li>", False),
        ('<li data-checked="true" data-type="taskItem"><label><input type=checkbox></label><div>Mend</div></li>', True),
        ('<li data-task="x" class="is-checked">Mend the pier</li>', True),
        ('<li data-task=" ">Mend the pier</li>', False),
        ('<li><div class="checkbox checkbox-on"></div> <span>Mend the pier</span></li>', True),
        ('<li><p><i class="fa fa-square-o"></i> Mend the pier</p></li>', False),
        ('<li><span role="checkbox" aria-checked="true"></span>Mend the pier</li>', True),
        ("<li>Mend the pier</li>", None),
        ("<li>Mend <input type=checkbox checked> the pier</li>", None),
        ("<li><b>Mend</b> the <input type=checkbox> pier</li>", None),
        ("<li><ul><li><input type=checkbox>Mend</li></ul></li>", None),
        ("<li><input type=text> Mend the pier</li>", None),
        ('<li data-list="unchecked"><span class="ql-ui"></span>Mend the pier</li>', False),
    ],
)
def test_a_box_before_the_text_makes_an_item_a_task(item: str, state: bool | None) -> None:
    assert read_state(fragment_fromstring(item)) is state


@pytest.mark.parametrize(("name", "state"), [("checked", True), ("", False)])
def test_items_of_a_list_of_tasks_have_their_state_as_class(name: str, state: bool) -> None:
    tree = fragment_fromstring(f'<ul class="inline-task-list"><li class="{name}"><span>Mend the pier</span></li></ul>')
    assert read_state(tree[0]) is state


@pytest.mark.parametrize(
    ("items", "text", "states"),
    [
        ("<li><p>✓ Mend</p></li><li><p>❏ Paint</p></li>", "MendPaint", [True, False]),
        ("<li><code>[X]</code> Mend</li><li><code>[&nbsp;]</code> Paint</li>", " Mend Paint", [True, False]),
        ("<li>[x] Mend<ul><li>[ ] Paint</li></ul></li>", "MendPaint", [True, False]),
        ("<li>✓ Cheap</li><li>✓ Quick</li>", "✓ Cheap✓ Quick", [None, None]),
        ("<li>[x] Mend</li><li>Paint</li>", "[x] MendPaint", [None, None]),
        ("<li><ul><li>[ ] Paint</li></ul></li>", "Paint", [None, False]),
    ],
)
def test_a_box_may_be_the_first_sign_of_each_text(items: str, text: str, states: list[bool | None]) -> None:
    tree = fragment_fromstring(f"<div><ul>{items}</ul></div>")
    take_marks(tree)
    assert tree.text_content() == text
    assert [read_state(item) for item in tree.iter("li")] == states
