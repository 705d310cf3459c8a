"""Forms of one name in a language: sentences and names written for these tests."""

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from cutline.dom.words import read_table
from cutline.nlp.name_forms import LONGEST_ENDING, SHORTEST_STEM, NameForms, WordForms, find_forms_of
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention

LANGUAGES = sorted(" ".join(read_table("names", "endings")).split())
WORDS = st.text(st.sampled_from("abcdeiklmnostuvz'абвгеиклмнорстуы"), min_size=1, max_size=9)
MENTIONS = st.lists(st.tuples(st.lists(WORDS, min_size=1, max_size=3), st.sampled_from(["PERSON", "ORG"])), max_size=8)


def read_book(language: str, *names: str, label: str = "PERSON") -> NameBook:
    return NameBook([Mention(name, label) for name in names], find_forms_of(language))


def find_keys(book: NameBook, *names: str, label: str = "PERSON") -> set[str]:
    return {key for name in names for key in book.count(name, [Mention(name, label)])}


def list_names(book: NameBook, *names: str, label: str = "PERSON") -> set[str]:
    return {book.name(key).text for key in find_keys(book, *names, label=label)}


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
        ("nb", "USA", ["USAs"]),
        ("fr", "Emmanuel Macron", ["M. Macron", "Macron"]),
        ("pt", "Marcelo Rebelo de Sousa", ["Sr. Sousa", "Dom Marcelo Rebelo de Sousa"]),
        ("es", "Carmen Ruiz", ["Sra. Ruiz", "Doña Carmen Ruiz"]),
        ("nl", "Mark Rutte", ["Meneer Rutte", "Rutte"]),
        ("hr", "Ana Kovač", ["Ane Kovač", "Ani Kovač", "gđa Ana Kovač", "gospođe Kovač"]),
        ("hr", "Ivica Todorić", ["Ivice Todorića", "Ivici Todoriću", "Todorićem"]),
        ("hr", "Zadar", ["Zadra", "Zadru"]),
        ("hr", "Rijeka", ["Rijeke", "Rijeci", "Rijeku"]),
        ("hr", "HDZ", ["HDZ-a", "HDZ-u", "HDZ-ove"]),
        ("hr", "Hrvatska narodna banka", ["Hrvatske narodne banke", "Hrvatskoj narodnoj banci"]),
        ("hr", "Ministarstvo financija", ["Ministarstva financija", "Ministarstvu financija"]),
        ("sr", "Александар Вучић", ["Александра Вучића", "Вучићу", "Aleksandra Vučića"]),
        ("ru", "Юлия Навальная", ["Юлии Навальной", "Юлию Навальную"]),
        ("ru", "Никита Михалков", ["Н. Михалков", "Н. Михалкова", "господина Михалкова"]),
        ("da", "Mette Hansen", ["Frøken Hansen", "M. Hansens"]),
        ("tr", "Ayşe Yılmaz", ["Sayın Yılmaz", "Ayşe Yılmaz'ın"]),
        ("tr", "AB", ["AB'nin", "AB'ye"]),
        ("it", "Giorgia Meloni", ["Sig.ra Meloni", "signora Meloni"]),
        ("hr", "Pavao Novak", ["Pavla Novaka", "Pavlu Novaku", "Pavlom Novakom"]),
        ("hr", "Ivo Sanader", ["Ive Sanadera", "Ivi Sanaderu", "Ivom Sanaderom"]),
        ("hr", "Ante Gotovina", ["Ante Gotovine", "Anti Gotovini", "Antom Gotovinom"]),
        ("hr", "Sjedinjene Američke Države", ["Sjedinjenih Američkih Država", "Sjedinjenim Američkim Državama"]),
        ("hr", "Državno odvjetništvo", ["Državnog odvjetništva", "Državnom odvjetništvu"]),
        ("hr", "Ustavni sud", ["Ustavnog suda", "Ustavnom sudu"]),
        ("hr", "Vinkovci", ["Vinkovaca", "Vinkovcima"]),
        ("bs", "Banja Luka", ["Banje Luke", "Banjoj Luci", "Banju Luku"]),
        ("sr", "Нови Сад", ["Новог Сада", "Новом Саду"]),
        ("sk", "Robert Fico", ["Roberta Fica", "Robertovi Ficovi", "Robertom Ficom"]),
        ("sk", "Pavol Hlaváč", ["Pavla Hlaváča", "Pavlovi Hlaváčovi"]),
        ("sk", "Košice", ["Košíc", "Košiciach", "Košicami"]),
        ("sk", "Spojené štáty", ["Spojených štátov", "Spojeným štátom", "Spojených štátoch"]),
        ("cs", "Petr Pavel", ["Petra Pavla", "Petru Pavlovi", "Petrem Pavlem", "Pavla"]),
        ("cs", "Marie Benešová", ["Marie Benešové", "Marii Benešové", "Benešovou"]),
        ("cs", "Praha", ["Praze", "Prahy"]),
        ("cs", "Plzeň", ["Plzně", "Plzni"]),
        ("cs", "Spojené státy", ["Spojených států", "Spojeným státům", "Spojených státech"]),
        ("ru", "Павел Дуров", ["Павла Дурова", "Павлу Дурову", "Павлом Дуровым"]),
        ("ru", "Соединенные Штаты", ["Соединенных Штатов", "Соединенным Штатам", "Соединенными Штатами"]),
        ("ru", "Верховный суд", ["Верховного суда", "Верховном суде"]),
        ("ru", "Министерство обороны", ["Министерства обороны", "Министерстве обороны"]),
        ("uk", "Київ", ["Києва", "Києві", "Києву"]),
        ("uk", "Харків", ["Харкова", "Харкові"]),
        ("uk", "Тернопіль", ["Тернополя", "Тернополі"]),
        ("uk", "Петро Порошенко", ["Петра Порошенка", "Петру Порошенку", "Порошенком"]),
        ("uk", "Ольга Стефанішина", ["Ольги Стефанішиної", "Ользі Стефанішиній", "Стефанішину"]),
        ("uk", "Верховна Рада", ["Верховної Ради", "Верховній Раді"]),
        ("uk", "Чернівці", ["Чернівців", "Чернівцях"]),
    ],
)
def test_a_name_is_one_in_all_its_forms(language: str, name: str, forms: list[str]) -> None:
    label = "ORG" if name.split()[-1].islower() or " " not in name else "PERSON"
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
        ("cs", "Petr Pavel", "Petrem Pavlem"),
        ("uk", "Київ", "Києва"),
        ("sr", "Нови Сад", "Новом Саду"),
        ("hr", "Ivan Horvat", "gospodin Horvat"),
    ],
)
def test_a_caption_may_have_a_form_that_the_article_has_not(language: str, article: str, caption: str) -> None:
    assert list_names(read_book(language, article), caption) == {article}


