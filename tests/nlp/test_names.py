from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention


def person(*texts: str) -> list[Mention]:
    return [Mention(text, "PERSON") for text in texts]


def organisation(*texts: str) -> list[Mention]:
    return [Mention(text, "ORG") for text in texts]


def place(*texts: str) -> list[Mention]:
    return [Mention(text, "LOC") for text in texts]


def names_of(article: list[Mention], background: Background | None = None) -> dict[str, tuple[str, int]]:
    """Return the label and the count of each name of an article."""
    book = NameBook(article, background=background)
    counts = book.count("", article)
    return {book.name(key).text: (book.name(key).label, count) for key, count in counts.items()}


def found_in(text: str, article: list[Mention], marked: list[Mention] | None = None) -> dict[str, int]:
    """Return the names of an article that stand in a caption, those that it does not know by their folded form."""
    book = NameBook(article)
    counts = book.count(text, marked or [])
    known = set(book.count("", article))
    return {book.name(key).text if key in known else key: count for key, count in counts.items()}


def fold(mention: Mention) -> str:
    return NameBook([]).fold(mention)


class TestFolding:
    @pytest.mark.parametrize(
        ("mention", "same"),
        [
            ("OBAMA", "Obama"),
            ("Obama's", "Obama"),
            ("Obama’s", "Obama"),
            ("the Rolling Stones’", "Rolling Stones"),
            ("“Obama”", "Obama"),
            ("O’Brien", "O'Brien"),
            ("José Muñoz", "Jose Munoz"),
            ("Jose\u0301", "José"),
            ("Straße", "STRASSE"),
            ("Jean-Luc Godard", "Jean Luc Godard"),
            ("J.K. Rowling", "J. K. Rowling"),
            ("J.K. Rowling", "JK Rowling"),
            ("The\nNew  York Times", "New York Times"),
            ("U.S.", "US"),
            ("U.S.", "United States"),
            ("the U.S.’s", "the United States of America"),
            ("Britain", "U.K."),
        ],
    )
    def test_forms_of_one_name_are_equal(self, mention: str, same: str) -> None:
        assert fold(Mention(mention, "ORG")) == fold(Mention(same, "ORG"))

    @pytest.mark.parametrize(
        ("mention", "other"),
        [("AT&T", "T"), ("U.S. Army", "U.S."), ("Guinea-Bissau", "Guinea"), ("St. Louis", "Louis")],
    )
    def test_different_names_are_not(self, mention: str, other: str) -> None:
        assert fold(Mention(mention, "ORG")) != fold(Mention(other, "ORG"))

    @pytest.mark.parametrize(
        ("mention", "folded"),
        [
            ("President Barack Obama", "barack obama"),
            ("Prime Minister Mr. Blair", "blair"),
            ("Señora Perón", "peron"),
            ("Prince", "prince"),
            ("Queen", "queen"),
            ("Prime Minister", "prime minister"),
            ("Martin Luther King", "martin luther king"),
        ],
    )
    def test_titles_before_a_persons_name_are_dropped(self, mention: str, folded: str) -> None:
        assert fold(Mention(mention, "PERSON")) == folded

    @pytest.mark.parametrize("name", ["General Motors", "Prince Edward Island", "King County", "Premier League"])
    def test_titles_belong_to_the_names_of_places_and_organisations(self, name: str) -> None:
        assert fold(Mention(name, "ORG")) == name.lower()

    @pytest.mark.parametrize(("name", "folded"), [("Yahoo!", "yahoo"), ("AT&T", "at&t"), ("Amazon.com", "amazon.com")])
    def test_signs_stay_inside_a_name_only(self, name: str, folded: str) -> None:
        assert fold(Mention(name, "ORG")) == folded

    @pytest.mark.parametrize("nothing", ["", " ", "“”", "&", "—"])
    def test_a_mention_without_letters_is_empty(self, nothing: str) -> None:
        assert fold(Mention(nothing, "ORG")) == ""

    @example("'s", "ORG")
    @example(" ’s", "PERSON")
    @given(st.text(max_size=30), st.sampled_from(["PERSON", "ORG", "LOC"]))
    def test_any_mention_can_be_folded_and_counted(self, text: str, label: str) -> None:
        mention = Mention(text, label)
        assert NameBook([mention]).count(text, [mention]).total() >= bool(fold(mention))


