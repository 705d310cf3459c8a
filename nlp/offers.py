"""Texts that speak to the reader for the publisher or an advertiser: offers, calls to subscribe, notices of the site.

What an article says of its subject hardly ever has these words; advertisements and notices between its paragraphs
nearly always do. The words alone prove nothing: they count against a paragraph that shares little with its article.
"""

from __future__ import annotations

import re
from typing import Final

# By language, separated by commas: beginnings of words, and phrases of several words.
WORDS: Final = {
    "many": "newsletter, cookies, app store, google play, apple podcasts, google podcasts, gratis",
    "en": "sign up, signing up, subscribe to, subscribe now, subscribe for, subscribe here, subscription, click "
    "here, click below, click the link, order now, order today, buy now, buy online, shop now, book now, book "
    "your, register now, download now, download the app, free shipping, free delivery, free trial, for free, "
    "is free, free of charge, half price, half-price, % off, per cent off, percent off, discount, promo code, "
    "use code, use the code, with code, with the code, coupon, terms apply, terms and conditions, limited "
    "time, limited-time, limited offer, special offer, compare offers, compare prices, compare quotes, get "
    "started, save up to, our readers, our sponsor, our sponsors, our website, our sister site, our podcast, "
    "sponsored, advertisement, affiliate, receive compensation, receive a commission, privacy policy, privacy "
    "settings, terms of use, terms of service, user agreement, follow us, visit our, visiting our, "
    "money-back, money back, no credit card",
    "de": "abonnier, abo abschließen, kostenlos, kostenfrei, versandkosten, rabatt, gutschein, zum halben preis, "
    "jetzt bestellen, jetzt kaufen, jetzt buchen, jetzt sichern, jetzt anmelden, jetzt testen, bestellen sie, "
    "buchen sie, sichern sie, vergleichen sie, testen sie, sparen sie, folgen sie uns, registrieren sie, "
    "melden sie sich, hier klicken, klicken sie, angebote, unsere leser, leserinnen und leser, gesponsert, "
    "anzeige:, datenschutz, privatsphäre, externe inhalte, externer inhalt",
    "fr": "abonnez, abonnement, inscrivez, inscription, cliquez, gratuit, livraison offerte, code promo, réduction, "
    "offre spéciale, moitié prix, commandez, réservez, profitez, comparez, téléchargez, suivez-nous, nos "
    "lecteurs, nos partenaires, sponsoris, publicité",
    "es": "suscríb, suscrib, inscríb, boletín, haz clic, haga clic, envío gratuito, código promocional, código de "
    "descuento, descuento, oferta, mitad de precio, compra ya, compra ahora, pide ahora, reserva ahora, "
    "reserve ahora, descarga ahora, nuestros lectores, patrocinad, publicidad, síguenos",
    "it": "iscriviti, abbonati, clicca, gratuit, codice sconto, sconto, offerta, metà prezzo, ordina ora, ordina "
    "subito, acquista ora, prenota ora, scarica ora, approfitta, nostri lettori, sponsorizzat, pubblicità, "
    "seguici",
    "pt": "assine, assinatura, inscreva-se, clique, grátis, frete, código promocional, cupom, cupão, desconto, "
    "oferta, metade do preço, compre já, compre agora, reserve já, reserve agora, baixe agora, aproveite, "
    "nossos leitores, nosso site, patrocinad, publicidade, siga-nos",
    "nl": "nieuwsbrief, schrijf je in, meld je aan, klik hier, korting, aanbieding, halve prijs, bestel nu, bestel "
    "vandaag, boek nu, koop nu, onze lezers, gesponsord, advertentie, volg ons",
    "sv, nb, da": "prenumerera, abonner, nyhetsbrev, nyhedsbrev, klicka här, klikk her, klik her, rabat, "
    "erbjudande, tilbud, halva priset, halv pris, beställ nu, köp nu, bestill nå, kjøp nå, bestil nu, "
    "køb nu, våra läsare, våre lesere, vores læsere, sponsrad, annons, följ oss, følg oss",
    "fi": "tilaa nyt, uutiskirje, ilmaiseksi, alennus, tarjous, mainos, lukijamme",
    "pl": "zapisz się, subskryb, kliknij, za darmo, bezpłatn, kod rabatowy, rabat, zniżk, promocj, oferta, zamów, "
    "kup teraz, naszych czytelników, sponsorowan, reklam",
    "cs": "přihlaste se, klikněte, zdarma, slevu, slevou, slevový, objednejte, kupte, našim čtenářům, sponzorovan, "
    "reklam",
    "hu": "iratkozz, feliratkoz, hírlevél, kattints, ingyen, kedvezmény, akció, rendelj, olvasóink, hirdetés",
    "ro": "abonează, înscrie, click aici, reducere, ofertă, comandă acum, cititorii noștri, publicitate",
    "hr, bs, sr": "pretplati, kliknite, besplatn, popust, ponuda, naruči, našim čitateljima, sponzor, oglas",
    "tr": "abone ol, tıklayın, ücretsiz, indirim, kampanya, sipariş ver, okurlarımız, sponsorlu, reklam",
    "ru": "подпис, рассылк, нажмите, бесплатн, скидк, промокод, закажите, купите, наших читателей, реклам",
    "uk": "підпис, розсилк, натисніть, безкоштовн, знижк, промокод, замовте, купіть, наших читачів",
    "ja": "登録はこちら, 今すぐ, 無料, 送料, 割引, クーポン, キャンペーン, お申し込み, 購読, 広告",
    "zh": "立即, 免费, 免費, 优惠, 優惠, 折扣, 订阅, 訂閱, 点击, 點擊, 下载, 下載, 广告, 廣告",
    "ko": "지금 신청, 지금 구매, 지금 가입, 무료, 할인, 쿠폰, 구독, 클릭, 광고",
    "ar": "اشترك, اضغط هنا, مجانا, مجاني, خصم, عرض خاص, اطلب الآن, إعلان",
}
JOINED: Final = ("ja", "zh", "ko", "ar")  # languages in which a word may follow another one without a space


def _compile(language: str, words: str) -> str:
    phrases = "|".join(re.escape(each) + r"\b" * (" " in each) for each in map(str.strip, words.split(",")))
    return phrases if language in JOINED else rf"(?:\b|(?=%))(?:{phrases})"


PRICE: Final = r"[$€£¥₹]\s?\d+|(?<![\d.,])\d[\d.,]* ?(?:€|euros?\b|dollars?\b|kr\b|zł\b|kč\b|円|元|руб)"
PATTERN: Final = re.compile("|".join([PRICE, *(_compile(*entry) for entry in WORDS.items())]), re.IGNORECASE)


def count_offers(text: str) -> int:
    """Return how many different words of an offer or of a notice to the reader a text has; a price counts as one."""
    found = (match[0].casefold() for match in PATTERN.finditer(text))
    return len({"price" if any(map(str.isdigit, each)) else each for each in found})
