"""What tells of another story is dropped from a page, and what tells of its own is kept; with the shipped models."""

import pytest

from cutline import Article, Extractor
from cutline.types import Reason

FERRY = [
    "The council of Port Ellery voted on Monday night to bring back the night ferry across Lake Varn, eleven years "
    "after the last crossing. The ferry Aurelia is to sail between Port Ellery and Holm from June.",
    "“People on both shores of Lake Varn have waited long enough,” Mayor Clara Benning told reporters after the vote "
    "of the council. The ferry will make two crossings a night, and four on weekends.",
    "The Aurelia, built in 1978, was taken out of service in 2015 when the government in Marnwick cut the subsidy for "
    "night crossings. Since then drivers from Holm have had to go round the lake.",
    "Bicycles will travel free of charge on the ferry, as they did until 2015. The council set the fare at nine crowns "
    "for passengers, and the crossing from Port Ellery to Holm will take forty minutes.",
    "Joren Haldane, who was captain of the Aurelia for twenty years, will train the new crew. “She is a good ferry, "
    "and Lake Varn is quieter at night than people think,” Haldane said at the harbour of Holm.",
    "The first crossing to Holm is planned for the end of June, if the engine of the Aurelia passes its inspection. "
    "Benning and the council of Port Ellery will be on board, and so will Haldane.",
]
BEES = [
    "Beekeepers in the Dormello valley lost a third of their hives during the wet winter, their association reported. "
    "Mites that weaken bees and spoil honey are to blame, said its chairwoman Ilsa Kerran.",
    "A healthy hive holds forty thousand bees, and its queen lays two thousand eggs a day in spring. Where mites feed "
    "on the larvae, beekeepers find empty combs by March, Kerran explained.",
    "Honey from Dormello won prizes at the fair in Tessin last autumn. This year the beekeepers expect to spin half "
    "as much honey, because colonies that survived the mites are weak.",
    "Kerran wants beekeepers to treat every hive with formic acid in August. Mites spread from untreated hives, she "
    "said, and bees carry them from one orchard of the valley to the next.",
    "The association offers queens from mountain colonies to beekeepers who lost their hives. Kerran hopes that "
    "the bees of Dormello will swarm again in May, when the acacia flowers.",
]
ADVERTISEMENT = (
    "Sleep like never before: the CloudNine memory foam mattress adapts to your spine, and you can try it for a "
    "hundred nights at no risk. Order today with the code DREAM and get two pillows for free."
)
GERMAN = [
    "Der Gemeinderat von Ellerhafen hat am Montagabend beschlossen, die Nachtfähre über den Varnsee wieder fahren zu "
    "lassen. Die Fähre Aurelia soll vom Juni an zwischen Ellerhafen und Holm verkehren.",
    "„Die Menschen an beiden Ufern des Varnsees haben lange genug gewartet“, sagte Bürgermeisterin Klara Benning nach "
    "der Abstimmung im Gemeinderat. Die Nachtfähre wird zweimal in jeder Nacht übersetzen.",
    "Die Aurelia, gebaut 1978, war 2015 stillgelegt worden, als die Regierung den Zuschuss für die Nachtfähre strich. "
    "Seither mussten Autofahrer aus Holm um den ganzen Varnsee herum nach Ellerhafen fahren.",
    "Fahrräder reisen auf der Fähre kostenlos mit, wie schon bis 2015. Der Gemeinderat von Ellerhafen legte den "
    "Fahrpreis auf neun Kronen fest, die Überfahrt nach Holm dauert vierzig Minuten.",
    "Die erste Überfahrt nach Holm ist für Ende Juni geplant, wenn der Motor der Aurelia die Prüfung besteht. "
    "Benning und der Gemeinderat wollen an Bord der Fähre sein.",
]
GERMAN_STRANGER = (
    "Imker im Dormellotal verloren im nassen Winter ein Drittel ihrer Bienenvölker, wie ihr Verband meldete. Milben "
    "schwächen die Larven und verderben den Honig, erklärte dessen Vorsitzende Ilse Kerran."
)
JAPANESE = [
    "港町エラリーの議会は月曜日の夜、ヴァルン湖を渡る夜間フェリーを十一年ぶりに復活させることを決めた。"
    "フェリー「アウレリア号」は六月からエラリー港とホルムの間を運航する。",
    "「湖の両岸の住民は長く待っていた」とベニング町長は議会の採決の後、記者団に語った。"
    "夜間フェリーは一晩に二往復し、週末には四往復する予定だ。",
    "アウレリア号は一九七八年に建造され、政府が夜間運航の補助金を打ち切った二〇一五年に引退した。"
    "それ以来、ホルムの住民は車で湖を一周しなければならなかった。",
    "フェリーには自転車を無料で載せることができる。議会は運賃を九クローネと定め、"
    "エラリー港からホルムまでの運航時間は四十分となる。",
    "最初の運航は六月末の予定で、アウレリア号のエンジンが検査に合格することが条件だ。"
    "ベニング町長と議会の議員たちもフェリーに乗船する。",
]
JAPANESE_STRANGER = (
    "養蜂家協会によると、谷の養蜂家たちは雨の多い冬の間に蜜蜂の巣箱の三分の一を失った。"
    "ダニが幼虫を弱らせ、蜂蜜の収穫は去年の半分になる見込みだという。"
)
OWN_FIGURES = (
    ("aurelia", "The ferry Aurelia in the harbour of Port Ellery, where she has been moored since 2015."),
    ("haldane", "Captain Joren Haldane in the wheelhouse of the Aurelia."),
)
FOREIGN_FIGURE = ("hive", "Beekeeper Ilsa Kerran opens a hive in the Dormello valley to look for mites.")
TITLES = {
    "en": "Night ferry returns to Lake Varn",
    "de": "Nachtfähre kehrt auf den Varnsee zurück",
    "ja": "ヴァルン湖の夜間フェリーが復活",
}


