"""What of a caption's pieces is the credit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.captioning.credit_parting import drop_credit, is_labelled, part_credit
from cutline.dom.captioning.pieces import Piece


def part(*texts: str) -> tuple[str | None, str | None]:
    """Part pieces; those that begin with `*` are marked as the credit."""
    return part_credit(tuple(Piece(text.removeprefix("*"), text.startswith("*")) for text in texts))


@pytest.mark.parametrize(
    ("pieces", "caption", "credit"),
    [
        (["The mayor", "*Jo Doe"], "The mayor", "Jo Doe"),
        (["The mayor of Holm (MS) -", "*Jo Doe"], "The mayor of Holm (MS)", "Jo Doe"),
        (["The mayor opens the library.", "J. D."], "The mayor opens the library.", "J. D."),
        (["다리 위의 시장", "[홀름시 제공. 재판매 및 DB 금지]"], "다리 위의 시장", "홀름시"),
        (["The mayor", "*Photo by Jo Doe", "/AFP"], "The mayor", "Jo Doe / AFP"),
        (["The mayor. Photo by the author."], "The mayor.", "Photo by the author"),
        (["The kitchen. Photography by Jo Doe"], "The kitchen.", "Jo Doe"),
        (["The kitchen. Source & Photography: Jo Doe"], "The kitchen.", "Jo Doe"),
        (["Die Brücke. Text und Fotos: Jo Doe"], "Die Brücke.", "Jo Doe"),
        (["The bridge (Photo & video: Jo Doe/AFP)"], "The bridge", "Jo Doe/AFP"),
        (["She teaches photography: Jo Doe was her pupil"], "She teaches photography: Jo Doe was her pupil", None),
        (["The mayor", "Photo: The Guardian"], "The mayor", "The Guardian"),
        (["The mayor.", "© Jo Doe/dpa"], "The mayor.", "Jo Doe/dpa"),
        (["The mayor", "Bildrechte: MDR/Jo Doe"], "The mayor", "MDR/Jo Doe"),
        (["The mayor", "Foto:", "Jo Doe"], "The mayor", "Jo Doe"),
        (["Foto: Jo Doe", "The mayor opens the library."], "The mayor opens the library.", "Jo Doe"),
        (["The mayor", "Getty Images"], "The mayor", "Getty Images"),
        (["The mayor", "AP Photo/Jo Doe, File"], "The mayor", "AP Photo/Jo Doe, File"),
        (["The mayor opens it.", "Jo Doe"], "The mayor opens it.", "Jo Doe"),
        (["The mayor opens the library", "(Jo Doe)"], "The mayor opens the library", "Jo Doe"),
        (["The mayor", "*© A | A"], "The mayor", "A"),
        (["The mayor", "*Jo Doe/dpa", "*Jo Doe"], "The mayor", "Jo Doe/dpa"),
        (["(Image: Jo Doe)"], None, "Jo Doe"),
        (["© Foto: Jo Doe"], None, "Jo Doe"),
        (["Jo Doe/Getty Images"], None, "Jo Doe/Getty Images"),
        (["*(", "Image:", "Jo Doe)"], None, "Jo Doe"),
        (["*The mayor opens. Bildrechte: dpa"], "The mayor opens.", "dpa"),
        (["The mayor opens.", "*The mayor opens. Bildrechte: dpa"], "The mayor opens.", "dpa"),
        (["Jo Doe", "//", "Getty Images"], None, "Jo Doe / Getty Images"),
        (
            ["The mayor opens the library", "Jo Doe", "|", "Getty Images"],
            "The mayor opens the library",
            "Jo Doe / Getty Images",
        ),
        (["The mayor opens the library", "The mayor opens …"], "The mayor opens the library", None),
        (["The Mayor", "/", "Image credit:", "Jo Doe"], "The Mayor", "Jo Doe"),
        (["Jo Doe. Foto: Ann Roe/TT"], "Jo Doe.", "Ann Roe/TT"),
        (["The mayor opens.", "*Ann Roe (REUTERS)"], "The mayor opens.", "Ann Roe (REUTERS)"),
        (["Image"], None, None),
        (["Image source", "*Jo Doe"], None, "Jo Doe"),
        (["Image source, Getty Images"], None, "Getty Images"),
        (["Fuente de la imagen, Jo Doe"], None, "Jo Doe"),
        (["مصدر الصورة، Jo Doe"], None, "Jo Doe"),
        (["画像提供、Jo Doe"], None, "Jo Doe"),
        (["Image source, Jo Doe Image caption, The mayor"], "The mayor", "Jo Doe"),
        (["The mayor.", "*Credit", "*Jo Doe for The Herald"], "The mayor.", "Jo Doe for The Herald"),
        (["The Aurelia in the harbour of", "Port Ellery"], "The Aurelia in the harbour of Port Ellery", None),
        (["From left:", "Jo Doe", "Ann Roe"], "From left: Jo Doe Ann Roe", None),
        (["Archivfoto", "Der Bürgermeister bei der Eröffnung"], "Der Bürgermeister bei der Eröffnung", None),
        (["Der Zug fuhr ein © Anna Roe"], "Der Zug fuhr ein", "Anna Roe"),
        (["Papst Franziskus (WDR/Ben Knabe)"], "Papst Franziskus", "WDR/Ben Knabe"),
        (["광화문 광장 전경 /홍길동 기자"], "광화문 광장 전경", "홍길동 기자"),
        (["The mayor opens...", "The mayor opens the library"], "The mayor opens the library", None),
        (["The mayor.", "Credit...", "Jo Doe for The Herald"], "The mayor.", "Jo Doe for The Herald"),
        (
            ["*Jo Doe / Agency", "*The mayor opens the new library."],
            "The mayor opens the new library.",
            "Jo Doe / Agency",
        ),
        (["Autor: Jo Doe"], None, "Jo Doe"),
        (["The mayor. (Photo by Jo Doe, via", "Unsplash", ")"], "The mayor.", "Jo Doe, via Unsplash"),
        (["Source: courier.example"], None, "courier.example"),
        (["The tool (Source:", "Ann Roe’s", "Choose a Tool", ")"], "The tool", "Ann Roe’s Choose a Tool"),
        (["Harbour Press Office via AP"], None, "Harbour Press Office via AP"),
        (["The ferry (Foto: Jo Doe", "Foto: Jo Doe/dpa"], "The ferry", "Jo Doe/dpa"),
        (["Getty Images"], None, "Getty Images"),
        (["dpa / picture alliance"], None, "dpa / picture alliance"),
        (["Jo Doe | Getty Images"], None, "Jo Doe / Getty Images"),
        (["jodoe7 - stock.adobe.com"], None, "jodoe7 - stock.adobe.com"),
        (["Jo Doe / courier.example"], None, "Jo Doe / courier.example"),
        (["Courtesy Jo Doe"], None, "Jo Doe"),
        (["Legende:", "The mayor"], "The mayor", None),
    ],
)
def test_credit_in_a_piece_of_its_own(pieces: list[str], caption: str | None, credit: str | None) -> None:
    assert part(*pieces) == (caption, credit)


@pytest.mark.parametrize(
    ("text", "caption", "credit"),
    [
        ("The mayor opens it. Ảnh: Jo Doe", "The mayor opens it.", "Jo Doe"),
        ("The mayor opens it. Fot. Jo Doe", "The mayor opens it.", "Jo Doe"),
        ("The mayor (fot. PAP/Jo Doe)", "The mayor", "PAP/Jo Doe"),
        ("Fot. Jo Doe / Agencja Wyborcza.pl", None, "Jo Doe / Agencja Wyborcza.pl"),
        ("The mayor - Ph. Jo Doe", "The mayor", "Jo Doe"),
        ("A student with a Ph. D. and a fot. of hers", "A student with a Ph. D. and a fot. of hers", None),
        ("The mayor opens it. Foto di Jo Doe", "The mayor opens it.", "Jo Doe"),
        ("The mayor opens it. Foto Jo Doe", "The mayor opens it.", "Jo Doe"),
        ("La mairie. Crédits photos : Jo Doe", "La mairie.", "Jo Doe"),
        ("The mayor. Photographer: Jo Doe/Bloomberg", "The mayor.", "Jo Doe/Bloomberg"),
        ("The mayor smiles (AFP)", "The mayor smiles", "AFP"),
        ("The Press Association (PA) office", "The Press Association (PA) office", None),
        ("El alcalde. / EFE", "El alcalde.", "EFE"),
        ("رئيس البلدية (رويترز)", "رئيس البلدية", "رويترز"),
        ("رئيس البلدية (أرشيفية)", "رئيس البلدية (أرشيفية)", None),
        ("महापौर। फोटो: पीटीआई", "महापौर।", "पीटीआई"),
        ("시장이 연설하고 있다. 사진=연합뉴스", "시장이 연설하고 있다.", "연합뉴스"),
        ("[사진=연합뉴스] 시장", "[사진=연합뉴스] 시장", None),
        ("시장이 연설하고 있다. /연합뉴스", "시장이 연설하고 있다.", "연합뉴스"),
        ("市长在讲话。新华社记者 李明 摄", "市长在讲话。", "新华社记者 李明"),
        ("The mayor opens it. (Jo Doe)", "The mayor opens it.", "Jo Doe"),
        ("The mayor opens the library. Supplied", "The mayor opens the library.", "Supplied"),
        ("The mayor. — Picture by Jo Doe", "The mayor.", "Jo Doe"),
        ("The mayor.© Jo Doe", "The mayor.", "Jo Doe"),
        ("The mayor.Photo: Jo Doe", "The mayor.", "Jo Doe"),
        ("The “mayor.”Image credit: Jo Doe/AP", "The “mayor.”", "Jo Doe/AP"),
        ("Meras / J. Doe / LRT nuotr.", "Meras", "J. Doe / LRT nuotr."),
        ("市長＝１３日（潟沼撮影）", "市長＝１３日", "潟沼"),
        ("市長（ソウルで、３日）＝ＡＰ", "市長（ソウルで、３日）", "ＡＰ"),
        ("市長（Ｃ）共同通信社", "市長", "共同通信社"),
        ("시장이 말하고 있다. 연합뉴스", "시장이 말하고 있다.", "연합뉴스"),
        ("The mayor (Photo: Jo Doe/AFP)", "The mayor", "Jo Doe/AFP"),
        ("The mayor smiles. Beauty of Nature / Pixabay", "The mayor smiles.", "Beauty of Nature / Pixabay"),
        ("The mayor smiles. Jae C. Roe/Getty Images", "The mayor smiles.", "Jae C. Roe/Getty Images"),
        ("The mayor smiles. Ann Roe / Holm Post / AFP", "The mayor smiles.", "Ann Roe / Holm Post / AFP"),
        ("The mayor smiles. Photo: Jae C. Roe/AFP", "The mayor smiles.", "Jae C. Roe/AFP"),
        ("The mayor of Washington, D.C. Jo Doe/AP", "The mayor of Washington, D.C. Jo Doe/AP", None),
        ("The mayor on the pier of Holm. Reuters", "The mayor on the pier of Holm.", "Reuters"),
        ("The mayor in May 2024. Getty Images.", "The mayor in May 2024.", "Getty Images"),
        ("The oilman J. Getty", "The oilman J. Getty", None),
        ("Die kaai in Holm. Gallo Images", "Die kaai in Holm.", "Gallo Images"),
        ("The singer Vincent Gallo", "The singer Vincent Gallo", None),
        ("Die burgemeester glimlag. Foto’s: Jo Doe", "Die burgemeester glimlag.", "Jo Doe"),
        ("Imeya ibhuloho. Izithombe: Jo Doe", "Imeya ibhuloho.", "Jo Doe"),
        ("USodolophu uncumile. Umfanekiso: Jo Doe", "USodolophu uncumile.", "Jo Doe"),
        ("Ramotse o a bososela. Setshwantsho: Jo Doe", "Ramotse o a bososela.", "Jo Doe"),
        ("市长在讲话。（图源：视觉中国）", "市长在讲话。", "视觉中国"),
        ("市长在讲话（受访者供图）", "市长在讲话", "受访者"),
        ("市长在讲话（李明 摄）", "市长在讲话", "李明"),
        ("数据来源：统计局的报告", "数据来源：统计局的报告", None),
        ("The mayor speaks to Reuters.", "The mayor speaks to Reuters.", None),
        ("El alcalde sonríe. EFE/ J. Doe", "El alcalde sonríe.", "EFE/ J. Doe"),
        ("The mayor smiles. AP Photo/Jo Doe, File", "The mayor smiles.", "AP Photo/Jo Doe, File"),
        ("Getty Images | Jo Doe", None, "Getty Images / Jo Doe"),
        ("The mayor smiles Getty Images | Jo Doe", "The mayor smiles", "Getty Images / Jo Doe"),
        ("The mayor smiles | AP Photo: Jo Doe", "The mayor smiles", "AP Photo: Jo Doe"),
        ("The mayor smiles. dpa Bild: Jo Doe", "The mayor smiles.", "dpa Bild: Jo Doe"),
        ("The mayor at Bloomberg Photo: Jo Doe", "The mayor at Bloomberg", "Jo Doe"),
        ("Balthazar Getty Foto: Jo Doe/dpa", "Balthazar Getty", "Jo Doe/dpa"),
        ("J. Paul Getty © Jo Doe", "J. Paul Getty", "Jo Doe"),
        ("The mayor of Holm, PA – PA Photo: Jo Doe", "The mayor of Holm, PA – PA", "Jo Doe"),
        ("Borgmästaren på bron (Källa: Jo Doe)", "Borgmästaren på bron", "Jo Doe"),
        ("رئيس البلدية على الجسر. (تصوير: أحمد التميمي)", "رئيس البلدية على الجسر.", "أحمد التميمي"),
        ("市長と橋＝2026年4月1日、李明撮影", "市長と橋＝2026年4月1日", "李明"),
        ("市長と橋＝李明撮影", "市長と橋", "李明"),
        ("시장이 다리 위에 있다. /한지우 기자", "시장이 다리 위에 있다.", "한지우 기자"),
        ("시장이 다리 위에 있다. /한지우 사진기자", "시장이 다리 위에 있다.", "한지우 사진기자"),
        ("The mayor. Credit...Jo Doe for The Herald", "The mayor.", "Jo Doe for The Herald"),
        ("La mairie. | Jo Doe", "La mairie.", "Jo Doe"),
        ("El alcalde. / JO DOE", "El alcalde.", "JO DOE"),
        ("Le maire. J. DOE / AFP", "Le maire.", "J. DOE / AFP"),
        ("Starosta. | Foto Jo Doe", "Starosta.", "Jo Doe"),
        ("El alcalde. | Fotografía: Jo Doe", "El alcalde.", "Jo Doe"),
        ("Borgmesteren. Arkivfoto: Jo Doe", "Borgmesteren.", "Jo Doe"),
        ("Starosta. Autor: Jo Doe", "Starosta.", "Jo Doe"),
        ("Starosta. Zdroj: Jo Doe", "Starosta.", "Jo Doe"),
        ("Starosta (Zdroj: Jo Doe)", "Starosta", "Jo Doe"),
        ("Primarul. Sursa foto: Jo Doe", "Primarul.", "Jo Doe"),
        ("ראש העיר. | צילום: דוד כרמי", "ראש העיר.", "דוד כרמי"),
        ("شهردار. / عکس: رضا کریمی", "شهردار.", "رضا کریمی"),
        ("رئيس البلدية (أحمد التميمي-الجزيرة)", "رئيس البلدية", "أحمد التميمي-الجزيرة"),
        ("رئيس البلدية [الجزيرة]", "رئيس البلدية", "الجزيرة"),
        ("The mayor [AFP]", "The mayor", "AFP"),
        ("The mayor smiles. Jo Doe | Courier-Ledger", "The mayor smiles.", "Jo Doe / Courier-Ledger"),
        ("市長（撮影・岸 良祐）", "市長", "岸 良祐"),
        ("市长在讲话。新华社发（李明 摄）", "市长在讲话。", "新华社发（李明 摄）"),
        ("市長在講話。圖／縣政府提供", "市長在講話。", "縣政府"),
        ("市长在讲话。图/冰城晚报", "市长在讲话。", "冰城晚报"),
        ("市长在讲话。｜周洋 摄", "市长在讲话。", "周洋"),
        ("这张图/表说明了市长的计划", "这张图/表说明了市长的计划", None),
        ("연도별 졸업생 수. 그래픽=호수일보", "연도별 졸업생 수.", "호수일보"),
        ("নতুন সেতুর উপরে মেয়র। ছবি: নিজস্ব চিত্র", "নতুন সেতুর উপরে মেয়র।", "নিজস্ব চিত্র"),
        ("นายกเทศมนตรี (ภาพ: ปรัชญา ชัยวัฒน์)", "นายกเทศมนตรี", "ปรัชญา ชัยวัฒน์"),
        ("Imeya ibhuloho. Isithombe: Sibonelo Ngcobo/ANA", "Imeya ibhuloho.", "Sibonelo Ngcobo/ANA"),
        ("Meya wa mji. Picha na Jo Doe", "Meya wa mji.", "Jo Doe"),
        ("Ο δήμαρχος μιλά. [ΝΙΚΟΣ ΚΟΚΚΑΛΙΑΣ]", "Ο δήμαρχος μιλά.", "ΝΙΚΟΣ ΚΟΚΚΑΛΙΑΣ"),
        ("La mairie. | JO DOE / HOLM-FRANCE", "La mairie.", "JO DOE / HOLM-FRANCE"),
        # a maker in small letters is a credit
        ("Photo courtesy of the city museum archive", None, "the city museum archive"),
        ("Bild: picture alliance/dpa", None, "picture alliance/dpa"),
        ("Foto: privat", None, "privat"),
    ],
)
def test_credit_behind_the_caption_in_one_piece(text: str, caption: str | None, credit: str | None) -> None:
    assert part(text) == (caption, credit)


@pytest.mark.parametrize(
    "pieces",
    [
        ["The mayor opens the library.", "She was glad to be there."],
        ["The mayor opens the library.", "(Symbolbild)"],
        ["The mayor opens the library.", "(2019)"],
        ["The mayor", "Jo Doe"],
        ["Jo Doe"],
        ["Photo by Jo Doe The mayor opens the library in front of many people."],
        ["The mayor meets Sen. Doe"],
        ["The match ended Wales vs. England"],
        ["The mayor stands with Dr. Jo Doe"],
        ["The mayor opens it. (Archivbild)"],
        ["A camp in Gjadër (Albania)"],
        ["The mayor (left)"],
        ["The mayor (picture below"],
        ["Der Bürgermeister (Foto: links"],
        ["The ferry Aurelia (video: how she was towed"],
        ["The table lists prices (source: IMF", "Prices rose by 5 % in the quarter, and the bank expects more."],
        ["Video: 2.30 p.m. briefing with the mayor"],
        ["The mayor speaks via Getty Images"],
        ["Ann Lee Speaks Live via Reuters"],
        ["Oslo via TT Line"],
        # what tells of the picture is no credit though it starts as one
        ["Graphic: stations, costs and dates"],
        ["Grafik: So verläuft die neue Linie"],
        ["Photo: the customs house in 1911, when trams were drawn by horses"],
        # what only resembles a credit stays in the caption
        ["The library. | Read more"],
        ["He left in 1990. / A new start"],
        ["Der Autor: ein Mann"],
        ["Glavni izvor: voda"],
        ["Before | After"],
        ["The library has two rooms. Before | After"],
        ["The credit was given in 1990"],
        # what a picture shows is no credit
        ["في الصورة: رئيس البلدية يوسف حداد"],
        ["夜行フェリーが発着する港＝2024年5月1日撮影"],
        ["夜行フェリーが発着する港＝東京都新宿区で、2024年5月1日撮影"],
        ["시장에게 질문하는 방송/신문 기자"],
        ["En la foto: Ines Halloran y Joren Haldane"],
        ["Im Bild: Karl Meier und Jo Doe"],
        ["На фото: мэр города"],
        ["Das letzte Bild: Karl Meier im Sommer 1944 vor seinem Haus"],
        ["Mayor Ines Halloran (C) speaks with captain Joren Haldane in Port Ellery on Tuesday."],
        ["Vídeo: veja o momento em que o ferry deixa o porto"],
        ["Screenshot: So sieht die neue App aus, die jetzt alle haben"],
        ["Friedrich Merz (CDU/CSU)"],
        ["Robert van der Habeck (Bündnis 90/Die Grünen)"],
        ["Мост через реку. | вид с берега"],
        ["Curso de fotografía: Aprende desde cero"],
        ["Senator Jane Doe (D/Ohio)"],
        ["Keystone XL"],
        ["Ines Halloran visits Reuters"],
        ["A courtesy visit"],
        ["courier.example"],
        # labels that screen readers say before a caption begin like these
        ["Legendary mayor: Jo Doe"],
        ["Caption contest: the winners"],
        ["The museum shows landscapes. Photography by women is in the next room."],
        ["Cover of Photography: A Critical Introduction"],
    ],
)
def test_ordinary_pieces_hold_no_credit(pieces: list[str]) -> None:
    assert part(*pieces) == (" ".join(pieces), None)


@pytest.mark.parametrize(
    "sentence",
    [
        "The mayor opens the library in front of many people.",
        "東京都知事は月曜日に新しい図書館の開館式に出席した。",
    ],
)
def test_sentence_in_an_element_for_the_source_is_the_caption(sentence: str) -> None:
    assert part(f"*{sentence}") == (sentence, None)


def test_nothing_has_neither_caption_nor_credit() -> None:
    assert part() == (None, None)


@given(st.lists(st.text("Photo: ©()[]|/–- .AbcFoto撮影", min_size=1).filter(str.strip), max_size=6))
def test_caption_and_credit_are_words_of_the_pieces(texts: list[str]) -> None:
    caption, credit = part_credit(tuple(Piece(" ".join(text.split()), False) for text in texts))
    given_text = " ".join(" ".join(text.split()) for text in texts)
    assert caption is None or all(word in given_text for word in caption.split())
    assert credit is None or all(word in f"{given_text} /" for word in credit.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Photo: Jane Doe / Reuters", ""),
        ("Jane Doe/Reuters", ""),
        ("© Jane Doe", ""),
        ("The mayor opens the bridge. Photo: Jane Doe", "The mayor opens the bridge."),
        ("The mayor opens the bridge", "The mayor opens the bridge"),
        ("", ""),
        (" ", ""),
    ],
)
def test_a_credit_tells_nothing_of_its_picture(text: str, told: str) -> None:
    assert drop_credit(text) == told


def test_a_marked_credit_may_have_a_label_without_a_colon() -> None:
    assert part_credit((Piece("De burgemeester", False), Piece("Beeld Jo Doe", True))) == ("De burgemeester", "Jo Doe")


@pytest.mark.parametrize(
    ("text", "is_credited"),
    [
        ("The mayor speaks. Photo: Jo Doe", True),
        ("The mayor on the bridge (Foto: Jo Doe)", True),
        ("The mayor | Foto: Jo Doe/AFP", True),
        ("The mayor in spring - Foto: Stadt Varn", True),
        ("De burgemeester. Beeld: Jo Doe", True),
        ("The mayor. © Jo Doe", True),
        ("市長（李明撮影）", True),
        # text with such a word in a sentence ends with none
        ("Taken together, the figures paint a clear picture: the ferry will lose money.", False),
        ("Die Zahlen ergeben ein klares Bild: Die Fähre wird jahrelang Verluste machen.", False),
        ("The mayor said in a video: “We are not afraid.”", False),
        ("The council may choose (a) a repair, (b) a new ship or (c) no ferry at all.", False),
        ("Call the harbour office in Holm, ph. 09 555 1234.", False),
        ("Traffic fell by half (source: Varn Statistics).", False),
        ("Haldane did not want the credit: the whole crew had worked for it.", False),
        ("Photo: Jo Doe", False),
    ],
)
def test_text_with_the_label_of_a_picture_at_its_end_ends_with_a_credit(text: str, is_credited: bool) -> None:
    assert is_labelled(text) is is_credited


@pytest.mark.parametrize(
    "label",
    [
        "Image caption, ",
        "Legende: ",
        "Légende : ",
        "التعليق على الصورة، ",
        "Pie de foto, ",
        "图像加注文字，",
        "Bildunterschrift: ",
    ],
)
def test_label_that_screen_readers_say_before_a_caption_is_no_part_of_it(label: str) -> None:
    assert part(f"{label}The mayor. Photo: Jo Doe") == ("The mayor.", "Jo Doe")
    assert part(label.strip(), "*Jo Doe") == (None, "Jo Doe")


@pytest.mark.parametrize(
    "text",
    [
        "Last updated on June 19",
        "Zuletzt aktualisiert: 5. Mai 2024, 12:30 Uhr",
        "Request an appointment",
        "Read more »",
        "Jetzt Termin buchen",
    ],
)
def test_date_of_a_change_and_prompt_are_no_captions(text: str) -> None:
    assert part(text) == (None, None)
    assert part(text, "*Jo Doe") == (None, "Jo Doe")
