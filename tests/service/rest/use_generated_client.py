"""What a program does with a generated client: type-checked and run by `test_generated_client`.

Arguments: the address of a service, the file of a page.
"""

import sys
import time
from io import BytesIO
from pathlib import Path

from cutline_client import Client
from cutline_client.api.jobs import create_job, read_results, show_job
from cutline_client.api.pages import extract_address, extract_page
from cutline_client.models import (
    Article,
    ExtractForm,
    ExtractRequest,
    ExtractRequestIncludeItem,
    JobPage,
    JobRequest,
    JobResult,
    JobResults,
    JobStatus,
    JobStatusState,
    Problem,
)
from cutline_client.types import File

URL = "https://courier.example/2026/ferry-returns"


def send_page(client: Client, html: str) -> Article:
    body = ExtractRequest(html=html, url=URL, include=[ExtractRequestIncludeItem.DROPPED])
    article = extract_page.sync(client=client, body=body)
    assert isinstance(article, Article), article
    assert article.dropped
    return article


def upload_page(client: Client, html: str) -> Article:
    file = File(payload=BytesIO(html.encode()), file_name="page.html", mime_type="text/html")
    article = extract_page.sync(client=client, body=ExtractForm(file=file, url=URL))
    assert isinstance(article, Article), article
    return article


def run_job(client: Client, html: str) -> list[JobResult]:
    pages = [JobPage(id="ferry", html=html, url=URL), JobPage(html="")]
    job = create_job.sync(client=client, body=JobRequest(items=pages))
    assert isinstance(job, JobStatus), job
    while job.state is not JobStatusState.FINISHED:
        time.sleep(0.1)
        status = show_job.sync(job.id, client=client)
        assert isinstance(status, JobStatus), status
        job = status
    answer = read_results.sync(job.id, client=client)
    assert isinstance(answer, JobResults), answer
    assert answer.is_last
    return answer.results


def main(address: str, file: str) -> None:
    html = Path(file).read_text(encoding="utf-8")
    with Client(base_url=address) as client:
        article = send_page(client, html)
        assert article.images and all(image.verdict.kept for image in article.images)
        assert upload_page(client, html).text == article.text
        refused = extract_address.sync(client=client, url_query="http://10.0.0.1/")
        assert isinstance(refused, Problem) and refused.status == 403, refused
        first, second = run_job(client, html)
        assert isinstance(first.article, Article) and (first.id, first.article.text) == ("ferry", article.text)
        assert second.error and second.error.code == "empty-page"
        print(article.title)


main(*sys.argv[1:])