class TestPersons:
    def test_a_surname_is_the_person_named_in_full(self) -> None:
        assert names_of(person("Barack Obama", "Obama", "President Obama's")) == {"Barack Obama": ("PERSON", 3)}

    def test_a_first_name_is_the_person_named_in_full(self) -> None:
        assert names_of(person("Malala Yousafzai", "Malala")) == {"Malala Yousafzai": ("PERSON", 2)}

    def test_a_name_with_a_number_is_no_persons(self) -> None:
        article = person("Ford F-150", *["Ford"] * 3)
        assert names_of(article) == {"Ford F-150": ("PERSON", 1), "Ford": ("PERSON", 3)}

    def test_what_begins_three_names_is_none_of_them(self) -> None:
        kits = person("Varga Makeup", "Varga Lip Gloss", "Varga Super Pure")
        assert found_in("Varga opens a shop", [*kits, *person("Varga", "Varga")]) == {"Varga": 1}
        assert found_in("Varga opens a shop", [*kits[:2], *person("Varga", "Varga")]) == {"Varga Makeup": 1}

    def test_a_middle_name_may_be_left_out(self) -> None:
        found = names_of(person("John Fitzgerald Kennedy", "John Kennedy", "Kennedy"))
        assert found == {"John Fitzgerald Kennedy": ("PERSON", 3)}

    def test_a_surname_of_two_goes_to_the_one_mentioned_more(self) -> None:
        found = names_of(person("Barack Obama", "Michelle Obama", "Michelle Obama", "Obama"))
        assert found == {"Barack Obama": ("PERSON", 1), "Michelle Obama": ("PERSON", 3)}

    def test_a_surname_of_two_mentioned_equally_goes_to_the_first(self) -> None:
        found = names_of(person("Bill Clinton", "Hillary Clinton", "Clinton"))
        assert found == {"Bill Clinton": ("PERSON", 2), "Hillary Clinton": ("PERSON", 1)}

    def test_a_son_is_not_his_father(self) -> None:
        found = names_of(person("Donald Trump", "Donald Trump", "Donald Trump Jr.", "Trump"))
        assert found == {"Donald Trump": ("PERSON", 3), "Donald Trump Jr.": ("PERSON", 1)}

    def test_the_surname_of_a_junior_is_found(self) -> None:
        assert names_of(person("Robert Kennedy Jr.", "Kennedy")) == {"Robert Kennedy Jr.": ("PERSON", 2)}

    def test_a_surname_that_is_a_title_is_found(self) -> None:
        assert names_of(person("Martin Luther King", "King")) == {"Martin Luther King": ("PERSON", 2)}

    def test_an_initial_alone_is_nobodys_short_form(self) -> None:
        assert len(names_of(person("J. Smith", "J"))) == 2


class TestPersonsOfACaption:
    def test_a_surname_is_the_person_that_the_article_names_in_full(self) -> None:
        assert found_in("Obama speaks", person("Barack Obama"), person("Obama")) == {"Barack Obama": 1}

    def test_a_full_name_is_the_person_that_the_article_names_by_surname(self) -> None:
        assert found_in("Angela Merkel", person("Merkel"), person("Angela Merkel")) == {"Merkel": 1}

    def test_another_person_with_the_surname_is_not_the_one_named_in_full(self) -> None:
        article = person("Barack Obama", "Obama")
        assert found_in("Michelle Obama", article, person("Michelle Obama")) == {"michelle obama": 1}

    def test_a_person_named_like_a_place_is_not_that_place(self) -> None:
        assert found_in("Paris Hilton", place("Paris"), person("Paris Hilton")) == {"paris hilton": 1}


class TestPlacesAndPersons:
    def test_a_place_is_not_the_person_with_its_name(self) -> None:
        found = names_of([*person("Denzel Washington"), *place("Washington", "Washington")])
        assert found == {"Denzel Washington": ("PERSON", 1), "Washington": ("LOC", 2)}

    def test_labelled_as_a_person_it_is(self) -> None:
        found = names_of(person("Denzel Washington", "Washington"))
        assert found == {"Denzel Washington": ("PERSON", 2)}

    def test_a_rare_surname_is_the_person_introduced_before_whatever_its_label(self) -> None:
        words = load_background("en")
        after = [*person("Gary Heidnik"), *place("Heidnik", "Heidnik")]
        assert names_of(after, words) == {"Gary Heidnik": ("PERSON", 3)}
        before = [*place("Heidnik", "Heidnik"), *person("Gary Heidnik")]
        assert names_of(before, words) == {"Gary Heidnik": ("PERSON", 1), "Heidnik": ("LOC", 2)}

    @pytest.mark.parametrize("surname", ["London", "Brooklyn"])  # 5.3, 4.2
    def test_a_common_surname_may_be_a_place(self, surname: str) -> None:
        found = names_of([*person(f"Jack {surname}"), *place(surname)], load_background("en"))
        assert found == {f"Jack {surname}": ("PERSON", 1), surname: ("LOC", 1)}

    def test_the_label_is_the_one_given_most_often(self) -> None:
        assert names_of([*place("Siemens"), *organisation("Siemens", "Siemens")]) == {"Siemens": ("ORG", 3)}

    def test_an_organisation_named_after_a_place_is_not_that_place(self) -> None:
        found = names_of([*organisation("The New York Times"), *place("New York")])
        assert found == {"The New York Times": ("ORG", 1), "New York": ("LOC", 1)}


