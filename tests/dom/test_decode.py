"""What the encoding of a page's bytes is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.decode import Decoded, decode
from cutline.errors import CutlineError, EmptyPage, NotHtml, PageTooLarge

LIMIT = 1_000_000
FRENCH = (
    "<p>À l'été 1998, le maire de Besançon a inauguré la médiathèque où, déjà, les élèves du collège préparaient leur "
    "exposé sur l'histoire de la forêt. « C'est une journée très spéciale », a-t-il déclaré à la presse régionale.</p>"
)
JAPANESE = (
    "<p>東京都は二十日、新しい図書館の開館式を行いました。知事は「市民の皆さんに喜んでもらえる」と話しています。</p>"
)
KOREAN = "<p>서울시는 새로운 도서관의 개관식을 열었습니다. 시장은 시민들이 기뻐할 것이라고 말했습니다.</p>"
CHINESE = "<p>北京市二十日举行新图书馆的开馆仪式。市长说，市民们会喜欢这座新的建筑，欢迎大家前来参观。</p>"


def declared(charset: str, text: str) -> str:
    return f'<html><head><meta charset="{charset}"></head><body>{text}</body></html>'


@pytest.mark.parametrize(
    ("mark", "codec"), [(b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")]
)
def test_byte_order_mark_names_the_encoding(mark: bytes, codec: str) -> None:
    assert decode(mark + JAPANESE.encode(codec), LIMIT) == Decoded(JAPANESE, codec)


def test_byte_order_mark_outranks_header_and_declaration() -> None:
    page = declared("shift_jis", JAPANESE)
    assert decode(b"\xef\xbb\xbf" + page.encode(), LIMIT, "windows-1252") == Decoded(page, "utf-8")


def test_byte_order_mark_of_text_is_dropped() -> None:
    assert decode("\ufeff<p>x", LIMIT).text == "<p>x"


def test_header_names_the_encoding() -> None:
    assert decode(FRENCH.encode("cp1252"), LIMIT, "ISO-8859-1") == Decoded(FRENCH, "cp1252")


def test_header_outranks_declaration() -> None:
    page = declared("windows-1251", FRENCH)
    assert decode(page.encode("cp1252"), LIMIT, "windows-1252") == Decoded(page, "cp1252")


@pytest.mark.parametrize(
    ("charset", "codec", "text"),
    [
        ("windows-1252", "cp1252", FRENCH),
        ("shift_jis", "cp932", JAPANESE),
        ("euc-jp", "euc_jp", JAPANESE),
        ("iso-2022-jp", "iso2022_jp", JAPANESE),
        ("euc-kr", "cp949", KOREAN),
        ("gb18030", "gb18030", CHINESE),
        ("gb2312", "gb18030", CHINESE),
        ("windows-1251", "cp1251", "<p>Мэр города открыл новую библиотеку."),
    ],
)
def test_declaration_names_the_encoding(charset: str, codec: str, text: str) -> None:
    page = declared(charset, text)
    assert decode(page.encode(codec), LIMIT) == Decoded(page, codec)


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
        "<META CHARSET=windows-1251>",
        "<meta  charset = ' windows-1251 '/>",
        '<?xml version="1.0" encoding="windows-1251"?>',
    ],
)
def test_every_form_of_declaration_is_read(declaration: str) -> None:
    page = declaration + "<p>Мэр открыл библиотеку"
    assert decode(page.encode("cp1251"), LIMIT) == Decoded(page, "cp1251")


def test_latin_1_is_read_as_browsers_do() -> None:
    page = declared("iso-8859-1", "<p>“quoted” – 5 €")
    assert decode(page.encode("cp1252"), LIMIT).text == page


def test_utf_8_is_read_in_spite_of_a_wrong_declaration() -> None:
    page = declared("gb2312", FRENCH)
    assert decode(page.encode(), LIMIT) == Decoded(page, "utf-8")


def test_wrong_declaration_is_replaced_by_the_encoding_detected() -> None:
    page = declared("utf-8", CHINESE * 5)
    assert decode(page.encode("gb18030"), LIMIT) == Decoded(page, "gb18030")


def test_byte_wise_declaration_of_utf_16_is_not_believed() -> None:
    page = declared("utf-16", FRENCH)
    assert decode(page.encode(), LIMIT) == Decoded(page, "utf-8")


@pytest.mark.parametrize(
    "charset", ["zlib", "rot13", "undefined", "unicode_escape", "utf-7", "idna", "no-such-charset", "\0", ""]
)
def test_charset_that_no_browser_knows_is_ignored(charset: str) -> None:
    assert decode(FRENCH.encode(), LIMIT, charset) == Decoded(FRENCH, "utf-8")
    assert "unicode_escape" not in (decode(declared(charset, FRENCH).encode("cp1252"), LIMIT).encoding or "")


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", FRENCH),
        (
            "cp1252",
            "<p>El alcalde de Málaga inauguró ayer la biblioteca. «Será para los niños», señaló el señor Núñez.",
        ),
        ("cp1250", "<p>Prezydent Łodzi otworzyła nową bibliotekę. Mieszkańcy cieszą się. Źródło: urząd miasta, środa."),
        ("cp1251", "<p>Мэр города открыл новую библиотеку. Жители рады, что смогут брать книги и по праздникам."),
        ("cp932", JAPANESE),
        ("gb18030", CHINESE),
    ],
)
def test_undeclared_encoding_is_detected(codec: str, text: str) -> None:
    assert decode((text * 5).encode(codec), LIMIT).text == text * 5


def test_undeclared_utf_8_is_found() -> None:
    assert decode(KOREAN.encode(), LIMIT) == Decoded(KOREAN, "utf-8")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_found_by_its_first_tag(codec: str) -> None:
    assert decode(JAPANESE.encode(codec), LIMIT) == Decoded(JAPANESE, codec)


def test_few_broken_bytes_leave_undeclared_utf_8_as_it_is() -> None:
    broken = decode(FRENCH.encode() + b"\xff<p>caf\xe9</p>", LIMIT)
    assert broken == Decoded(FRENCH + "\ufffd<p>caf\ufffd</p>", "utf-8", ("broken_encoding",))


def test_few_broken_bytes_leave_a_declared_encoding_as_it_is() -> None:
    page = declared("euc-kr", KOREAN * 10)
    broken = decode(page.encode("cp949") + b"\xff", LIMIT)
    assert broken == Decoded(page + "\ufffd", "cp949", ("broken_encoding",))


def test_page_cut_within_a_character_stays_utf_8() -> None:
    assert decode(JAPANESE.encode()[:-6], LIMIT).encoding == "utf-8"


def test_control_characters_are_dropped_with_a_warning() -> None:
    assert decode(b"<p>one\x00 two\x08</p>" + b" " * 20, LIMIT).warnings == ("control_characters",)
    assert decode("<p>one\0 two, three and four", LIMIT).text == "<p>one two, three and four"


def test_lone_surrogates_are_dropped() -> None:
    assert decode("<p>one \ud800 two, three", LIMIT).text == "<p>one  two, three"


@pytest.mark.parametrize(
    "magic", [b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n", b"\x1f\x8b\x08", b"PK\x03\x04", b"\xff\xd8\xff\xe0", b"GIF89a"]
)
def test_file_of_another_kind_is_no_html(magic: bytes) -> None:
    with pytest.raises(NotHtml):
        decode(magic + b"rest of it", LIMIT)


@pytest.mark.parametrize("page", ['{"id": 1, "html": "<p>x"}\n{"id": 2}', b' [ {"url": "x"}]', '{\n  "title": "x"}'])
def test_json_is_no_html(page: str | bytes) -> None:
    with pytest.raises(NotHtml, match="JSON"):
        decode(page, LIMIT)


@pytest.mark.parametrize(
    "page",
    ["{% block %}<p>x", '{"status": "ok"}\n<!DOCTYPE html><p>x', '["x"] said <b>Aruna</b>', '{"x" <p>y', "<p>{}"],
)
def test_text_that_begins_like_json_is_a_page(page: str) -> None:
    assert decode(page, LIMIT).text == page


def test_binary_data_is_no_html() -> None:
    with pytest.raises(NotHtml, match="binary"):
        decode(bytes(range(32)) * 10, LIMIT)


@pytest.mark.parametrize("page", ["", b"", " \n\t", b" \r\n", b"\xef\xbb\xbf", b"\xff\xfe", "\ufeff \n"])
def test_page_of_white_space_is_empty(page: str | bytes) -> None:
    with pytest.raises(EmptyPage):
        decode(page, LIMIT)


@pytest.mark.parametrize("page", ["x" * 101, b"x" * 101])
def test_page_over_the_limit_is_refused(page: str | bytes) -> None:
    with pytest.raises(PageTooLarge, match="101"):
        decode(page, 100)


def test_page_of_just_the_limit_is_read() -> None:
    assert decode(b"x" * 100, 100).text == "x" * 100


def test_endless_declarations_cost_linear_time() -> None:
    assert decode(b"<meta " * 300_000 + b"<meta charset=" * 50_000 + b"\xe9", 10_000_000).encoding


@given(st.binary(max_size=500), st.none() | st.text(max_size=20))
def test_any_bytes_are_decoded_or_refused(data: bytes, charset: str | None) -> None:
    try:
        text = decode(data, LIMIT, charset).text
    except CutlineError:
        return
    text.encode()


@given(st.binary(max_size=80))
def test_any_declaration_is_decoded_or_refused(charset: bytes) -> None:
    try:
        decode(b'<meta charset="' + charset + b'"><p>caf\xe9', LIMIT)
    except CutlineError:
        return


@given(
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1),
    st.sampled_from(["utf-8", "utf-16-le", "cp1252", "cp1251", "cp932", "euc_jp", "cp949", "gb18030", "iso2022_jp"]),
)
def test_ascii_text_survives_every_encoding(text: str, codec: str) -> None:
    page = f"<p>{text}"
    assert decode(page.encode(codec), LIMIT, codec).text == page


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn"]), min_size=1))
def test_text_survives_utf_8(text: str) -> None:
    page = f"<p>é{text}"
    assert decode(page.encode(), LIMIT) == decode(page.encode(), LIMIT, "shift_jis") == Decoded(page, "utf-8")


@given(st.text("あいう漢字カナ、。表ソ", min_size=1), st.sampled_from(["cp932", "euc_jp", "iso2022_jp", "gb18030"]))
def test_japanese_survives_its_encodings(text: str, codec: str) -> None:
    page = f"<p>{JAPANESE}{text}"
    assert decode(page.encode(codec), LIMIT, codec).text == page


@pytest.mark.parametrize("reference", ["&#1;", "&#x1", "&#12;", "&#0011;", "&#X1f;", "&#31 ", "&#65535;", "&#xFFFE;"])
def test_references_to_control_characters_are_replaced_with_a_warning(reference: str) -> None:
    decoded = decode(f"<p>one {reference}two</p>", LIMIT)
    assert (decoded.text.replace(" ", ""), decoded.warnings) == ("<p>one\ufffdtwo</p>", ("control_characters",))
    assert decoded.utf8 == decoded.text.encode()


@pytest.mark.parametrize("text", ["&#10;", "&#13;", "&#x9;", "&#x1f4f0;", "&#32;", "&#8217;", "&#111;", "&#655350;"])
def test_other_references_stay(text: str) -> None:
    assert decode(text, LIMIT).text == text


def test_what_stands_around_a_control_character_becomes_no_reference_to_one() -> None:
    assert "&#1;" not in decode("<p>" + " " * 40 + "&#&#1;1; &\x01#1;", LIMIT).text


def test_form_feeds_are_white_space() -> None:
    decoded = decode("<p>one\ftwo</p>", LIMIT)
    assert (decoded.text, decoded.warnings) == ("<p>one two</p>", ())
