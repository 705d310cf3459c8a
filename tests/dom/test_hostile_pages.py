"""No page breaks the stages of dom: each is read, or refused with an error of cutline."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.images.pictures import Picture
from cutline.errors import PageError
from tests.dom.conftest import split_html

FindPictures = Callable[[str], tuple[list[Picture], tuple[str, ...]]]
TOKENS = [
    *"<p> </p> <div> </div> <br> <ul> <li> </ul> <a> </a> <figure> <figcaption> </figure> <table> <td>".split(),
    *"<picture> <source> <noscript> </noscript> <svg> <button> <template> <body> </body> </html> <h1> <b> </b>".split(),
    *"&lt;img text Photo: ( / ) © \x00 \ud800 &#0; &nbsp; <!-- --> ]]> <![CDATA[ <? <% < &".split(),
    "<div hidden>",
    "<base href='http://['>",
    "<a href='http://['>",
    "<img src=a.jpg>",
    "<img src='//[' srcset=', ,(' width=9999999999999>",
    "<img data-src='x.jpg?' srcset='a 1w, b 99999999999w, c 9e9x'>",
    "<amp-img src=data:,>",
    "<div id='S:1' hidden>",
    "<template id='B:1'>",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=60))
def test_any_page_passes_all_stages(pictures: FindPictures, tokens: list[str]) -> None:
    try:
        pictures("".join(tokens).encode(errors="ignore").decode())
    except PageError:
        return


def test_pages_are_read_by_several_threads_at_once() -> None:
    pages = [f"<div>{'<p>one <a>two</a>' * 50}<p>{number}</div>" for number in range(40)]
    expected = [[segment.text for segment in split_html(page)] for page in pages]
    with ThreadPoolExecutor(8) as pool:
        assert [[segment.text for segment in found] for found in pool.map(split_html, pages)] == expected


def test_half_open_tags_are_read_in_time(pictures: FindPictures) -> None:
    start = process_time()
    pictures("".join(f"{'<a ' * 990}>" for _ in range(250)))
    assert process_time() - start < 10


def test_thousands_of_images_inside_each_other_are_read_in_time(pictures: FindPictures) -> None:
    start = process_time()
    pictures("".join(f"<div><img src=a{number}.jpg>t" for number in range(1900)) + f"<p>{'word ' * 300}")
    assert process_time() - start < 20
