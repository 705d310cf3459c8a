"""trafilatura's predictions for a labelled corpus, as score.py reads them.

usage: trafilatura_predict.py CORPUS.jsonl.gz OUT.jsonl      (in an environment of its own: trafilatura.txt)

Text and title come from its default extraction; images from the same with images kept, since asking for images changes
its text. A caption is the `title` or `alt` it returns with an image.
"""

import gzip
import json
import sys

import trafilatura
from lxml import etree


def predict(page: dict) -> dict:
    document = trafilatura.bare_extraction(
        page["html"], url=page.get("url"), include_comments=False, with_metadata=True
    )
    if document is None:
        return {"id": page["id"], "title": None, "text": "", "images": []}
    return {
        "id": page["id"],
        "title": document.title,
        "text": document.text or "",
        "images": find_images(page),
    }


def find_images(page: dict) -> list[dict]:
    xml = trafilatura.extract(
        page["html"], url=page.get("url"), include_comments=False, include_images=True, output_format="xml"
    )
    graphics = etree.fromstring(xml.encode()).iter("graphic") if xml else ()
    found = {g.get("src"): g.get("title") or g.get("alt") for g in graphics if g.get("src")}
    return [{"url": url, "sources": [url], "caption": caption} for url, caption in found.items()]


def main() -> None:
    corpus, out = sys.argv[1:]
    with gzip.open(corpus, "rt", encoding="utf-8") as pages, open(out, "w", encoding="utf-8") as predictions:
        for line in pages:
            predictions.write(json.dumps(predict(json.loads(line))) + "\n")


if __name__ == "__main__":
    main()
