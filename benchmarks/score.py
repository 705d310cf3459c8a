"""Score predictions of any system against a labelled corpus. Needs only the standard library.

usage: score.py PREDICTIONS.jsonl CORPUS.jsonl.gz [--page-type TYPE] [--worst N]

A prediction is a line of JSON: {"id", "title", "text", "images": [{"url", "sources": [...], "caption"}], "error"}, as
`cutline enrich` writes them; a source is an address, or an object with `url`. A page without a prediction, or with an
error, scores 0. docs/labelling.md describes the rows of a corpus.

Text     word_f1      bag-of-words F1, mean over pages
         shingle_f1   F1 of the mean precision and the mean recall of 4-word shingles
         with         share of snippets of the article that are found, as runs of characters: many are cut inside a word
         without      share of snippets of other texts that are absent
Title    title        share of pages with the labelled title; case, spaces and punctuation do not count
Images   image_p/r/f1 over all pages with labelled images. A predicted image is right if its address is one of a
                      labelled image's, or, if no label knows its address, if its sources meet exactly one labelled
                      image. A second prediction of an image is wrong; an ambiguous image is neither right nor wrong
         page_exact   share of pages whose images are exactly right
Captions caption_f1   mean word F1 over the labelled captions of images that were found
         caption_all  the same over all labelled captions; that of a missed image counts 0
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from data_files import find_data, read_rows

WORD = re.compile(r"\w+")
SHINGLE_WORDS = 4

Labels = Mapping[str, Any]  # a line of a corpus
Prediction = Mapping[str, Any]
Row = tuple[float, ...]  # what is summed over pages
PageScores = dict[str, list[Row]]
Key = str | tuple[str, str]  # host and path of an address; with its query where the path does not tell images apart


def score_page(page: Labels, prediction: Prediction) -> PageScores:
    """Return for each measure that the page's labels allow the numbers that `totals` sums; a caption has a row each."""
    text, title = prediction.get("text") or "", prediction.get("title")
    scores: PageScores = {}
    if page.get("text"):
        scores["word_f1"] = [(word_f1(text, page["text"]), 1)]
        right, predicted, labelled = overlap(_cut_shingles(text), _cut_shingles(page["text"]))
        precision, recall = _divide(right, predicted), right / labelled if labelled else 1.0
        scores["shingle"] = [(precision, recall, bool(predicted), 1)]
    folded = _fold(text)
    if page.get("with"):
        scores["with"] = [(sum(_fold(snippet) in folded for snippet in page["with"]), len(page["with"]))]
    if page.get("without"):
        scores["without"] = [(sum(_fold(each) not in folded for each in page["without"]), len(page["without"]))]
    if page.get("title"):
        scores["title"] = [(_fold(title) == _fold(page["title"]), 1)]
    if page.get("images") is not None:
        scores.update(_score_images(page, prediction.get("images") or []))
    return scores


def totals(pages: Iterable[PageScores]) -> dict[str, float]:
    """Return each measure over all pages."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for page in pages:
        for name, each in page.items():
            rows[name] += each
    sums = {name: [sum(column) for column in zip(*each, strict=True)] for name, each in rows.items()}
    figures: dict[str, float] = {}
    for name, numbers in sums.items():
        if name == "image":
            right, predicted, labelled = numbers
            figures |= _name_f1("image", _divide(right, predicted), _divide(right, labelled))
        elif name == "shingle":
            precision, recall, predicted, labelled = numbers
            figures |= _name_f1("shingle", _divide(precision, predicted), _divide(recall, labelled))
        else:
            figures[name] = _divide(*numbers)
    return figures


def words(text: str | None) -> list[str]:
    """Return the words of a text in small letters."""
    return WORD.findall((text or "").lower())


def overlap(predicted: Sequence[object], labelled: Sequence[object]) -> tuple[int, int, int]:
    """Return how many elements two bags share, and the size of each."""
    return sum((Counter(predicted) & Counter(labelled)).values()), len(predicted), len(labelled)


def word_f1(predicted: str | None, labelled: str) -> float:
    """Return the F1 of the words of two texts."""
    right, found, wanted = overlap(words(predicted), words(labelled))
    return _divide(2 * right, found + wanted) if wanted else float(not found)


def _cut_shingles(text: str) -> list[tuple[str, ...]]:
    found = words(text)
    if 0 < len(found) < SHINGLE_WORDS:
        return [tuple(found)]
    return [tuple(found[at : at + SHINGLE_WORDS]) for at in range(len(found) - SHINGLE_WORDS + 1)]


def _fold(text: str | None) -> str:
    return " ".join(words(text))


def _divide(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _name_f1(name: str, precision: float, recall: float) -> dict[str, float]:
    f1 = _divide(2 * precision * recall, precision + recall)
    return {f"{name}_p": precision, f"{name}_r": recall, f"{name}_f1": f1}


class _LabelledAddresses:
    """The addresses of a page's images; their queries count only where a path alone does not tell two of them apart."""

    def __init__(self, page: Labels) -> None:
        self._base = page.get("url") or ""
        groups = [[image.get("src"), *(image.get("gold_urls") or [])] for image in page["images"]]
        other = page.get("other_images") or []
        owners: defaultdict[str, set[int]] = defaultdict(set)
        for owner, addresses in enumerate([*groups, *([address] for address in other)]):
            for path, _ in self._split(addresses):
                owners[path].add(min(owner, len(groups)))
        self._shared = {path for path, found in owners.items() if len(found) > 1}
        self.article = [self.find_keys(addresses) for addresses in groups]
        self.other = self.find_keys(other) - set().union(*self.article)
        self.ambiguous = self.find_keys(page.get("ambiguous_images") or [])

    def find_keys(self, images: Iterable[Any]) -> set[Key]:
        """Return the keys of addresses, or of objects with `url` or `src`."""
        return {(path, query) if path in self._shared else path for path, query in self._split(images)}

    def _split(self, images: Iterable[Any]) -> Iterator[tuple[str, str]]:
        for image in images:
            address = (image.get("url") or image.get("src")) if isinstance(image, dict) else image
            if address and not address.startswith("data:"):
                try:
                    parts = urlsplit(urljoin(self._base, address.strip()))
                except ValueError:
                    continue
                if path := unquote(parts.netloc.lower() + parts.path):
                    yield path, unquote(parts.query)


