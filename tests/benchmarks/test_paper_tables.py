"""The papers' own tables, on small pages."""

import pytest
from method_figures.pages import label_page
from paper_tables import count_blocked, group_by_size, print_wrappers

from cutline.config import load_settings
from cutline.dom.document import Document
from cutline.extraction.documents import DocumentSource
from cutline.models.labelled_pages import LabelledPage
from cutline.page_given import PageGiven

FIRST = "The night ferry of Ellery crosses the lake again"
SECOND = "The harbour of Holm celebrates with a brass band"


def open_html(html: str) -> Document:
    source = DocumentSource(load_settings())
    given = source.bring_page(PageGiven(html, "https://e.example/story"))
    return source.open(given, "never", uses_layout=False, is_live=False)


def test_groups_begin_at_their_edges_and_leave_out_what_is_below_the_first() -> None:
    assert group_by_size([0, 1, 49, 50, 1000], lambda size: size, (1, 50, 100)) == [
        ("1 to 49", [1, 49]),
        ("50 to 99", [50]),
        ("100 and more", [1000]),
    ]


@pytest.mark.parametrize(("whole", "counts"), [(True, (2, 2, 2, 2)), (False, (2, 1, 1, 1))])
def test_a_segment_is_recalled_if_one_block_has_all_of_it(whole: bool, counts: tuple[int, ...]) -> None:
    document = open_html(f"<body><p>{FIRST} <b>tonight</b></p><p>{SECOND}</p></body>")
    labelled = LabelledPage(id="1", text=f"{FIRST} tonight\n\n{SECOND}")
    page = label_page(labelled, document, load_settings())
    texts = [frozenset((run.node, run.is_tail) for run in segment.runs) for segment in page.segments]
    regions = [(document.body, places if whole else frozenset(list(places)[:1])) for places in texts]
    assert count_blocked(page, regions) == counts


def test_a_wrapper_reads_the_page_that_it_was_not_learned_from(capsys: pytest.CaptureFixture[str]) -> None:
    def make(number: int) -> LabelledPage:
        text = " ".join(
            f"The council of Ellery spoke about its plan number {number} and line {line}." for line in range(12)
        )
        html = f"<html><body><div class=menu><a href=/>Home</a></div><div class=story><p>{text}</p></div></body></html>"
        return LabelledPage(id=str(number), site="e.example", html=html, url=f"https://e.example/{number}", text=text)

    print_wrappers([make(number) for number in range(3)], load_settings())
    printed = capsys.readouterr().out
    assert printed.startswith("1 sites, 3 pages, 3 of the template of the others")
    assert "| `template-wrapper` | 1.000 | 1.000 | 1.000 | 1.000 |" in printed