@pytest.mark.parametrize(
    ("language", "name", "form"),
    [
        ("hr", "Luka Modrić", "Luke Modrića"),
        ("hr", "Marko Livaja", "Marka Livaje"),
        ("hr", "Nikola Tesla", "Nikolom Teslom"),
        ("hr", "Volodimir Zelenski", "Volodimiru Zelenskom"),
        ("hr", "Ante Gotovina", "Anti Gotovini"),
        ("sr", "Ђорђе Петровић", "Ђорђа Петровића"),
        ("sk", "Robert Fico", "Robertovi Ficovi"),
        ("cs", "Lucie Bílá", "Lucii Bílou"),
        ("ru", "Алла Пугачева", "Алле Пугачевой"),
        ("ru", "Илья Яшин", "Илье Яшину"),
        ("cs", "Jan Hus", "Jana Husa"),
    ],
)
def test_one_other_form_on_the_page_is_enough(language: str, name: str, form: str) -> None:
    for article in ((name, form), (form, name), (name, form, form)):
        assert list_names(read_book(language, *article), name, form) == {name}


def test_forms_of_a_name_are_one_where_none_is_without_an_ending() -> None:
    forms = "Andreja Plenkovića", "Andreju Plenkoviću", "Andrejom Plenkovićem"
    assert len(find_keys(read_book("hr", *forms), *forms)) == 1


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("hr", "Ivan Horvat", "Ivana Horvat"),
        ("hr", "Aleksandar Petrović", "Aleksandra Petrović"),
        ("hr", "Branko Horvat", "Branka Horvat"),
        ("hr", "Mario Kovač", "Maria Kovač"),
        ("hr", "Marin Čilić", "Marina"),
        ("hr", "Ivan Ivić", "Ivica Todorić"),
        ("hr", "Zagreb", "Zagorje"),
        ("hr", "Rusija", "Rusi"),
        ("hr", "Pavao Perić", "Pavla Perić"),
        ("hr", "Ivo Rak", "Iva Rak"),
        ("hr", "Ivo", "Iva"),
        ("hr", "Ivan Kos", "Ivana Kos"),
        ("hr", "Ustavni sud", "Ustavna stranka"),
        ("sr", "Нови Сад", "Нови Пазар"),
        ("sv", "Per Han", "Per Hans"),
        ("sr", "Иван Хорват", "Ивана Хорват"),
        ("sr", "Ivan Horvat", "Ивана Хорват"),
        ("sk", "Alexander Kollár", "Alexandra Kollár"),
        ("sk", "Karol Bek", "Karla Beková"),
        ("sk", "Ivan", "Ivanov"),
        ("sk", "Mária Bek", "Mario Bek"),
        ("cs", "Pavel Novák", "Pavla Nováková"),
        ("cs", "Petr Pavel", "Petra Pavlová"),
        ("cs", "Karel Schwarz", "Karla Schwarz"),
        ("cs", "Jan", "Jana"),
        ("ru", "Павел Ким", "Павла Ким"),
        ("ru", "Ульяна", "Ульянов"),
        ("uk", "Петро Бойко", "Петра Бойко"),
        ("uk", "Валерій Бойко", "Валерія Бойко"),
        ("ru", "Юлия Навальная", "Алексей Навальный"),
        ("ru", "Валентин Шевченко", "Валентина Шевченко"),
        ("ru", "Н. Михалков", "Г. Михалков"),
        ("ru", "Никита Михалков", "Г. Михалков"),
        ("ru", "Роман", "Рома"),
        ("ru", "Сергей", "Serge"),
        ("sv", "Andrea Berg", "Andreas Berg"),
        ("sv", "Robert Lewandowski", "Roberts"),
        ("sv", "Anders", "Andersson"),
        ("nb", "Johanne Hansen", "Johannes Hansen"),
        ("de", "Hanne Kuhn", "Hannes Kuhn"),
        ("de", "Hans", "Han"),
        ("tr", "O'Brien", "O'Neill"),
        ("tr", "D'Alema", "D'Angelo"),
        ("en", "Williams", "William"),
        ("en", "Bill Clinton", "H. Clinton"),
        ("fr", "Paris", "Pari"),
    ],
)
def test_two_names_stay_two(language: str, one: str, other: str) -> None:
    for article in ((one,), (other,), (one, other)):
        book = read_book(language, *article)
        assert find_keys(book, one).isdisjoint(find_keys(book, other)), article


