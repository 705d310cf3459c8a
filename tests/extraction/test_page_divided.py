from collections.abc import Callable

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.extraction.page_views import divide_page

BuildDocument = Callable[..., Document]


def test_each_part_stands_before_those_it_was_divided_into(document: BuildDocument, settings: Settings) -> None:
    divided = divide_page(document("<div><h2>A</h2><p>B</div><hr><p>C", url="https://e.org/"), settings)
    assert divided.url == "https://e.org/"
    assert [(part.depth, part.tag, part.text) for part in divided.parts] == [
        (0, "body", ""),
        (1, "div", ""),
        (2, "h2", "A"),
        (2, "p", "B"),
        (1, "p", "C"),
    ]


def test_a_part_has_the_characters_of_all_parts_in_it(document: BuildDocument, settings: Settings) -> None:
    divided = divide_page(document("<div><h2>AA</h2><p>BBB</div><hr><p>C"), settings)
    assert [part.characters for part in divided.parts] == [6, 5, 2, 3, 1]


def test_styled_words_run_together_and_lines_do_not(document: BuildDocument, settings: Settings) -> None:
    coarse = settings.model_copy(update={"vips": settings.vips.model_copy(update={"permitted_coherence": 1})})
    divided = divide_page(document("<div><p>un<b>broken</b></p><ul><li>one<li>two<br>three</ul></div>"), coarse)
    assert " ".join(part.text for part in divided.parts if part.is_leaf) == "unbroken one two three"


def test_a_page_without_layout_is_divided_by_its_tags_with_a_warning(
    document: BuildDocument, settings: Settings
) -> None:
    divided = divide_page(document("<p>A"), settings)
    assert (divided.rendered, divided.warnings) == (False, ("no_layout",))


def test_several_elements_that_belong_together_have_no_tag_or_path(document: BuildDocument, settings: Settings) -> None:
    divided = divide_page(document("<h2>A</h2><p>B<p>C<hr><h2>D</h2><p>E<p>F"), settings)
    groups = [part for part in divided.parts if part.tag is None]
    assert groups and all(part.xpath is None and not part.is_leaf and part.box for part in groups)


def test_deep_nesting_is_no_error(document: BuildDocument, settings: Settings) -> None:
    page = "<div>x<p>y</p>" * 800
    divided = divide_page(document(page), settings)
    assert divided.parts[0].characters == 1600
