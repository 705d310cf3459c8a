from strange_pages.differences import find_differences, read_own, render_differences
from strange_pages.files import StrangePage
from strange_pages.measures import Answer, JudgedBlock

OWN = {"base": read_own(["Own  one", "Own two"], {"images": [{"gold_urls": ["https://a.example/own.jpg"]}]})}


def page(kind: str, *strangers: str, replaced: tuple[str, ...] = ()) -> StrangePage:
    return StrangePage(kind, kind, "en", "base", strangers, replaced)


def answer(*kept: str, dropped: tuple[str, ...] = (), images: tuple[str, ...] = ()) -> Answer:
    blocks = [JudgedBlock(text, text in kept, is_unrelated=False) for text in (*kept, *dropped)]
    shown = tuple({"url": f"https://a.example/{name}", "sources": ()} for name in images)
    return Answer("", shown, frozenset(images), tuple(blocks))


def test_a_system_is_right_to_keep_what_the_labels_have_and_to_drop_the_rest() -> None:
    pages = [page("paragraph", "Foreign"), page("figure", replaced=("https://a.example/gone.jpg",))]
    first = {"paragraph": answer("Own one", dropped=("Foreign", "Own two")), "figure": answer(images=("own.jpg",))}
    second = {
        "paragraph": answer("Own one", "Own two", "Foreign"),
        "figure": answer(images=("strange.jpg", "gone.jpg")),
    }
    (_, texts), (_, images) = find_differences(pages, OWN, first, second)
    assert [(one.what, one.is_right) for one in texts] == [("blocks", True), ("blocks", False)]
    assert [(one.what, one.is_right) for one in images] == [("images", True), ("images", True)]
    assert render_differences([(pages[0], texts), (pages[1], images)]).splitlines()[2:] == [
        "| figure | 1 | 1 | 0 of 0 | 2 of 2 |",
        "| paragraph | 1 | 1 | 1 of 2 | 0 of 0 |",
    ]


def test_pictures_count_only_where_they_are_labelled() -> None:
    own = {"base": read_own([], {"images": None})}
    ((_, found),) = find_differences([page("a")], own, {"a": answer(images=("x.jpg",))}, {"a": answer()})
    assert found == []


def test_a_page_that_one_of_both_did_not_answer_is_left_out() -> None:
    assert not list(find_differences([page("a")], OWN, {"a": answer()}, {}))
