"""What is taken from an inspection is the article, and the calls that give it with the options chosen."""

import json
import shlex
from typing import Any

from cutline.service.inspector.report import list_calls, list_exports
from cutline.types import ModelInfo

SERVICE = "https://cutline.example/"
RECALL = ModelInfo(ner=None, config_hash="0" * 12, favor="recall", version="0.1.0")
HOSTILE = "https://e.org/a?b='$(rm -rf x)'&c=</script>"


def write(article: Any, source: str) -> dict[str, str]:
    return {call.id: call.text for call in list_calls(article, source, SERVICE)}


def test_the_call_of_a_fetched_page_has_its_address_and_options(article: Any, block: Any) -> None:
    page = article(
        [block(0, "Words")], method="max-subsequence", model=RECALL, rendered=True, url="https://e.org/a?b=1"
    )
    assert write(page, "https://e.org/a?b=1") == {
        "curl": "curl -s 'https://cutline.example/v1/extract?url=https%3A%2F%2Fe.org%2Fa%3Fb%3D1"
        "&method=max-subsequence&render=always&favor=recall'",
        "python": "import cutline\n\narticle = cutline.extract(url='https://e.org/a?b=1', method='max-subsequence', "
        "render='always', favor='recall')\nprint(article.markdown)",
        "command": "cutline extract 'https://e.org/a?b=1' --method max-subsequence --render always "
        "--favor recall --format markdown",
    }


def test_the_call_of_joined_pages_joins_them(article: Any, block: Any) -> None:
    calls = write(article([block(0, "Words")], joined_pages=("https://e.org/a/2",)), "https://e.org/a")
    assert " --all-pages " in calls["command"]
    assert "pages='all'" in calls["python"]
    assert "pages=all" in calls["curl"]


def test_the_call_of_a_stored_page_reads_the_file(article: Any, block: Any) -> None:
    calls = write(article([block(0, "Words")]), "page.html")
    assert calls["curl"] == (
        "curl -s https://cutline.example/v1/extract -H 'Content-Type: text/html' --data-binary @page.html"
    )
    assert calls["command"] == "cutline extract page.html --format markdown"
    assert "page = open('page.html', 'rb').read()\narticle = cutline.extract(page)" in calls["python"]


def test_no_address_of_a_page_is_more_than_a_word_of_a_shell(article: Any, block: Any) -> None:
    calls = write(article([block(0, "Words")], url=HOSTILE), HOSTILE)
    assert shlex.split(calls["command"])[2] == HOSTILE
    assert len(shlex.split(calls["curl"])) == 3
    compile(calls["python"], "call", "exec")


def test_json_cannot_end_the_element_that_it_stands_in(article: Any, block: Any) -> None:
    exports = list_exports(article([block(0, "</script><b>&")]), "page.html", SERVICE)
    assert not {"<", ">", "&"} & set(exports.json)
    assert json.loads(exports.json)["text"] == "</script><b>&"
    assert [export.file for export in exports.documents] == ["article.md", "article.html"]
