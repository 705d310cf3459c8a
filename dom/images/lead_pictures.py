"""Which image can be an article's lead image: a displayed one, or one that the page only declares."""

from __future__ import annotations

import re
from itertools import islice

from cutline.dom.document import Document
from cutline.dom.images.addresses import picture_key
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.metadata.declared_images import DeclaredImage, find_declared_logos, find_declared_portraits
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.site_names import is_site_name, read_site_keys
from cutline.dom.scripts import CAMEL
from cutline.dom.web_addresses import split_address
from cutline.dom.words import join_patterns, list_words

# Words in addresses of authors' portraits.
PORTRAIT = re.compile(join_patterns("pictures", "portraits"), re.I)
# Words in class, id and similar attributes of elements about an author.
AUTHOR = re.compile(r"(?:^|[\s_-])(?:authors?|autor(?:en?|es)?|auteurs?|byline|bio|contributor)(?:$|[\s_-])", re.I)
ATTRIBUTES = ("class", "id", "itemprop", "rel")
MAX_CHARACTERS = 200  # characters of an attribute that are searched
MAX_LEVELS = 4  # ancestors of an image that are checked for an author's names
# Words in file names of images that represent a whole site, those of images for sharing any page of it, and generic
# words that may accompany them.
OF_SITE, FOR_SHARING, BESIDE = (
    frozenset(list_words("pictures", name)) for name in ("of_site", "for_sharing", "beside")
)
GENERIC = OF_SITE | FOR_SHARING | BESIDE
# Folders of images that a site shows on all of its pages, and those of default images.
OF_SITE_FOLDER = re.compile(r"/(?:themes?|templates?|static|assets|include|common|layouts?)(?:_\w+)?/", re.I)
OF_DEFAULT_FOLDER = re.compile(r"/(?:default|fallback|placeholder)s?[_-]?(?:images?|img|pictures?|pics?|media)/", re.I)
IN_NUMBERED_FOLDER = re.compile(r"\d{2}[^/]*/")  # of a day or of one page
WORD = re.compile(r"(?<![^\W_])[^\W\d_]{2,}(?![^\W_])")  # not within letters mixed with digits, such as a hash
INITIALS = 3  # letters of a site's initials
MIN_SLUG = 4  # characters of a part of the page's address that names the page
MAX_ADDRESS = 300  # last characters of a path that are searched


class LeadPictures:
    """Decides which images can be the lead image of one page's article.

    Attributes:
        declared: the first image declared for the article that is not an author's portrait, a logo or an image for the
            whole site; None if there is none.
    """

    def __init__(self, document: Document) -> None:
        """Take the page."""
        declarations = document.declarations
        page = split_address(document.url or "")
        self._site_keys = read_site_keys(declarations) | frozenset(map(fold, page.netloc.split(".")[:-1])) - {"www"}
        self._slugs = frozenset(part for part in page.path.split("/") if len(part) >= MIN_SLUG)
        self._authors = frozenset(filter(None, map(fold, document.metadata.authors)))
        self._portraits = frozenset(map(picture_key, find_declared_portraits(declarations)))
        logos = frozenset(map(picture_key, find_declared_logos(declarations)))
        images = [
            image
            for image in document.metadata.declared_images
            if picture_key(image.url) not in logos and not self._is_generic_or_portrait(image.url)
        ]
        self._keys = frozenset(picture_key(image.url) for image in images)
        self.declared: DeclaredImage | None = next(iter(images), None)

    def is_declared(self, url: str) -> bool:
        """Return whether the page declares an image as the article's, in any size."""
        return picture_key(url) in self._keys

    def may_lead(self, image: ImageCandidate) -> bool:
        """Return whether a displayed image can be the lead image: not a portrait of the author, nor a logo."""
        if self._is_generic_or_portrait(image.url) or fold(image.alt or "") in self._authors:
            return False
        around = islice(image.element.iterancestors(), MAX_LEVELS)
        names = (element.get(name, "")[:MAX_CHARACTERS] for element in around for name in ATTRIBUTES)
        return not any(map(AUTHOR.search, names))

    def _is_generic_or_portrait(self, url: str) -> bool:
        path = split_address(url).path[-MAX_ADDRESS:]
        return picture_key(url) in self._portraits or PORTRAIT.search(path) is not None or self._is_generic(path)

    def _is_generic(self, path: str) -> bool:
        """Return whether an image's file name is generic: it could be any image of the site."""
        folder, _, file = path.rpartition("/")
        name, _, extension = file.rpartition(".")
        words = [part.lower() for word in WORD.findall(name or extension) for part in CAMEL.split(word)]
        rest = "".join(word for word in words if word not in GENERIC)
        if OF_DEFAULT_FOLDER.search(path) or (not OF_SITE.isdisjoint(words) and self._names_site(rest)):
            return True
        if name and not FOR_SHARING.isdisjoint(words):
            return self._names_site(rest, INITIALS) if rest else not self._is_of_page(folder)
        return bool(words) and not rest and OF_SITE_FOLDER.search(path) is not None

    def _names_site(self, rest: str, initials: int = 0) -> bool:
        """Return whether the words of a name that are not generic are none, the site's, or up to so many initials."""
        if not rest or is_site_name(rest, self._site_keys):
            return True
        return len(rest) <= initials and any(_are_initials(rest, key) for key in self._site_keys)

    def _is_of_page(self, folder: str) -> bool:
        """Return whether a folder is that of a day, of a number, or of this page."""
        return IN_NUMBERED_FOLDER.search(f"{folder}/") is not None or any(slug in folder for slug in self._slugs)


def _are_initials(letters: str, name: str) -> bool:
    """Return whether letters stand in a name in this order, the first at its start."""
    rest = iter(name)
    return name.startswith(letters[0]) and all(letter in rest for letter in letters)
