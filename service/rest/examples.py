"""The examples of the OpenAPI document: requests that work as they are, and their answers, some of them shortened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutline.service.rest.messages import Health

Example = dict[str, Any]

PAGE = (
    "<article><h1>Night ferry to return</h1><p>The council of Ellery voted to bring back the night ferry across Lake"
    " Varn. Mayor Aruna Benning said that the first crossing would be in June.</p><figure><img src=/benning.jpg"
    " width=1200 height=800><figcaption>Mayor Aruna Benning on the pier at Ellery.</figcaption></figure>"
    "<p>Joren Haldane, who steered the old boat, will train the crew.</p></article>"
)
ADDRESS = "https://courier.example/2026/ferry"
JOB_ID = "5f3c9a1e7b2d4860a1b2c3d4e5f60718"
PATH_EXAMPLES = {"job_id": JOB_ID}

REQUESTS: Mapping[str, Example] = {
    "extract_page": {"html": PAGE, "url": ADDRESS},
    "compare_methods": {"html": PAGE, "url": ADDRESS, "methods": ["auto", "first-subtree"]},
    "compare_texts": {
        "text": "Mayor Aruna Benning opened the night ferry at Ellery.",
        "others": ["Aruna Benning on the pier at Ellery.", "Photo: AFP"],
        "language": "en",
    },
    "create_job": {
        "items": [{"id": "ferry", "html": PAGE, "url": ADDRESS}, {"id": 2, "html": ""}],
        "include": ["dropped"],
    },
}

VERDICT: Example = {
    "kept": True,
    "reason": "article_image",
    "score": 0.8629,
    "threshold": 0.5,
    "margin": 0.3629,
    "place_score": 0.8629,
    "relevance": "related",
    "relevance_score": 0.9872,
    "found": ["Aruna", "Benning", "Ellery", "Mayor"],
}
FIRST = (
    "The council of Ellery voted to bring back the night ferry across Lake Varn. Mayor Aruna Benning said that the"
    " first crossing would be in June."
)
LAST = "Joren Haldane, who steered the old boat, will train the crew."
PICTURE = "https://courier.example/benning.jpg"
CAPTION = "Mayor Aruna Benning on the pier at Ellery."
ARTICLE: Example = {
    "url": ADDRESS,
    "title": "Night ferry to return",
    "language": "en",
    "text": f"{FIRST}\n\n{LAST}",
    "blocks": [
        {
            "index": 1,
            "kind": "paragraph",
            "text": FIRST,
            "xpath": "/html/body/article/p[1]",
            "verdict": {"kept": True, "reason": "article_text", "score": 0.952, "threshold": 0.5, "margin": 0.452},
        }
    ],
    "images": [
        {
            "url": PICTURE,
            "sources": [{"url": PICTURE, "ranked_by": "element", "ranked_width": 1200}],
            "caption": CAPTION,
            "caption_source": "figcaption",
            "is_lead": True,
            "position": 1,
            "xpath": "/html/body/article/figure/img",
            "width": 1200,
            "height": 800,
            "verdict": VERDICT,
        }
    ],
    "method": "auto",
    "rendered": False,
    "model": {"ner": "en_cutline_names-0.1.0", "config_hash": "f3bae461a4ee", "version": "0.1.0"},
    "warnings": ["short_article"],
}
MARKDOWN = f"# Night ferry to return\n\n<{ADDRESS}>\n\n{FIRST}\n\n![]({PICTURE})\n\n*{CAPTION}*\n\n{LAST}\n"
ARTICLES: Example = {
    "application/json": ARTICLE,
    "text/markdown": MARKDOWN,
    "text/html": '<!DOCTYPE html>\n<html lang="en">\n<head>…</head>\n<body>\n<main>…</main>\n</body>\n</html>\n',
    "application/tei+xml": '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0">…</TEI>\n',
    "text/csv": f"page,url,kept,lead,caption,…\n{ADDRESS},{PICTURE},True,True,{CAPTION},…\n",
    "text/plain": f"Night ferry to return\n{ADDRESS}\n\n{FIRST}\n\n{LAST}\n",
}
SIMILARITIES: Example = {
    "similarities": [
        {
            "relevance": "related",
            "relevance_score": 0.9889,
            "related_threshold": 0.5,
            "unrelated_threshold": 0.15,
            "found": ["Aruna", "Benning", "Ellery"],
            "missing": [],
            "similarity": {
                "score": 1.0,
                "measure": "match_share",
                "cosine": 1.0,
                "match_share": 1.0,
                "evidence": {
                    "kind": "entities",
                    "shared": [{"name": "Ellery", "label": "LOC", "here": 1, "in_text": 1}],
                    "used": "Aruna Benning on the pier at Ellery.",
                },
            },
        },
        {
            "relevance": "unknown",
            "relevance_score": None,
            "related_threshold": 0.5,
            "unrelated_threshold": 0.15,
            "found": [],
            "missing": [],
            "similarity": {
                "score": None,
                "measure": None,
                "cosine": None,
                "match_share": None,
                "evidence": {"kind": "none", "shared": [], "used": None},
            },
        },
    ]
}
COMPARED: Example = {
    "url": ADDRESS,
    "title": "Night ferry to return",
    "rendered": False,
    "methods": ["auto", "first-subtree"],
    "blocks": [
        {"text": "Night ferry to return", "xpath": "/html/body/article/h1", "kept_by": ["first-subtree"]},
        {"text": FIRST, "xpath": "/html/body/article/p[1]", "kept_by": ["auto", "first-subtree"]},
    ],
    "agreements": [{"methods": ["auto", "first-subtree"], "f1": 0.8657}],
    "warnings": {"auto": ["short_article"], "first-subtree": ["short_article"]},
}
METHODS: Example = {
    "default": "auto",
    "methods": [
        {
            "name": "auto",
            "summary": "Trained classifiers read every run of text and every image of the page.",
            "paper": None,
            "needs_layout": False,
            "needs_model": True,
            "needs_wrapper": False,
        }
    ],
}
OPEN_JOB: Example = {
    "id": JOB_ID,
    "state": "open",
    "created": "2026-05-11T10:00:00Z",
    "finished": None,
    "items": 2,
    "counts": {"waiting": 2, "running": 0, "done": 0, "failed": 0},
    "progress": 0.0,
    "results": f"/v1/jobs/{JOB_ID}/results",
}
FINISHED_JOB: Example = {
    **OPEN_JOB,
    "state": "finished",
    "finished": "2026-05-11T10:00:02Z",
    "counts": {"waiting": 0, "running": 0, "done": 1, "failed": 1},
    "progress": 1.0,
}
FAILURE: Example = {"code": "empty-page", "message": "The page is empty."}
RESULTS: Example = {
    "results": [{"id": "ferry", "line": 1, "article": ARTICLE}, {"id": 2, "line": 2, "error": FAILURE}],
    "cursor": 2,
    "is_last": True,
}

# The answer of each operation by media type; an operation without one answers without a body.
ANSWERS: Mapping[str, Example] = {
    "extract_page": ARTICLES,
    "extract_address": ARTICLES,
    "compare_methods": {"application/json": COMPARED},
    "compare_texts": {"application/json": SIMILARITIES},
    "list_methods": {"application/json": METHODS},
    "create_job": {"application/json": OPEN_JOB},
    "show_job": {"application/json": FINISHED_JOB},
    "read_results": {
        "application/json": RESULTS,
        "application/x-ndjson": '{"id":"ferry","line":1,"article":{"title":"Night ferry to return"}}\n'
        '{"id":2,"line":2,"error":{"code":"empty-page","message":"The page is empty."}}\n',
    },
    "report_health": {"application/json": Health(status="ok", version="0.1.0").model_dump()},
    "report_readiness": {"application/json": Health(status="ready", version="0.1.0").model_dump()},
    "report_metrics": {"text/plain": 'cutline_requests_total{method="POST",route="/v1/extract",status="200"} 12.0\n'},
    "describe_service": {"application/json": {"openapi": "3.1.0", "info": {"title": "cutline"}}},
    "show_documentation": {"text/html": '<!DOCTYPE html>\n<html lang="en">…</html>\n'},
}
# What some types of problem say beside type, title and status.
PROBLEMS: Mapping[str, Example] = {
    "invalid-request": {
        "detail": "#/colour: There is no such field.",
        "errors": [{"detail": "There is no such field.", "pointer": "#/colour"}],
    },
    "upstream-error": {"detail": "The host answered with status 404.", "upstream_status": 404},
}
