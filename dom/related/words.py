"""What the heading or the name of a list of links says it holds, in several languages.

Structure decides for most lists; these words admit lists that stand apart from the article, and refuse those that a
site puts below every article.
"""

from __future__ import annotations

import re

# Stories that belong to the one on the page.
RELATED_HEADINGS = re.compile(
    r"\brelated|read (?:more|also|next|this)|see also|also read|more (?:on|about|like)\b|further reading"
    r"|similar|in this (?:story|series)"
    r"|\blesen sie|lies auch|mehr zum|mehr zu\b|zum thema|zum artikel|weiterführend|weitere artikel zu|passend"
    r"|ähnlich|auch interessant|interessieren"
    r"|lire aussi|à lire|voir aussi|même sujet|sur le sujet|articles? lié|similaire|pour aller plus loin"
    r"|relacionad|lee también|lea también|leer más|más (?:sobre|informaci)|te puede interesar"
    r"|le puede interesar|además"
    r"|leia (?:também|mais)|saiba mais|veja também|ler mais|pode interessar"
    r"|leggi anche|correlat|potrebbe interessar|approfondi|per saperne"
    r"|lees ook|lees meer|gerelateerd|meer over"
    r"|läs (?:också|även|mer)|les (?:også|mer)|læs (?:også|mere)|relater|mer om\b|mere om\b|lue (?:myös|lisää)"
    r"|aiheesta"
    r"|czytaj|zobacz (?:też|także|również)|przeczytaj|powiązan|podobne|čtěte|související|súvisiac|mohlo by vás"
    r"|prečítajte"
    r"|читайте|по теме|похожие|связанн|схожі|за темою|прочетете|свързани|pročitajte|povezan"
    r"|kapcsolódó|olvasta már|olvassa el|ilgili|benzer|διαβάστε|σχετικ|cite[sș]te|citi[tț]i|baca juga|terkait"
    r"|liên quan|xem thêm"
    r"|相关|相關|延伸|関連|あわせて読|合わせて読|관련|اقرأ|ذات صلة|مرتبط|בנושא|קראו|संबंधित|यह भी पढ़",
    re.IGNORECASE,
)
# Stories that a site puts beside whatever is read, and what is paid for.
OTHER_HEADINGS = re.compile(
    r"\bmost\b|popular|trending|latest|newest|top (?:stories|news|storys)|recent|recommended|for you|don.t miss"
    r"|editor|sponsor|promot|partner"
    r"|advert|headlines|more (?:from|by|stories|news)|mehr (?:von|aus)|plus de\b|más de\b|altro di|meist|neueste"
    r"|aktuell|beliebt|empfehl|anzeige|schlagzeilen|top-?themen"
    r"|les plus|plus lus|à la une|derni[eè]r|recommand|más (?:le|vist|noticia)|lo (?:más|último)|últim"
    r"|recomendad|mais (?:lid|vist|recente)"
    r"|più (?:lett|vist|recent)|ultim|consigliat|meest|populair|populær|populär|mest (?:l|s)|senast|siste"
    r"|seneste|luetuim|uusim"
    r"|najczęściej|najnowsz|popularn|polecan|nejčtenější|nejnovější|najčítanejšie|популярн|последн|главн|свежие"
    r"|новини|найпопулярн"
    r"|legolvasott|legfriss|son dakika|çok okunan|δημοφιλ|τελευταί|terbaru|terpopuler|mới nhất"
    r"|热门|熱門|最新|排行|推荐|推薦|ランキング|人気|新着|おすすめ|많이|최신|추천|الأكثر|أحدث|پربازدید|הנקראות|लोकप्रिय",
    re.IGNORECASE,
)
# The same in classes and ids, which authors write in English nearly everywhere.
RELATED_NAMES = re.compile(
    r"relat(?!iv)|relac|correlat|gerelateerd|verwandt|similar|aehnlich|see-?also|read-?(?:more|also|next|on)"
    r"|also-?read|further"
    r"|more-?(?:on|like|to-?subject)|morelikethis|weiterlesen|mehr-?zum|lesen-?sie|zum-?thema|a-lire|lire-aussi"
    r"|leggi|lees-?ook"
)
OTHER_NAMES = re.compile(
    r"popular|(?<![a-z])most|trend|latest|newest|recent(?!er)|top-?(?:stor|news)|meist|neueste|ticker|recirc"
    r"|recommend|promo|podcast"
    r"|partner|author|byline|(?<![a-z])tags?(?![a-z])|topics|pagination|pager|video-?(?:list|play)"
)
# What no heading outweighs.
NEVER_NAMES = re.compile(
    r"outbrain|taboola|plista|(?<![a-z])ads?(?![a-z])|advert|anzeige|sponsor|newsletter|subscri|footer"
    r"|(?<![a-z])nav|menu|breadcrumb"
    r"|comment|disqus|share|social|cookie|consent"
)
