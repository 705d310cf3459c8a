"""The label of each tab with a listing stands before what its tab opens."""

from time import process_time

import pytest

from cutline.dom.tree import Paths
from tests.conftest import make_document
from tests.dom.conftest import split_html

NPM, PNPM = "<pre>npm install quay</pre>", "<pre>pnpm add quay</pre>"
SECONDS = 2  # for thousands of tabs, on a busy machine
SETS = {
    "docusaurus": '<div class="tabs-container"><ul role="tablist"><li role="tab" aria-selected="true">npm</li><li role='
    f'"tab">pnpm</li></ul><div><div role="tabpanel">{NPM}</div><div role="tabpanel" hidden>{PNPM}</div></div></div>',
    "bootstrap": '<ul role="tablist"><li role="presentation"><button role="tab" data-bs-target="#a">npm</button><li><a '
    f'role="tab" href="#b">pnpm</a></ul><div><div id=a role="tabpanel">{NPM}</div>'
    f'<div id=b role="tabpanel">{PNPM}</div></div>',
    "mkdocs": '<div class="tabbed-set"><input id=a type="radio"><input id=b type="radio"><div><label for=a>npm</label>'
    f"<label for=b><svg><title>Icon</title></svg>pnpm</label></div><div><div>{NPM}</div><div>{PNPM}</div></div></div>",
    "sphinx": f'<div><input id=a type="radio"><label for=a>npm</label><div>{NPM}</div><input id=b type="radio">'
    f"<label for=b>pnpm</label><div>{PNPM}</div></div>",
    "listings as panels": '<p><button role="tab">npm</button><button role="tab">pnpm</button></p>'
    + f"{NPM}{PNPM}".replace("<pre", '<pre role="tabpanel"'),
}


def read(html: str) -> list[str]:
    return [segment.text for segment in split_html(html)]


@pytest.mark.parametrize("name", SETS)
def test_each_label_stands_before_what_its_tab_opens(name: str) -> None:
    assert read(SETS[name]) == ["npm", "npm install quay", "pnpm", "pnpm add quay"]


def test_only_the_chosen_tab_may_be_in_the_page() -> None:
    tabs = '<b role="tab">npm</b><b role="tab" aria-selected="true">pnpm</b>'
    assert read(f'<p>{tabs}</p><div role="tabpanel">{PNPM}</div>') == ["pnpm", "pnpm add quay"]


def test_a_tab_around_its_own_panel_stays_as_it_is() -> None:
    page = f'<div role="tab" aria-selected="true">npm<div role="tabpanel">{NPM}</div></div>'
    assert read(page) == ["npm", "npm install quay"]


@pytest.mark.parametrize(
    "page",
    [
        '<p><b role="tab">One </b><b role="tab">Two</b></p><div role="tabpanel">Most read</div>',
        f'<p><b role="tab">One Two</b></p><div role="tabpanel">Most read</div><div role="tabpanel">{NPM}</div>',
        f'<form><input type="radio" id=a><label for=a>One Two</label></form><p>Most read</p>{NPM}',
    ],
)
def test_other_tabs_and_buttons_stay_where_they_are(page: str) -> None:
    assert read(page)[:2] == ["One Two", "Most read"]


def test_the_path_of_a_label_is_that_of_what_is_around_it() -> None:
    page = make_document(SETS["sphinx"])
    paths = [Paths().path(label) for label in page.body.iter("tab-label")]
    assert paths == ["/html/body/div/div[1]", "/html/body/div/div[2]"]


def test_thousands_of_tabs_take_no_time() -> None:
    one = f'<b role="tab">npm</b><i role="tabpanel">{NPM}</i><input type="radio" id=a><label for=a>npm</label>'
    start = process_time()
    make_document("<div>" * 100 + one * 2500)
    assert process_time() - start < SECONDS