class TestAcronyms:
    def test_an_acronym_is_the_organisation_it_stands_for(self) -> None:
        found = names_of(organisation("World Health Organization", "WHO", "W.H.O."))
        assert found == {"World Health Organization": ("ORG", 3)}

    def test_function_words_may_be_left_out(self) -> None:
        found = names_of(organisation("Federal Bureau of Investigation", "FBI"))
        assert found == {"Federal Bureau of Investigation": ("ORG", 2)}

    def test_the_acronym_of_a_caption_is_the_name_of_the_article(self) -> None:
        article = organisation("World Health Organization")
        assert found_in("At the WHO", article, organisation("WHO")) == {"World Health Organization": 1}

    def test_the_name_of_a_caption_is_the_acronym_of_the_article(self) -> None:
        marked = organisation("World Health Organization")
        assert found_in("World Health Organization", organisation("WHO"), marked) == {"WHO": 1}

    def test_a_persons_initials_are_at_least_three(self) -> None:
        article = [*person("John F. Kennedy", "JFK", "Peter Mandelson"), *organisation("PM")]
        assert [count for _, count in names_of(article).values()] == [2, 1, 1]

    def test_a_word_that_is_no_acronym_stands_for_nothing(self) -> None:
        assert len(names_of(organisation("World Health Organization", "Who"))) == 2

    def test_the_united_states_have_many_forms(self) -> None:
        assert names_of(place("U.S.", "the United States", "USA", "U.S.")) == {"U.S.": ("LOC", 4)}


class TestForm:
    def test_a_name_is_shown_in_its_most_common_form(self) -> None:
        assert list(names_of(person("BARACK OBAMA", "Barack Obama’s", "Barack Obama"))) == ["Barack Obama"]

    def test_of_equally_common_forms_capitals_are_not_shown(self) -> None:
        assert list(names_of(place("PARIS", "Paris"))) == ["Paris"]

    @pytest.mark.parametrize("name", ["Yahoo!", "AT&T", "O’Brien", "Jean-Luc", "J.K. Rowling", "St. Louis"])
    def test_a_name_is_shown_with_its_signs(self, name: str) -> None:
        assert list(names_of(organisation(name))) == [name]


class TestUnmarkedNames:
    def test_a_name_counts_wherever_its_words_stand(self) -> None:
        assert found_in("Obama met OBAMA’s aide", person("Obama")) == {"Obama": 2}

    def test_a_name_marked_and_standing_counts_once(self) -> None:
        assert found_in("Obama speaks", person("Obama"), person("Obama")) == {"Obama": 1}

    def test_the_longest_name_counts(self) -> None:
        article = [*place("New York"), *organisation("New York Times")]
        assert found_in("The New York Times in New York", article) == {"New York": 1, "New York Times": 1}

    def test_a_name_is_not_in_a_longer_one_with_another_label(self) -> None:
        marked = organisation("The New York Times")
        assert found_in("The New York Times", place("New York"), marked) == {"new york times": 1}

    def test_a_name_is_not_in_a_longer_one_that_holds_another_unknown_one(self) -> None:
        marked = organisation("The New York Times Company", "The New York Times")
        assert "New York" not in found_in("The New York Times Company", place("New York"), marked)

    def test_a_name_is_in_a_longer_one_with_its_label(self) -> None:
        marked = place("New York City")
        assert found_in("New York City", place("New York"), marked) == {"New York": 1, "new york city": 1}

    def test_a_word_in_small_letters_is_no_name(self) -> None:
        assert found_in("an apple a day", organisation("Apple")) == {}

    @pytest.mark.parametrize("text", ["Who won?", "Tell Us More"])
    def test_an_acronym_is_found_only_in_capitals(self, text: str) -> None:
        assert found_in(text, [*organisation("WHO"), *place("US")]) == {}

    def test_an_acronym_with_a_possessive_is_found(self) -> None:
        assert found_in("The WHO’s chief", organisation("WHO")) == {"WHO": 1}

    @pytest.mark.parametrize("text", ["The U.S. won.", "US win", "In the United States"])
    def test_an_alias_is_found(self, text: str) -> None:
        assert found_in(text, place("United States")) == {"United States": 1}

    def test_an_alias_inside_a_longer_name_of_the_article_is_not_found(self) -> None:
        assert found_in("The U.S. Army", [*place("U.S."), *organisation("U.S. Army")]) == {"U.S. Army": 1}

    @pytest.mark.parametrize("name", ["AT&T", "Jean-Luc Godard", "J.K. Rowling", "St. Louis", "O'Brien", "São Paulo"])
    def test_names_with_signs_are_found(self, name: str) -> None:
        assert found_in(f"Yesterday {name}’s friends", organisation(name)) == {name: 1}


def test_a_book_without_names_finds_none() -> None:
    assert NameBook([]).count("Barack Obama", []) == Counter()
