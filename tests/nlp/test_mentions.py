import pytest

from cutline.models.word_frequencies import load_background
from cutline.nlp.capitals import Capitals
from cutline.nlp.pipeline import Mention
from cutline.nlp.terms import MentionRules
from cutline.nlp.words import Words

ENGLISH = load_background("en")
HOLM = Mention("Ann Holm", "PERSON")


def correct(
    text: str, *mentions: tuple[str, str], article: str = "", others: tuple[Mention, ...] = ()
) -> list[tuple[str, str]]:
    """Return the mentions that stay of a text, which stands on a page with an article that has other mentions."""
    texts = [Words(text), Words(article)]
    marked = [[Mention(*mention) for mention in mentions], others]
    rules = MentionRules(marked, Capitals(texts), ENGLISH)
    return [tuple(mention) for mention in rules.correct(marked[0])]


class TestNoNames:
    @pytest.mark.parametrize("word", ["Monday", "May", "Friday 13", "Million", "Euros"])
    def test_days_months_and_units_are_none(self, word: str) -> None:
        assert correct(f"They met {word} again", (word, "ORG")) == []

    def test_a_month_may_be_a_persons_surname(self) -> None:
        assert correct("They met May", ("May", "PERSON"), others=(Mention("Tess May", "PERSON"),)) == [
            ("May", "PERSON")
        ]

    def test_a_word_that_the_article_writes_in_lower_case_is_none(self) -> None:
        assert correct("Kill Switch", ("Kill", "PERSON"), article="It can kill and kill again.") == []

    def test_nor_is_a_form_of_it_where_a_sentence_begins(self) -> None:
        assert correct("Utfordringene er store", ("Utfordringene", "LOC"), article="Dette er en utfordring.") == []

    def test_an_acronym_is_one_though_its_letters_are_a_word(self) -> None:
        assert correct("Tell US more", ("US", "LOC"), article="They told us, and us alone.") == [("US", "LOC")]


class TestPersons:
    @pytest.mark.parametrize("title", ["State", "Actors", "Mr.", "Prime Minister", "Senator", "Dr"])
    def test_an_office_before_a_name_is_no_part_of_it(self, title: str) -> None:
        assert correct(f"They met {title} Ann Holm", (f"{title} Ann Holm", "PERSON")) == [HOLM]

    @pytest.mark.parametrize("name", ["Prince Edmund", "Pope Urban"])
    def test_a_noble_title_and_a_first_name_are_a_name_together(self, name: str) -> None:
        assert correct(f"They met {name}", (name, "PERSON")) == [(name, "PERSON")]

    def test_a_title_before_the_surname_of_a_known_person_makes_it_one(self) -> None:
        assert correct("It was Justice Holm", ("Justice Holm", "ORG"), others=(HOLM,)) == [("Holm", "PERSON")]

    def test_an_office_alone_stays(self) -> None:
        assert correct("It was the State Department", ("State Department", "ORG")) == [("State Department", "ORG")]


def test_a_name_without_letters_is_none() -> None:
    assert correct("It was @", ("@", "PERSON")) == []
