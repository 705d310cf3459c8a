"""Whether an article is behind a paywall, and what says so."""

import json

import pytest

from cutline.dom.walls import Paywall, find_paywall
from tests.dom.conftest import open_page

TEXT = "The ferry left the harbour of Port Ellery at six in the morning."


def find(body: str = "", json_ld: object = None, head: str = "", text: str = TEXT) -> Paywall:
    script = f'<script type="application/ld+json">{json.dumps(json_ld)}</script>' if json_ld else ""
    page, segments = open_page(
        f"<html><head>{head}{script}</head><body><article><p>{text}</p></article>{body}</body></html>"
    )
    return find_paywall(page, segments, [segment for segment in segments if segment.block.tag == "p"])


@pytest.mark.parametrize("value", [False, "False", "false", "https://schema.org/False"])
def test_json_ld_says_that_it_is_not_free(value: object) -> None:
    said = find(json_ld={"@type": "NewsArticle", "isAccessibleForFree": value})
    assert said == Paywall(True, ("isAccessibleForFree: false (article)",))


def test_json_ld_says_that_it_is_free_whatever_stands_beside_it() -> None:
    said = find("<div>Subscribe now to continue reading</div>", {"@type": "Article", "isAccessibleForFree": True})
    assert said == Paywall(False, ("isAccessibleForFree: true (article)",))


def test_a_part_for_subscribers_is_named_by_its_selector() -> None:
    part = {"@type": "WebPageElement", "isAccessibleForFree": "False", "cssSelector": ".paywall"}
    said = find(json_ld={"@type": "NewsArticle", "isAccessibleForFree": True, "hasPart": part})
    assert said == Paywall(True, ("isAccessibleForFree: false (.paywall)",))


@pytest.mark.parametrize(("value", "is_paywalled"), [("false", True), ("True", False), ("perhaps", None)])
def test_so_does_a_meta_tag(value: str, is_paywalled: bool | None) -> None:
    assert find(head=f'<meta name="isAccessibleForFree" content="{value}">').is_paywalled is is_paywalled


@pytest.mark.parametrize(("tier", "is_paywalled"), [("free", False), ("metered", True), ("locked", True), ("x", None)])
def test_the_tier_in_a_meta_tag_counts(tier: str, is_paywalled: bool | None) -> None:
    head = f'<meta property="article:content_tier" content="{tier}">'
    assert find(head=head).is_paywalled is is_paywalled


@pytest.mark.parametrize(
    "offer",
    [
        "This article is for subscribers only", "Subscribe now to continue reading",
        "You’ve reached your free article limit", "Dieser Artikel ist exklusiv für Abonnenten",
        "Jetzt weiterlesen mit Plus", "Contenido exclusivo para suscriptores", "Article réservé aux abonnés",
        "Il vous reste 72.5% de cet article à lire", "Conteúdo exclusivo para assinantes",
        "Contenuto riservato agli abbonati", "Para seguir leyendo, suscríbete", "För att läsa vidare, logga in",
        "Aby przeczytać dalej, wykup dostęp", "Článek je určen jen pro předplatitele",
        "Материал доступен только подписчикам", "この記事は有料会員限定です", "続きを読むには会員登録が必要です",
        "구독자 전용 기사입니다", "登录后继续阅读", "هذا المقال متاح للمشتركين", "Artikel ini khusus untuk pelanggan",
    ],
)  # fmt: skip
def test_an_offer_below_the_text_says_so_in_many_languages(offer: str) -> None:
    assert find(f"<div>{offer}</div>") == Paywall(True, (f"text: {offer}",))


@pytest.mark.parametrize(
    "text",
    [
        "Subscribe to our newsletter", "Sign in", "Already a subscriber?", "Abonnieren Sie unseren Newsletter",
        "Mehr für Abonnenten", "Suscríbete a nuestro boletín", "Continue reading below", "Subscribe to our channel",
        "Premium", "会員登録", "구독",
    ],
)  # fmt: skip
def test_offers_of_newsletters_say_nothing(text: str) -> None:
    assert find(f"<div>{text}</div>") == Paywall()


def test_words_of_the_article_itself_say_nothing() -> None:
    assert find(text="The notice read: subscribe now to continue reading. Nobody did.") == Paywall()


def test_a_box_called_a_paywall_counts_if_the_text_breaks_off() -> None:
    box = '<div class="paywall-box"><span>Choose your plan</span></div>'
    assert find(box) == Paywall()
    assert find(box, text=f"{TEXT} And then…") == Paywall(True, ("class: paywall-box", "the text ends in an ellipsis"))
    declared = {"@type": "NewsArticle", "wordCount": 900}
    assert find(box, declared) == Paywall(True, ("class: paywall-box", "900 words declared, 13 shown"))
