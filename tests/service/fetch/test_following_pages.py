"""The pages of an article that a site has split, fetched and joined."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from cutline import Article, Extractor
from cutline.config import Settings, load_settings
from cutline.config.settings import FetchSettings

PARTS = (
    (
        "The council of Port Ellery voted on Monday night to bring back the night ferry across Lake Varn.",
        "“People on both shores have waited long enough,” Mayor Clara Benning told reporters after the vote.",
        "The Aurelia, built in 1978, was taken out of service when the government in Marnwick cut its subsidy.",
        "Since then, whoever missed the last bus had to sleep in Port Ellery, or drive for two hours around the lake.",
    ),
    (
        "Bicycles will travel free of charge on the Aurelia, as in 2015, and the crossing takes forty minutes.",
        "Opponents of the ferry, among them the owner of the bus company in Port Ellery, have announced an appeal.",
        "Mayor Benning said that the council would pay for the first two years, and then ask Marnwick again.",
        "Nurses of the hospital, who work until midnight, had collected four thousand names for the ferry last autumn.",
    ),
    (
        "The first crossing to Holm is planned for the end of June, if the engine passes its inspection.",
        "Tickets for the night ferry will be sold in Port Ellery and on the shore of Lake Varn from the first of May.",
        "The harbour master has had the old pier repaired, where the Aurelia has been moored since 2015.",
        "Captain Ilse Morgan, who steered the last crossing, will come back for the first one, she said.",
    ),
)
OTHER = (
    "Scientists have measured how quickly glaciers in the southern Andes lose their ice each summer.",
    "The satellites weigh mountains by the pull of their gravity, to within a few billion tonnes of snow.",
    "Warmer oceans send more rain, and less of it freezes at the height where a glacier is born.",
)
TITLE = "Night ferry returns to Lake Varn"
SUMMARY = "After eleven years, a boat will cross the lake by night again."
PICTURE = (
    "<figure><img src=/images/aurelia-in-port.jpg width=960 height=540 alt='The Aurelia in port'>"
    "<figcaption>The Aurelia in Port Ellery, where she has been moored since 2015.</figcaption></figure>"
)
END = "Additional reporting by the newsroom of the Varn Courier in Port Ellery and in Marnwick."
PATH = "/2026/ferry"
DECLARED = '<script type="application/ld+json">{"@type": "NewsArticle"}</script>'
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
Serve = Callable[[Mapping[str, bytes]], str]


def write_page(number: int, paragraphs: tuple[str, ...], title: str = TITLE, more: str = "", last: int = 3) -> bytes:
    address = f"{PATH}/{number + 1}"
    pager = f'<div class="page-links"><a href="{PATH}">1</a> <a href="{address}" rel="next">{number + 1}</a></div>'
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    page = (
        f"<html lang=en><head><title>{title}</title>{DECLARED}</head><body>"
        f"<main><article><h1>{title}</h1><p><b>{SUMMARY}</b></p>{PICTURE}{text}{more}<p>{END}</p>"
        f"{pager if number < last else ''}</article></main></body></html>"
    )
    return OK + page.encode()


def lead_to(address: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {address}\r\n\r\n".encode()


def make_pages(**changed: bytes) -> dict[str, bytes]:
    """Return the three pages by their paths, with changed ones: `second`, `third`."""
    pages = [write_page(number, part) for number, part in enumerate(PARTS, start=1)]
    named = {PATH: pages[0], f"{PATH}/2": pages[1], f"{PATH}/3": pages[2]}
    names = {"first": PATH, "second": f"{PATH}/2", "third": f"{PATH}/3"}
    return named | {names[name]: page for name, page in changed.items()}


@pytest.fixture
def serve(decoy: Any) -> Serve:
    """Serve pages by their paths; return the address of the first."""

    def build(pages: Mapping[str, bytes]) -> str:
        decoy.answer = lambda path: [pages.get(path, b"HTTP/1.1 404 Not Found\r\n\r\n")]
        address: str = decoy.url(PATH)
        return address

    return build


@pytest.fixture
def make_extractor(settings: FetchSettings) -> Iterator[Callable[..., Extractor]]:
    made = []

    def build(chosen: Settings | None = None, **limits: object) -> Extractor:
        fetch = settings.model_copy(update={"page_pause_seconds": 0.0, **limits})
        made.append(Extractor((chosen or load_settings()).model_copy(update={"fetch": fetch})))
        return made[-1]

    yield build
    for extractor in made:
        extractor.close()


@pytest.fixture
def read(serve: Serve, make_extractor: Callable[..., Extractor]) -> Callable[..., Article]:
    """Return the article on pages by their paths, of which the first is asked for."""

    def build(pages: Mapping[str, bytes], include: tuple[Any, ...] = (), **limits: object) -> Article:
        return make_extractor(**limits).extract(url=serve(pages), pages="all", include=include)

    return build


Read = Callable[..., Article]


def list_paths(article: Article) -> list[str]:
    return [address.partition("/2026")[2] for address in article.joined_pages]


class TestPagesOfAnArticle:
    def test_are_joined_without_what_they_repeat(self, read: Read) -> None:
        article = read(make_pages())
        paragraphs = [paragraph for part in PARTS for paragraph in part]
        texts = [block.text for block in article.blocks]
        assert [text for text in texts if text in paragraphs] == paragraphs
        assert (texts.count(END), texts.count(SUMMARY), TITLE in texts) == (1, 1, False)
        assert texts.index(END) == len(texts) - 1
        assert article.text.split("\n\n") == texts
        assert article.word_count == len(article.text.split())
        assert (article.title, list_paths(article), article.next_page) == (TITLE, ["/ferry/2", "/ferry/3"], None)
        assert article.warnings == ()

    def test_have_their_pictures_once_and_in_place(self, read: Read) -> None:
        other = "<figure><img src=/images/old-pier.jpg width=960 height=540 alt='The old pier of Port Ellery'></figure>"
        article = read(make_pages(second=write_page(2, PARTS[1], more=other)), include=("dropped",))
        assert [image.url.rpartition("/")[2] for image in article.images] == ["aurelia-in-port.jpg", "old-pier.jpg"]
        assert [image.is_lead for image in article.images] == [True, False]
        texts = {block.index: block.text for block in article.blocks}
        position = article.images[1].position
        assert position is not None
        assert texts[position] == PARTS[1][-1]
        assert article.dropped is not None
        repeated = [image for image in article.dropped.images if image.verdict.reason == "duplicate"]
        assert [image.url.rpartition("/")[2] for image in repeated] == ["aurelia-in-port.jpg"] * 2
        assert [block.text for block in article.dropped.blocks].count(END) == 2

    def test_number_their_blocks_through(self, read: Read) -> None:
        article, step = read(make_pages()), load_settings().page.max_segments
        indexes = [block.index for block in article.blocks]
        assert indexes == sorted(set(indexes))
        assert {index // step for index in indexes} == {0, 1, 2}

    def test_keep_each_list_and_each_note_apart(self, read: Read) -> None:
        def note(word: str) -> str:
            boats = f"<ul><li>The {word} boat of the council</li><li>The {word} pier of the town</li></ul>"
            noted = f'<p>The {word} boat has a bell.<a href="#n1" id="r1"><sup>1</sup></a></p>'
            return f'{boats}{noted}<ol><li id="n1">The {word} bell. <a href="#r1">↩</a></li></ol>'

        first, second = (write_page(n, PARTS[n - 1], more=note(word), last=2) for n, word in ((1, "old"), (2, "new")))
        article = read(make_pages(first=first, second=second), include=("html",))
        assert [note.text for note in article.notes] == ["The old bell.", "The new bell."]
        indexes = {block.index: block for block in article.blocks}
        assert [indexes[note.references[0]].text for note in article.notes] == [
            "The old boat has a bell.",
            "The new boat has a bell.",
        ]
        assert 'href="#fn2" id="fnref2">2</a>' in (article.html or "")
        lists = {place.id for block in article.blocks for place in block.within if place.kind == "list"}
        assert len(lists) == 2

    def test_are_joined_though_a_later_one_does_not_link_to_the_first(self, read: Read) -> None:
        pages = make_pages()
        link = f'<a href="{PATH}">1</a>'.encode()
        pages |= {path: page.replace(link, b"") for path, page in pages.items() if path != PATH}
        assert list_paths(read(pages)) == ["/ferry/2", "/ferry/3"]

    def test_are_left_alone_unless_asked_for(self, serve: Serve, make_extractor: Any, decoy: Any) -> None:
        address = serve(make_pages())
        article = make_extractor().extract(url=address)
        assert (article.next_page, article.joined_pages, decoy.connections) == (f"{address}/2", (), 1)

    def test_are_fetched_for_a_page_that_is_given_with_its_address(self, serve: Serve, make_extractor: Any) -> None:
        address = serve(pages := make_pages())
        html = pages[PATH].partition(b"\r\n\r\n")[2]
        assert len(make_extractor().extract(html, url=address, pages="all").joined_pages) == 2

    def test_are_not_fetched_for_a_page_without_address(self, serve: Serve, make_extractor: Any, decoy: Any) -> None:
        address = serve(pages := make_pages())
        head = f'<head><link rel="canonical" href="{address}">'.encode()
        html = pages[PATH].partition(b"\r\n\r\n")[2].replace(b"<head>", head)
        article = make_extractor().extract(html, pages="all")
        assert (article.next_page, article.joined_pages, decoy.connections) == (f"{address}/2", (), 0)


class TestWhatIsNoPageOfTheArticle:
    def test_a_missing_page_ends_it_with_a_warning(self, read: Read) -> None:
        article = read(make_pages(third=b"HTTP/1.1 404 Not Found\r\n\r\n"))
        assert PARTS[1][-1] in article.text
        assert (list_paths(article), article.warnings) == (["/ferry/2"], ("missing_page",))
        assert (article.next_page or "").endswith("/ferry/3")

    def test_a_page_behind_a_wall_is_missing(self, read: Read) -> None:
        wall = "<title>Just a moment...</title><p>Checking your browser before accessing courier.example.</p>"
        article = read(make_pages(second=OK + f"<html><body>{wall}</body></html>".encode()))
        assert (list_paths(article), article.warnings) == ([], ("missing_page",))

    def test_a_page_that_leads_back_is_read_once(self, read: Read, decoy: Any) -> None:
        article = read(make_pages(third=lead_to(PATH)))
        assert (list_paths(article), article.warnings, decoy.connections) == (["/ferry/2"], ("other_page",), 4)
        assert article.text.count(PARTS[0][0]) == 1

    def test_a_page_that_repeats_all_ends_it(self, read: Read) -> None:
        article = read(make_pages(second=write_page(2, PARTS[0])))
        assert (list_paths(article), article.warnings) == ([], ("other_page",))
        assert [text for text in article.text.split("\n\n") if text in PARTS[0]] == [*PARTS[0]]

    def test_another_article_behind_the_link_is_left_out(self, read: Read) -> None:
        text = "".join(f"<p>{paragraph}</p>" for paragraph in OTHER)
        other = (
            f"<html lang=en><body><article><h1>Glaciers of the Andes lose their ice</h1>{text}</article></body></html>"
        )
        article = read(make_pages(second=OK + other.encode()))
        assert (list_paths(article), article.warnings) == ([], ("other_page",))
        assert OTHER[0] not in article.text

    @pytest.mark.parametrize("without", ["first", "second"])
    def test_another_article_is_left_out_where_a_title_is_missing(self, read: Read, without: str) -> None:
        texts = {"first": PARTS[0], "second": OTHER}
        titled = {"first": TITLE, "second": "Glaciers of the Andes lose their ice"} | {without: ""}
        pages = make_pages(
            **{
                name: write_page(number, texts[name], titled[name], last=2)
                .replace(SUMMARY.encode(), f"{name} summary".encode())
                .replace(END.encode(), b"")
                .replace(PICTURE.encode(), b"")
                for number, name in enumerate(texts, start=1)
            }
        )
        article = read(pages)
        assert (list_paths(article), article.warnings[-1]) == ([], "other_page")

    def test_a_page_without_title_is_joined(self, read: Read) -> None:
        article = read(make_pages(second=write_page(2, PARTS[1], "")))
        assert (list_paths(article), article.warnings) == (["/ferry/2", "/ferry/3"], ())

    def test_texts_are_not_compared_without_nlp(self, serve: Serve, make_extractor: Callable[..., Extractor]) -> None:
        address = serve(make_pages(second=write_page(2, OTHER, "Glaciers of the Andes", last=2)))
        article = make_extractor().extract(url=address, pages="all", nlp=False)
        assert (list_paths(article), article.warnings) == (["/ferry/2"], ())

    def test_a_page_with_a_title_of_its_own_is_joined(self, read: Read) -> None:
        article = read(make_pages(second=write_page(2, PARTS[1], "Who pays for the crossing?")))
        assert (list_paths(article), article.warnings) == (["/ferry/2", "/ferry/3"], ())

    def test_a_page_of_another_host_is_left_out(self, read: Read, open_decoy: Any, decoy: Any) -> None:
        other = open_decoy("127.0.0.2")
        other.answers(write_page(2, PARTS[1]))
        article = read(make_pages(second=lead_to(other.url(f"{PATH}/2"))), ports=(decoy.port, other.port))
        assert (list_paths(article), article.warnings) == ([], ("other_page",))


class TestLimits:
    def test_of_pages_leaves_the_rest(self, read: Read, decoy: Any) -> None:
        article = read(make_pages(), max_pages=2)
        assert (list_paths(article), article.warnings, decoy.connections) == (["/ferry/2"], ("many_pages",), 2)
        assert (article.next_page or "").endswith("/ferry/3")

    def test_of_bytes_counts_all_that_follow(self, read: Read) -> None:
        size = len(make_pages()[PATH])
        article = read(make_pages(), max_bytes=size + 500)
        assert (list_paths(article), article.warnings) == (["/ferry/2"], ("missing_page",))

    def test_of_time_counts_all_that_follow(self, read: Read) -> None:
        article = read(make_pages(), total_seconds=0.5, page_pause_seconds=0.6)
        assert (list_paths(article), article.warnings) == (["/ferry/2"], ("missing_page",))

    @pytest.mark.parametrize("table", ["service", "enrich"])
    def test_of_time_is_half_of_what_a_process_has_for_a_page(
        self, serve: Serve, make_extractor: Callable[..., Extractor], table: str
    ) -> None:
        settings = load_settings()
        changed = getattr(settings, table).model_copy(update={"page_seconds": 1.0})
        extractor = make_extractor(settings.model_copy(update={table: changed}), page_pause_seconds=0.6)
        article = extractor.extract(url=serve(make_pages()), pages="all")
        assert (list_paths(article), article.warnings) == (["/ferry/2"], ("missing_page",))