def draw(name: str, caption: str) -> str:
    return (
        f"<figure><img src=/images/2026/{name}-photo.jpg width=960 height=540 alt=''>"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def write(*paragraphs: str) -> str:
    return "".join(text if text.startswith("<") else f"<p>{text}</p>" for text in paragraphs)


def make_page(body: str, language: str = "en", behind: str = "") -> str:
    title = TITLES[language]
    return (
        f"<html lang={language}><head><title>{title}</title></head><body>"
        "<nav class=menu><ul><li><a href=/news>News</a></li><li><a href=/sport>Sport</a></li></ul></nav>"
        f"<main><article class=story><h1>{title}</h1><div class=story-body>{body}</div></article>{behind}</main>"
        "<footer>© 2026 The Varn Courier</footer></body></html>"
    )


OWN = [FERRY[0], draw(*OWN_FIGURES[0]), *FERRY[1:4], draw(*OWN_FIGURES[1]), *FERRY[4:]]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def read(extractor: Extractor, page: str, *, nlp: bool = True, images: bool = True) -> Article:
    url = "https://courier.example/2026/05/04/night-ferry-returns"
    return extractor.extract(page, url=url, include=["dropped"], nlp=nlp, images=images)


def list_reasons(article: Article) -> dict[str, Reason]:
    """Return why each text of the page that was dropped was."""
    assert article.dropped is not None
    return {block.text: block.verdict.reason for block in article.dropped.blocks}


def list_pictures(article: Article) -> dict[str, Reason]:
    """Return for each picture of the page the reason of its verdict."""
    assert article.dropped is not None
    pictures = (*article.images, *article.dropped.images)
    return {picture.url.rpartition("/")[2].partition("-")[0]: picture.verdict.reason for picture in pictures}


def keeps_all(article: Article, paragraphs: list[str]) -> bool:
    own = {block.text: block.verdict for block in article.blocks}
    return all(text in own and own[text].relevance != "unrelated" for text in paragraphs)


class TestFigures:
    def test_one_of_another_article_is_dropped_and_the_own_are_kept(self, extractor: Extractor) -> None:
        article = read(extractor, make_page(write(*OWN[:3], draw(*FOREIGN_FIGURE), *OWN[3:])))
        assert list_pictures(article) == {"aurelia": "article_image", "haldane": "article_image", "hive": "off_topic"}

    def test_its_place_is_not_what_speaks_against_it(self, extractor: Extractor) -> None:
        article = read(extractor, make_page(write(*OWN[:3], draw(*FOREIGN_FIGURE), *OWN[3:])))
        assert article.dropped is not None
        (verdict,) = [image.verdict for image in article.dropped.images if image.verdict.reason == "off_topic"]
        assert verdict.score is not None and verdict.place_score is not None and verdict.threshold is not None
        assert verdict.score < verdict.threshold <= verdict.place_score
        assert verdict.relevance == "unrelated"
        assert {"Kerran", "Dormello"} <= set(verdict.missing)


@pytest.mark.parametrize(
    ("language", "own", "stranger"),
    [
        ("en", FERRY, BEES[0]),
        ("en", FERRY, ADVERTISEMENT),
        ("de", GERMAN, GERMAN_STRANGER),
        ("ja", JAPANESE, JAPANESE_STRANGER),
    ],
    ids=["English", "advertisement", "German", "Japanese"],
)
class TestForeignParagraphs:
    def test_one_between_the_paragraphs_is_unrelated_and_the_own_are_not(
        self, extractor: Extractor, language: str, own: list[str], stranger: str
    ) -> None:
        article = read(extractor, make_page(write(*own[:3], stranger, *own[3:]), language))
        assert article.dropped is not None
        blocks = {block.text: block.verdict for block in (*article.blocks, *article.dropped.blocks)}
        assert blocks[stranger].relevance == "unrelated"
        assert keeps_all(article, own)
        scores = [blocks[text].relevance_score for text in own]
        assert all(score is not None and score > (blocks[stranger].relevance_score or 0) for score in scores)

    def test_without_one_nothing_is_dropped(
        self, extractor: Extractor, language: str, own: list[str], stranger: str
    ) -> None:
        article = read(extractor, make_page(write(*own), language))
        assert article.text.split("\n\n") == own
        assert "off_topic" not in list_reasons(article).values()
        assert "other_story" not in list_reasons(article).values()


@pytest.mark.parametrize("heading", ["", "<h2>Mites cost valley a third of its hives</h2>"], ids=["plain", "heading"])
class TestSecondStories:
    def page(self, heading: str) -> str:
        second = write(BEES[0], draw(*FOREIGN_FIGURE), *BEES[1:])
        behind = f"<article class=story>{heading}<div class=story-body>{second}</div></article>"
        return make_page(write(*OWN), behind=behind)

    def test_it_is_dropped_and_the_first_keeps_all_its_text(self, extractor: Extractor, heading: str) -> None:
        article = read(extractor, self.page(heading))
        assert article.text.split("\n\n") == FERRY
        reasons = list_reasons(article)
        assert {reasons[text] for text in BEES} == {"other_story"}
        assert keeps_all(article, FERRY)

    def test_its_pictures_go_with_it(self, extractor: Extractor, heading: str) -> None:
        pictures = list_pictures(read(extractor, self.page(heading)))
        assert pictures == {"aurelia": "article_image", "haldane": "article_image", "hive": "other_story"}

    def test_the_text_does_not_depend_on_images(self, extractor: Extractor, heading: str) -> None:
        page = self.page(heading)
        assert read(extractor, page, images=False).text == read(extractor, page).text


class TestWithoutNames:
    def test_nothing_is_compared_and_nothing_dropped_for_it(self, extractor: Extractor) -> None:
        second = f"<article class=story><div class=story-body>{write(*BEES)}</div></article>"
        body = write(*OWN[:3], draw(*FOREIGN_FIGURE), ADVERTISEMENT, *OWN[3:])
        article = read(extractor, make_page(body, behind=second), nlp=False)
        assert article.dropped is not None
        verdicts = [
            each.verdict
            for each in (*article.blocks, *article.images, *article.dropped.blocks, *article.dropped.images)
        ]
        assert {"off_topic", "other_story"}.isdisjoint(verdict.reason for verdict in verdicts)
        assert {verdict.relevance for verdict in verdicts} == {None}
        assert {verdict.relevance_score for verdict in verdicts} == {None}
        assert list_pictures(article)["hive"] == "article_image"


def test_the_text_does_not_depend_on_images(extractor: Extractor) -> None:
    page = make_page(write(*OWN[:3], draw(*FOREIGN_FIGURE), ADVERTISEMENT, *OWN[3:]))
    assert read(extractor, page, images=False).text == read(extractor, page).text


def test_an_article_of_one_paragraph_has_nothing_to_be_held_against(extractor: Extractor) -> None:
    paragraph = " ".join(FERRY)
    article = read(extractor, f"<html lang=en><body><p>{paragraph}</p></body></html>")
    (block,) = article.blocks
    assert block.text == paragraph
    assert (block.verdict.relevance, block.verdict.relevance_score) == ("unknown", None)


def test_the_paper_s_rule_drops_a_text_with_links_and_other_names(extractor: Extractor) -> None:
    story = "<p>Barack Obama met Angela Merkel in Berlin, and Obama spoke to Merkel of the plans of Germany.</p>" * 8
    other = "<p>Then <a href=/t>Novak Djokovic beat</a> Roger Federer in Melbourne.</p>"
    found = extractor.extract(
        f"<html lang=en><div>{story}{other}{story}</div>", method="first-subtree", include=["dropped"]
    )
    assert found.dropped is not None
    assert [(block.text[:10], block.verdict.reason) for block in found.dropped.blocks] == [("Then Novak", "dissimilar")]
