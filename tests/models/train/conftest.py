"""A corpus made here: articles of several sites, and pages of other types."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cutline.models.train import body, images, pages, teaching

WriteCorpus = Callable[..., Path]
PLACES = "Holm Varn Marnwick Dormello Ellery Aster Brant Corvo Dunmore Esker Fallow Garrow".split()


def make_article(site: int) -> dict[str, object]:
    place = PLACES[site % len(PLACES)]
    paragraphs = [
        f"The council of {place} {site} voted on day {number}, after a long debate about the "
        f"{PLACES[-number - 1]} ferry and its route."
        for number in range(8)
    ]
    own = f"https://site{site}.example/{place}-ferry-in-the-harbour.jpg"
    other = f"https://site{site}.example/{place}-teaser-of-another-story.jpg"
    menu = "".join(f"<li><a href=/{word}>{word} news</a></li>" for word in PLACES)
    figure = f"<figure><img src={own} width=640 height=400><figcaption>The ferry of {place}.</figcaption></figure>"
    teaser = f"<li class=teaser><a href=/other><img src={other} width=90 height=60>Another story</a></li>"
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    html = (
        f"<title>Ferry of {place}</title><nav class=menu><ul>{menu}</ul></nav>"
        f"<article class=story-body><h1>Ferry of {place}</h1>{figure}{text}</article>"
        f"<aside class=related><ul>{teaser}</ul></aside><footer>© Site {site} | Imprint</footer>"
    )
    return {
        "id": f"page{site}",
        "site": f"site{site}.example",
        "url": f"https://site{site}.example/news/ferry",
        "lang": "en",
        "page_type": "article",
        "html": html,
        "text": "\n".join(paragraphs),
        "images": [{"src": own, "caption": f"The ferry of {place}."}],
        "other_images": [other],
    }


def make_shop(site: int) -> dict[str, object]:
    things = "".join(f"<li><a href=/buy/{n}>Thing {n}</a> $ {n}.99</li>" for n in range(20))
    return {
        "id": f"shop{site}",
        "site": f"site{site}.example",
        "url": f"https://site{site}.example/shop",
        "page_type": "product",
        "html": f"<title>Shop</title><ul>{things}</ul>",
    }


@pytest.fixture
def write_corpus(tmp_path: Path) -> WriteCorpus:
    """Return the file of a corpus with one article of each site, and a shop's page of each if asked."""

    def write(sites: int, *, first: int = 0, shops: bool = False, without: tuple[str, ...] = ()) -> Path:
        rows = [make_article(site) for site in range(first, first + sites)]
        rows += [make_shop(site) for site in range(first, first + sites)] if shops else []
        path = tmp_path / "made.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps({name: value for name, value in row.items() if name not in without}) + "\n")
        return path

    return write


@pytest.fixture
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few and small trees, for few and small pages."""
    taught = [(teaching, name) for name in ("BODY_TREES", "IMAGE_TREES", "PAGE_TREES")]
    for module, name in ((body, "FIRST"), (body, "SECOND"), (images, "TREES"), (pages, "TREES"), *taught):
        boosting = replace(getattr(module, name), rounds=8, min_rows=2, penalty=0.0, rate=0.3, column_share=1.0)
        monkeypatch.setattr(module, name, boosting)
