import csv
from io import StringIO
from types import SimpleNamespace

from cutline.service.formats import images_csv
from cutline.types import Article, Dropped, Verdict


def read_rows(article: Article) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(images_csv.render(article))))


def test_each_image_is_a_row_the_dropped_ones_too(build: SimpleNamespace) -> None:
    hidden = Verdict(kept=False, reason="hidden", score=0.2, threshold=0.5)
    kept = build.image("https://e.org/a.jpg", caption='The "Aurelia", 1978', credit="X", is_lead=True, width=640)
    dropped = Dropped(images=(build.image("https://e.org/b.jpg", verdict=hidden),))
    first, second = read_rows(build.article(images=(kept,), dropped=dropped, url="https://e.org/"))
    assert list(first) == list(images_csv.COLUMNS)
    assert (first["page"], first["url"], first["caption"]) == ("https://e.org/", kept.url, 'The "Aurelia", 1978')
    assert (first["kept"], first["lead"], first["credit"], first["width"]) == ("True", "True", "X", "640")
    assert (second["kept"], second["reason"], second["score"], second["caption"]) == ("False", "hidden", "0.2", "")


def test_an_article_without_images_is_a_header(build: SimpleNamespace) -> None:
    assert images_csv.render(build.article()) == images_csv.OPENING


def test_one_of_several_pages_has_its_source_and_no_header(build: SimpleNamespace) -> None:
    article = build.article(images=(build.image("https://e.org/a.jpg"),), url="https://e.org/")
    assert images_csv.render_part(article, "a.html").startswith("a.html,https://e.org/a.jpg,True,")


def test_no_text_of_a_page_is_a_formula_or_breaks_a_row(build: SimpleNamespace) -> None:
    image = build.image("https://e.org/a.jpg", caption='=HYPERLINK("http://x")', alt="two\r\nlines", credit="+1")
    (row,) = read_rows(build.article(images=(image,)))
    assert (row["caption"], row["alt"], row["credit"]) == ('\'=HYPERLINK("http://x")', "two lines", "'+1")