@pytest.mark.parametrize(
    ("language", "names", "short", "full"),
    [
        ("hr", ("Ivan Horvat", "Ivan", "Ivana Kovač"), "Ivana", "Ivana Kovač"),
        ("sv", ("Andrea", "Andreas Berg"), "Andreas", "Andreas Berg"),
    ],
)
def test_a_word_that_is_a_name_on_the_page_is_no_form_of_another(
    language: str, names: tuple[str, ...], short: str, full: str
) -> None:
    assert list_names(read_book(language, *names), short) == {full}


def test_a_mention_without_a_word_has_no_name() -> None:
    assert read_book("hr", "Ana Kovač", "—").count("— i Ana Kovač", [Mention("—", "ORG")]).total() == 1


@pytest.mark.parametrize(
    "language", sorted({code for codes in read_table("names", "spoken_titles") for code in codes.split()})
)
def test_titles_are_folded_as_names_are(language: str) -> None:
    for title in find_forms_of(language).titles:
        assert NameBook([]).fold(Mention(title, "ORG")) == title


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
@budget(derandomize=True, deadline=None, max_examples=20)
@given(mentions=MENTIONS, other=st.lists(WORDS, max_size=8))
def test_forms_of_a_word_share_a_stem_or_its_letters(
    language: str, mentions: list[tuple[list[str], str]], other: list[str]
) -> None:
    forms = find_forms_of(language)
    words = WordForms(mentions, forms)
    for name, label in [*mentions, (other, "PERSON")]:
        bases = words.fold(name, label)
        assert len(bases) == len(name)
        for word, base in zip(name, bases, strict=True):
            latin, same = forms.write_latin(word), forms.write_latin(base)
            assert base == word or base[:SHORTEST_STEM] == word[:SHORTEST_STEM] or same[:1] == latin[:1]


@pytest.mark.parametrize("language", LANGUAGES)
@budget(derandomize=True, deadline=None, max_examples=20)
@given(mentions=MENTIONS)
def test_the_order_of_names_does_not_matter(language: str, mentions: list[tuple[list[str], str]]) -> None:
    there, back = (WordForms(order, find_forms_of(language)) for order in (mentions, mentions[::-1]))
    assert all(there.fold(*mention) == back.fold(*mention) for mention in mentions)


@budget(derandomize=True, deadline=None)
@given(mentions=MENTIONS)
def test_without_endings_and_other_scripts_nothing_is_joined(mentions: list[tuple[list[str], str]]) -> None:
    ascii_names = [([word for word in name if word.isascii()], label) for name, label in mentions]
    words = WordForms(ascii_names, NameForms())
    assert all(words.fold(*mention) == mention[0] for mention in ascii_names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_ending_is_longer_than_those_looked_for(language: str) -> None:
    endings = [ending for paradigm in find_forms_of(language).paradigms for ending in paradigm]
    assert max(map(len, endings), default=0) <= LONGEST_ENDING
