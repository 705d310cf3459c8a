"""The choice of strangers for a corpus's pages: drawn with a fixed seed, or determined by the labels."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from strange_pages.labelled import LabelledArticle, LabelledPicture, base_name, collapse_space
from strange_pages.markup import put_figure, put_paragraphs, put_story

SEED = 20261122
MOST_PICTURES = 3  # replaced per page, one at a time
SHORTEST_CAPTION = 26  # characters
SHORTEST_PARAGRAPH = 61  # characters; shorter ones may be headings or credits
SINGLE_PARAGRAPH = range(201, 700)  # characters of a single paragraph, enough to have a topic
IN_A_ROW = 3
SHORTEST_STORY, LONGEST_STORY = 6, 12  # paragraphs
WITHOUT_SPACES = ("ja", "th", "zh")  # languages without spaces between words
BY_WORDS = {"analyzer": "word", "token_pattern": r"\w+"}
BY_PAIRS_OF_CHARACTERS = {"analyzer": "char", "ngram_range": (2, 2)}
ADVERTS = {
    "en": (
        "Struggling with back pain after long days at the desk? Thousands of customers swear by the new ErgoFlex Pro "
        "cushion, which was developed together with orthopaedic specialists and is now available at half price for "
        "readers of this page. Order today and get free shipping.",
        "Looking for the best mortgage rates this month? Compare offers from more than forty lenders in under two "
        "minutes and find out how much you could save on your monthly payments. LendSmart is free, secure and does "
        "not affect your credit score.",
        "Protect your privacy online: with NordShield VPN you can browse, stream and shop safely on all your devices. "
        "Our readers get three months for free when they sign up for the annual plan before the end of the week.",
        "Tired of cooking every evening? HelloPantry delivers fresh ingredients and easy recipes straight to your "
        "door. Choose from over thirty meals each week and get sixty percent off your first box with the code NEWS60.",
    ),
    "de": (
        "Sie leiden nach langen Tagen am Schreibtisch unter Rückenschmerzen? Tausende Kunden schwören auf das neue "
        "Sitzkissen ErgoFlex Pro, das gemeinsam mit Orthopäden entwickelt wurde und jetzt für Leserinnen und Leser zum "
        "halben Preis erhältlich ist. Bestellen Sie noch heute und sparen Sie die Versandkosten.",
        "Die besten Zinsen für Ihr Tagesgeld: Vergleichen Sie jetzt die Angebote von mehr als vierzig Banken und "
        "sichern Sie sich bis zu vier Prozent im Jahr. Der Vergleich mit ZinsPilot24 ist kostenlos, sicher und dauert "
        "keine zwei Minuten.",
        "Urlaub auf den Malediven zum Traumpreis: Sieben Nächte in der Strandvilla mit Frühstück und Flug ab Frankfurt "
        "gibt es bei Azur Reisen schon ab 1299 Euro pro Person. Die Plätze sind begrenzt, buchen Sie also am besten "
        "gleich.",
    ),
}


@dataclass(frozen=True, slots=True)
class Stranger:
    """A page with something that does not belong to its article.

    `texts` are the foreign paragraphs, or the address of the foreign picture; `replaced` are the addresses of the
    article's own picture that it replaces.
    """

    kind: str
    html: str
    texts: tuple[str, ...]
    replaced: tuple[str, ...] = ()


def make_strangers(articles: Sequence[LabelledArticle]) -> Iterator[tuple[LabelledArticle, list[Stranger]]]:
    """Yield each article with the pages made from it."""
    draw, near = random.Random(SEED), find_near(articles)
    for article in articles:
        foreign = [each for each in articles if each.lang == article.lang and each.site != article.site]
        made: list[Stranger] = []
        if foreign:
            made += _make_figures(article, foreign, draw)
            other = draw.choice(foreign)
            made += _make_paragraphs(article, other, draw)
            made += _make_stories(article, other)
        if article in near:
            made += _make_hard_figures(article, near[article])
        yield article, made


def find_near(articles: Sequence[LabelledArticle]) -> dict[LabelledArticle, LabelledArticle]:
    """Return for each article the most similar one with another captioned picture: of its site, else of its language.

    The measure is the cosine of tf-idf vectors of the texts; idf is computed over the articles of the language.
    """
    near: dict[LabelledArticle, LabelledArticle] = {}
    for lang in {article.lang for article in articles}:
        spoken = [article for article in articles if article.lang == lang]
        terms = BY_PAIRS_OF_CHARACTERS if lang in WITHOUT_SPACES else BY_WORDS
        vectors = TfidfVectorizer(**terms).fit_transform(each.text for each in spoken)
        for article, cosines in zip(spoken, (vectors @ vectors.T).toarray(), strict=True):
            order = [spoken[index] for index in np.argsort(-cosines, kind="stable")]
            others = [each for each in order if _list_unlike(each, article)]
            if others:
                near[article] = next((each for each in others if each.site == article.site), others[0])
    return near


def _make_figures(
    article: LabelledArticle, foreign: Sequence[LabelledArticle], draw: random.Random
) -> Iterator[Stranger]:
    choice = [picture for other in foreign for picture in _list_captioned(other)]
    for own in _list_captioned(article)[:MOST_PICTURES]:
        if choice and (made := put_figure(article, own, draw.choice(choice))):
            yield Stranger("figure", made.html, (made.address,), own.addresses)


def _make_hard_figures(article: LabelledArticle, near: LabelledArticle) -> Iterator[Stranger]:
    choice = _list_unlike(near, article)
    for index, own in enumerate(_list_captioned(article)[:MOST_PICTURES]):
        if made := put_figure(article, own, choice[index % len(choice)]):
            yield Stranger("figure-hard", made.html, (made.address,), own.addresses)


def _make_paragraphs(article: LabelledArticle, other: LabelledArticle, draw: random.Random) -> Iterator[Stranger]:
    texts = _list_paragraphs(other)
    single = [text for text in texts if len(text) in SINGLE_PARAGRAPH]
    middle = (len(texts) - IN_A_ROW) // 2
    choices = [
        ("paragraph", [draw.choice(single)] if single else []),
        ("advert", [draw.choice(ADVERTS[article.lang])] if article.lang in ADVERTS else []),
        ("three-paragraphs", texts[middle : middle + IN_A_ROW] if middle >= 0 else []),
    ]
    for kind, strange in choices:
        if strange and (html := put_paragraphs(article, strange)):
            yield Stranger(kind, html, tuple(strange))


def _make_stories(article: LabelledArticle, other: LabelledArticle) -> Iterator[Stranger]:
    texts = _list_paragraphs(other)[:LONGEST_STORY]
    if len(texts) >= SHORTEST_STORY:
        for kind, heading in (("story", ""), ("story-h2", other.title)):
            if html := put_story(article, texts, heading):
                yield Stranger(kind, html, tuple(texts))


def _list_captioned(article: LabelledArticle) -> list[LabelledPicture]:
    return [picture for picture in article.pictures if len(picture.caption) >= SHORTEST_CAPTION]


def _list_unlike(other: LabelledArticle, article: LabelledArticle) -> list[LabelledPicture]:
    """Return another article's captioned pictures that this article does not have."""
    if other is article:
        return []
    names = {base_name(address) for picture in article.pictures for address in (picture.src, *picture.addresses)}
    captions = {collapse_space(picture.caption) for picture in article.pictures}
    return [
        picture
        for picture in _list_captioned(other)
        if base_name(picture.src) not in names and collapse_space(picture.caption) not in captions
    ]


def _list_paragraphs(article: LabelledArticle) -> list[str]:
    return [collapse_space(text) for text in article.paragraphs if len(text) >= SHORTEST_PARAGRAPH]
