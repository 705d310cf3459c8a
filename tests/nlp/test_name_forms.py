"""Forms of one name in a language: sentences and names written for these tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from cutline.nlp.name_forms import _ENDINGS, SHORTEST_STEM, NameForms, WordForms, find_forms_of
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention

LANGUAGES = sorted({language for languages in _ENDINGS for language in languages.split()})
WORDS = st.text(st.sampled_from("abcdeiklmnostuvz'абвгеиклмнорстуы"), min_size=1, max_size=9)


def read_book(language: str, *names: str, label: str = "PERSON") -> NameBook:
    return NameBook([Mention(name, label) for name in names], find_forms_of(language))


def list_names(book: NameBook, *names: str, label: str = "PERSON") -> set[str]:
    keys = {book.fold(Mention(name, label)) for name in names}
    return (
        {book.name(key).text for name in names for key in book.count(name, [Mention(name, label)])} if keys else set()
    )


@pytest.mark.parametrize(
    ("language", "name", "forms"),
    [
        ("hr", "Andrej Plenković", ["Andreja Plenkovića", "Plenkoviću", "Plenkovićem"]),
        ("hr", "Zagreb", ["Zagreba", "Zagrebu", "Zagrebom"]),
        ("hr", "Hrvatska", ["Hrvatske", "Hrvatskoj", "Hrvatsku"]),
        ("sr", "Vesna Perić", ["Vesne Perić", "Vesni Perić", "Vesnu Perić"]),
        ("bs", "Sarajevo", ["Sarajeva", "Sarajevu", "Sarajevom"]),
        ("sk", "Alexander Kollár", ["Alexandra Kollára", "Kollárovi", "Kollárom"]),
        ("cs", "Praha", ["Prahy", "Prahu", "Prahou"]),
        ("ru", "Владимир Путин", ["Владимира Путина", "Путину", "Путиным", "Путине"]),
        ("ru", "Алексей Зеленский", ["Алексея Зеленского", "Зеленскому", "Зеленским"]),
        ("ru", "Москва", ["Москвы", "Москве", "Москву", "Москвой"]),
        ("ru", "Россия", ["России", "Россию", "Россией"]),
        ("uk", "Тарас Мельник", ["Тараса Мельника", "Мельнику", "Мельником"]),
        ("tr", "Recep Erdoğan", ["Recep Erdoğan'ın", "Erdoğan’a", "Erdoğan'dan"]),
        ("de", "Angela Merkel", ["Angela Merkels", "Merkels", "Frau Merkel"]),
        ("da", "Mette Frederiksen", ["Mette Frederiksens", "Frederiksens"]),
        ("sv", "Magdalena Andersson", ["Magdalena Anderssons", "Anderssons"]),
        ("nb", "Norge", ["Norges"]),
        ("fr", "Emmanuel Macron", ["M. Macron", "Macron"]),
        ("pt", "Marcelo Rebelo de Sousa", ["Sr. Sousa", "Dom Marcelo Rebelo de Sousa"]),
        ("es", "Carmen Ruiz", ["Sra. Ruiz", "Doña Carmen Ruiz"]),
        ("nl", "Mark Rutte", ["Meneer Rutte", "Rutte"]),
    ],
)
def test_a_name_is_one_in_all_its_forms(language: str, name: str, forms: list[str]) -> None:
    label = "PERSON" if " " in name else "LOC"
    book = read_book(language, name, *forms, label=label)
    assert list_names(book, *forms, name, label=label) == {name}


@pytest.mark.parametrize(
    ("language", "article", "caption"),
    [
        ("hr", "Andrej Plenković", "Plenkovića"),
        ("ru", "Владимир Путин", "Путина"),
        ("de", "Olaf Scholz", "Herrn Scholz"),
        ("ru", "Ирина Соколова", "г-жа Соколова"),
        ("ru", "Сергей Миронов", "г-н Миронов"),
        ("hr", "Ivan Horvat", "gospodin Horvat"),
    ],
)
def test_a_caption_may_have_a_form_that_the_article_has_not(language: str, article: str, caption: str) -> None:
    assert list_names(read_book(language, article), caption) == {article}


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("hr", "Ivan Horvat", "Ivana Horvat"),
        ("ru", "Юлия Навальная", "Алексей Навальный"),
        ("ru", "Роман", "Рома"),
        ("hr", "Zagreb", "Zagorje"),
        ("sv", "Anders", "Andersson"),
        ("de", "Hans", "Han"),
        ("en", "Williams", "William"),
        ("fr", "Paris", "Pari"),
    ],
)
def test_two_names_stay_two(language: str, one: str, other: str) -> None:
    book = read_book(language, one, other)
    assert book.fold(Mention(one, "PERSON")) != book.fold(Mention(other, "PERSON"))


@pytest.mark.parametrize(
    ("language", "cyrillic", "latin"),
    [
        ("ru", "Владимир Путин", "Vladimir Putin"),
        ("ru", "Зеленский", "Zelensky"),
        ("uk", "Шевченко", "Shevchenko"),
        ("en", "Вячеслав Молотов", "Vyacheslav Molotov"),
        ("sr", "Новак Ђоковић", "Novak Đoković"),
        ("sr", "Љиљана Његуш", "Ljiljana Njeguš"),
    ],
)
def test_a_name_in_two_scripts_is_one(language: str, cyrillic: str, latin: str) -> None:
    book = read_book(language, cyrillic, latin, cyrillic)
    assert list_names(book, cyrillic, latin) == {cyrillic}


def test_a_name_is_shown_without_its_ending_however_often_it_has_one() -> None:
    book = read_book("ru", "Путина", "Путина", "Путин")
    assert list_names(book, "Путина") == {"Путин"}


def test_a_form_that_stands_alone_is_shown_as_written() -> None:
    assert list_names(read_book("hr", "Plenkovića"), "Plenkovića") == {"Plenkovića"}


@pytest.mark.parametrize("language", LANGUAGES)
@budget(derandomize=True, deadline=None, max_examples=50)
@given(names=st.lists(st.lists(WORDS, min_size=1, max_size=3), max_size=8), other=WORDS)
def test_the_base_of_a_base_is_itself(language: str, names: list[list[str]], other: str) -> None:
    words = WordForms(names, find_forms_of(language))
    for word in [other, *(word for name in names for word in name)]:
        base = words.find_base(word)
        assert words.find_base(base) == base


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "tr"])
@budget(derandomize=True, deadline=None, max_examples=50)
@given(names=st.lists(st.lists(WORDS, min_size=1, max_size=3), max_size=8))
def test_forms_of_a_word_share_a_stem_or_its_letters(language: str, names: list[list[str]]) -> None:
    forms = find_forms_of(language)
    words = WordForms(names, forms)
    for word in {word for name in names for word in name}:
        base = words.find_base(word)
        assert (
            base == word
            or base[:SHORTEST_STEM] == word[:SHORTEST_STEM]
            or forms.write_latin(base)[:SHORTEST_STEM] == forms.write_latin(word)[:SHORTEST_STEM]
        )


@budget(derandomize=True, deadline=None)
@given(names=st.lists(st.lists(WORDS, min_size=1, max_size=3), max_size=8))
def test_without_endings_and_other_scripts_nothing_is_joined(names: list[list[str]]) -> None:
    ascii_names = [[word for word in name if word.isascii()] for name in names]
    words = WordForms(ascii_names, NameForms())
    assert all(words.find_base(word) == word for name in ascii_names for word in name)