def _score_images(page: Labels, images: Sequence[Mapping[str, Any]]) -> PageScores:
    labels = _LabelledAddresses(page)
    matched: dict[int, Mapping[str, Any]] = {}
    wrong = 0
    for image in images:
        own = labels.find_keys([image.get("url")])
        hits = _find_hits(labels, own, image.get("sources") or [])
        if fresh := [hit for hit in hits if hit not in matched]:
            matched[fresh[0]] = image
        elif not own & labels.ambiguous:
            wrong += 1
    right, labelled = len(matched), len(labels.article)
    scores: PageScores = {
        "image": [(right, right + wrong, labelled)],
        "page_exact": [(not wrong and right == labelled, 1)],
    }
    captions = {number: image["caption"] for number, image in enumerate(page["images"]) if image.get("caption")}
    values = {n: word_f1(matched[n].get("caption"), caption) for n, caption in captions.items() if n in matched}
    if captions:
        scores["caption_all"] = [(values.get(number, 0.0), 1) for number in captions]
    if values:
        scores["caption_f1"] = [(value, 1) for value in values.values()]
    return scores


def _find_hits(labels: _LabelledAddresses, own: set[Key], sources: Sequence[Any]) -> list[int]:
    """Return the labelled images that a predicted one may be: by its address, or else by its sources if they agree."""
    if hits := [number for number, keys in enumerate(labels.article) if keys & own]:
        return hits
    if own & labels.other:
        return []
    known = labels.find_keys(sources)
    hits = [number for number, keys in enumerate(labels.article) if keys & known]
    return hits if len(hits) == 1 else []


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines; one that is none ends the program."""
    try:
        for number, row in enumerate(read_rows(path), start=1):
            yield _check_row(row, number)
    except (ValueError, OSError, EOFError) as error:
        print(f"{Path(sys.argv[0]).stem}: {path} is no file of JSON lines: {error}", file=sys.stderr)
        sys.exit(2)


def _check_row(row: Any, number: int) -> dict[str, Any]:
    """Return a line, if it has the form of a page's labels or predictions."""
    if not isinstance(row, dict) or "id" not in row:
        raise ValueError(f"line {number} is no object with an id")
    if any(not isinstance(row.get(name), str | None) for name in ("text", "title")):
        raise ValueError(f"line {number}: text and title are strings or null")
    images = row.get("images")
    if images is not None and not (isinstance(images, list) and all(isinstance(image, dict) for image in images)):
        raise ValueError(f"line {number}: images is a list of objects, each with an address")
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", type=find_data)
    parser.add_argument("corpus", type=find_data)
    parser.add_argument("--page-type", metavar="TYPE", help="only pages of this type")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also list the N pages with the worst text")
    args = parser.parse_args()
    predictions = {prediction.get("id"): prediction for prediction in read_lines(args.predictions)}
    scores, failed = {}, 0
    for page in read_lines(args.corpus):
        if args.page_type in (None, page.get("page_type")):
            prediction = predictions.get(page["id"], {"error": "missing"})
            failed += bool(prediction.get("error"))
            scores[page["id"]] = score_page(page, {} if prediction.get("error") else prediction)
    if not scores:
        parser.error("the corpus has no such page")
    print(f"{len(scores)} pages, {failed} failed or missing")
    for name, value in sorted(totals(scores.values()).items()):
        print(f"{name:12} {value:.4f}")
    worst = sorted((score["word_f1"][0][0], page) for page, score in scores.items() if "word_f1" in score)
    for value, page in worst[: args.worst]:
        print(f"{value:.3f} {page}")


if __name__ == "__main__":
    main()
