"""Tasks are read from lists as editors and forges write them."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.task_lists import read_state, take_marks

BOX = '<input class="task-list-item-checkbox" type="checkbox"'


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
