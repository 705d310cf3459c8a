"""What a name is called by its own words: endings of companies, words for offices and landscapes, known places."""

from __future__ import annotations

from collections.abc import Sequence

# All folded, as names are: without case and accents.
COMPANY_ENDINGS = frozenset(
    "inc corp corporation co company gmbh ag kg se plc llc ltd limited llp sa spa srl bv nv ab asa oy oyj doo".split()
)
ORGANISATION_WORDS = frozenset(
    """
    university college institute institution ministry department agency bureau committee commission council parliament
    congress senate court bank association federation foundation society union party league club corps police ministerio
    universidade universitet institut ministarstvo sveuciliste banka fundacija politiet
    magazine newspaper airlines airways motors pharmaceuticals technologies industries holdings group partners capital
    studios records news media network networks television radio
    times post herald tribune gazette journal chronicle telegraph
    """.split()
)
PLACE_WORDS = frozenset(
    """
    river island islands mountain mountains sea ocean bay gulf peninsula valley basin coast county province
    district street avenue road boulevard square bridge airport beach
    """.split()
)
MOUNTS = frozenset("lake mount cape".split())  # which stand before the name of a place
ORGANISATIONS = frozenset(
    """
    adidas|airbus|al jazeera|al qaeda|alibaba|amazon|american airlines|apple|associated press|at&t|bank of america|
    bank of england|bayer|bbc|berkshire hathaway|blackrock|bloomberg|bmw|boeing|bp|bundesbank|chevron|cia|cisco|
    citigroup|cnn|coca cola|congress|conocophillips|credit suisse|daimler|deutsche bank|european central bank|
    european union|exxon|exxon mobil|exxonmobil|facebook|fbi|federal reserve|fifa|gazprom|general electric|
    general motors|goldman sachs|google|hamas|hezbollah|honda|house of commons|house of representatives|hsbc|huawei|
    ibm|ikea|instagram|intel|international monetary fund|jpmorgan|jpmorgan chase|kremlin|lockheed martin|lufthansa|
    mastercard|mcdonald's|mercedes benz|meta|microsoft|morgan stanley|nasa|nato|nbc|nestle|netflix|nike|nintendo|
    nissan|nvidia|openai|opec|oracle|parliament|pentagon|pfizer|procter & gamble|reuters|rosneft|samsung|saudi aramco|
    senate|siemens|sony|spacex|starbucks|state department|supreme court|taliban|tesla|tiktok|toyota|treasury|twitter|
    ubs|unesco|unicef|united nations|us army|visa|volkswagen|volvo|walmart|wells fargo|white house|
    world bank|world health organization|youtube
    """.replace("\n", "")
    .replace("    ", "")
    .strip()
    .split("|")
)
PLACES = frozenset(
    """
    afghanistan|albania|algeria|andorra|angola|argentina|armenia|australia|austria|azerbaijan|bahamas|bahrain|bangladesh|
    barbados|belarus|belgium|belize|benin|bhutan|bolivia|bosnia|bosnia and herzegovina|botswana|brazil|brunei|bulgaria|
    burkina faso|burundi|cambodia|cameroon|canada|cape verde|central african republic|chile|china|colombia|congo|
    costa rica|croatia|cuba|cyprus|czech republic|denmark|djibouti|dominican republic|east timor|ecuador|egypt|
    el salvador|equatorial guinea|eritrea|estonia|eswatini|ethiopia|fiji|finland|france|gabon|gambia|germany|ghana|
    greece|greenland|grenada|guatemala|guinea|guinea bissau|guyana|haiti|honduras|hungary|iceland|india|indonesia|iran|
    iraq|ireland|israel|italy|ivory coast|jamaica|japan|kazakhstan|kenya|kosovo|kuwait|kyrgyzstan|laos|latvia|lebanon|
    lesotho|liberia|libya|liechtenstein|lithuania|luxembourg|madagascar|malawi|malaysia|maldives|mali|malta|mauritania|
    mauritius|mexico|moldova|monaco|mongolia|montenegro|morocco|mozambique|myanmar|namibia|nepal|netherlands|
    new zealand|nicaragua|nigeria|north korea|north macedonia|norway|oman|pakistan|palestine|panama|papua new guinea|
    paraguay|peru|philippines|poland|portugal|qatar|romania|russia|rwanda|saudi arabia|senegal|serbia|sierra leone|
    singapore|slovakia|slovenia|somalia|south africa|south korea|south sudan|spain|sri lanka|sudan|suriname|sweden|
    switzerland|syria|taiwan|tajikistan|tanzania|thailand|togo|trinidad and tobago|tunisia|turkmenistan|uganda|ukraine|
    united arab emirates|united kingdom|united states|uruguay|uzbekistan|venezuela|vietnam|yemen|zambia|zimbabwe|
    africa|antarctica|asia|europe|latin america|middle east|north america|south america|balkans|caribbean|crimea|
    england|scotland|wales|northern ireland|gaza|gaza strip|west bank|hong kong|california|texas|florida|alabama|alaska|
    arizona|arkansas|colorado|connecticut|delaware|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|
    maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new hampshire|new jersey|
    new mexico|new york|new york city|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|rhode island|
    south carolina|south dakota|tennessee|utah|vermont|wisconsin|wyoming|abu dhabi|addis ababa|algiers|amman|
    amsterdam|ankara|athens|baghdad|baku|bangkok|barcelona|beijing|beirut|belgrade|berlin|bern|birmingham|bogota|
    bratislava|brussels|bucharest|budapest|buenos aires|cairo|canberra|caracas|chicago|copenhagen|dallas|damascus|
    delhi|dhaka|doha|dubai|dublin|edinburgh|frankfurt|geneva|glasgow|hanoi|havana|helsinki|istanbul|jakarta|jerusalem|
    johannesburg|kabul|karachi|kathmandu|kharkiv|khartoum|kiev|kinshasa|kuala lumpur|kyiv|lagos|lima|lisbon|liverpool|
    ljubljana|london|los angeles|madrid|manchester|manila|melbourne|mexico city|miami|milan|minsk|montreal|moscow|
    mumbai|munich|nairobi|new delhi|nicosia|oslo|ottawa|paris|philadelphia|podgorica|prague|pyongyang|quito|rabat|
    reykjavik|riga|rio de janeiro|riyadh|rome|san francisco|santiago|sao paulo|sarajevo|seattle|seoul|shanghai|skopje|
    sofia|st petersburg|stockholm|sydney|taipei|tallinn|tbilisi|tehran|tel aviv|tirana|tokyo|toronto|tripoli|tunis|
    vancouver|vienna|vilnius|warsaw|wellington|yerevan|zagreb|zurich|kina|danmark|finland|frankrike|frankrig|tyskland|
    italien|italia|norge|polen|ryssland|russland|rusland|spanien|spania|storbritannien|storbritannia|sverige|schweiz|
    sveits|ukraina|ukrajina|usa|europa|kobenhavn|goteborg|malmo|hrvatska|srbija|njemacka|francuska|rusija|slovenija|
    brasil|espanha|franca|alemanha|ucrania|lisboa|россия|украина|сша|германия|франция|китай|москва|киев|европа
    """.replace("\n", "")
    .replace("    ", "")
    .strip()
    .split("|")
)
LABELS = {**dict.fromkeys(ORGANISATIONS, "ORG"), **dict.fromkeys(PLACES, "LOC")}


def find_label(words: Sequence[str]) -> str | None:
    """Return what the folded words of a name say that it is: ORG or LOC; None if they do not say."""
    if label := LABELS.get(" ".join(words)):
        return label
    if len(words) < 2:
        return None
    if words[-1] in COMPANY_ENDINGS or words[-1] in ORGANISATION_WORDS:
        return "ORG"
    if words[-1] in PLACE_WORDS or words[0] in MOUNTS:
        return "LOC"
    return "ORG" if words[0] in ORGANISATION_WORDS else None
