"""Words of offers and notices, in texts as advertisers and publishers write them."""

import time

import pytest

from cutline.nlp.offers import count_offers


@pytest.mark.parametrize(
    "text",
    [
        "Subscribe to the Courier today and read every story without limits.",
        "This post contains affiliate links; if you buy something we may receive compensation.",
        "Get 20% off your first box of tea with the code TEA20.",
        "Wein direkt vom Winzer: jetzt kaufen, die Versandkosten schenken wir Ihnen.",
        "Inscrivez-vous pour recevoir chaque matin nos meilleures histoires.",
        "Descarga ahora la guía y recibe un descuento en tu primera compra.",
        "Iscriviti al canale e ricevi lo sconto riservato ai lettori.",
        "Aproveite o frete grátis até domingo.",
        "Meld je aan en ontvang tien procent korting.",
        "Prenumerera på tidningen och få en bok på köpet.",
        "Zamów prenumeratę i odbierz rabat.",
        "Оформите подписку и получите скидку.",
        "今すぐお申し込みいただくと、初月は無料です。",
        "立即订阅，首月享受优惠。",
        "اشترك الآن واحصل على خصم.",
    ],
)
def test_offers_and_notices_address_the_reader(text: str) -> None:
    assert count_offers(text) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "The premise of the novel is simple: a ferry that never arrives.",
        "She offered him half of her bread, and he left the town for good.",
        "Die Fähre legte um sieben ab, und am Kai standen noch die Kisten.",
        "Le navire a quitté le port à l’aube, chargé de sel et de bois.",
        "Он вышел на палубу и долго смотрел на берег.",
        "船は朝早く港を出た。",
        "",
    ],
)
def test_what_a_story_tells_does_not(text: str) -> None:
    assert not count_offers(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Bicycles will travel free of charge, as they did before.", 1),
        ("Sign up for our letters, sign up for all of them.", 1),
        ("Sign up today and get 20% off your first box for $9.", 3),
        ("A night costs €80, a week $400 and the whole summer 2,000 euros.", 1),
    ],
)
def test_each_word_counts_once_and_so_does_any_price(text: str, count: int) -> None:
    assert count_offers(text) == count


@pytest.mark.parametrize(
    "text", ["He said that the price is freezing.", "Some 50% officers left.", "Die angeblich offene Tür."]
)
def test_phrases_are_whole(text: str) -> None:
    assert not count_offers(text)


def test_numbers_without_an_end_take_linear_time() -> None:
    start = time.process_time()
    assert count_offers("1." * 100_000) == 0
    assert time.process_time() - start < 2
