"""Attempts at servers that listen: decoys on loopback addresses, which count who came, and nobody may.

One decoy stands for the web: its network is allowed. The traps stand for what is inside: theirs is not, though their
ports are, so that nothing but the address keeps anybody from them.
"""

from collections.abc import Callable, Iterator
from ipaddress import ip_network
from typing import Any

import pytest

from cutline.config import Settings, load_settings
from cutline.dom.document import Document
from cutline.errors import FetchError, NotHtml
from cutline.extraction.documents import DocumentSource
from cutline.page_given import PageGiven
from cutline.service.fetch import HttpPageFetcher

INSIDE = ["127.0.0.2", "::1"]
# The traps' address in every way to write it; {port} is theirs.
FORMS = {
    "127.0.0.2": [
        *(
            "127.0.0.2",
            "127.0.2",
            "127.2",
            "2130706434",
            "0x7f000002",
            "017700000002",
            "0x7f.2",
            "0177.0.0.2",
            "0177.2",
        ),
        *("0177.2", "127.0.0.0x2", "%31%32%37.0.0.2", "①②⑦.⓪.⓪.②", "１２７.0.0.2", "127。0。0。2"),
        *("[::ffff:127.0.0.2]", "[::ffff:7f00:2]", "[0:0:0:0:0:ffff:7f00:0002]"),
    ],
    "::1": ["[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]", "[::1%25lo]"],
}


@pytest.fixture(params=INSIDE)
def trap(request: pytest.FixtureRequest, open_decoy: Callable[[str], Any]) -> Any:
    server = open_decoy(request.param)
    server.answers(b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nContent-Length: 0\r\n\r\n")
    return server


def make_settings(*decoys: Any, network: str = "127.0.0.1/32", **render: object) -> Settings:
    settings = load_settings()
    ports = (80, 443, *(decoy.port for decoy in decoys))
    fetch = settings.fetch.model_copy(update={"allowed_networks": (ip_network(network),), "ports": ports})
    limits = settings.render.model_copy(update={"browsers": 1, "settle_seconds": 0.6, **render})
    return settings.model_copy(update={"fetch": fetch, "render": limits})


class TestFetch:
    def test_does_not_come_to_a_trap_however_its_address_is_written(self, trap: Any) -> None:
        fetcher = HttpPageFetcher(make_settings(trap))
        for form in FORMS[trap.host]:
            with pytest.raises(FetchError):
                fetcher.fetch(f"http://{form}:{trap.port}/")
        assert trap.connections == 0

    def test_does_not_follow_a_redirect_to_a_trap(self, decoy: Any, trap: Any) -> None:
        fetcher = HttpPageFetcher(make_settings(decoy, trap))
        for form in FORMS[trap.host]:
            place = f"http://{form}:{trap.port}/"
            decoy.answers(f"HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n".encode())
            with pytest.raises(FetchError):
                fetcher.fetch(decoy.url())
        assert (trap.connections, decoy.connections) == (0, len(FORMS[trap.host]))

    def test_takes_no_proxy_from_the_environment(self, decoy: Any, trap: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, trap.url())
            monkeypatch.setenv(name.upper(), trap.url())
        decoy.answers(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n<p>")
        assert HttpPageFetcher(make_settings(decoy, trap)).fetch(decoy.url()).html == b"<p>"
        assert trap.connections == 0

    def test_comes_to_the_same_server_when_its_network_is_allowed(self, trap: Any) -> None:
        fetcher = HttpPageFetcher(make_settings(trap, network="::1/128" if trap.host == "::1" else "127.0.0.2/32"))
        with pytest.raises(NotHtml):
            fetcher.fetch(trap.url())
        assert trap.connections == 1


@pytest.fixture
def render(decoy: Any) -> Iterator[Callable[..., Document]]:
    """Fetch a page of the decoy, and render it with all that it asks for."""
    opened: list[DocumentSource] = []

    def run(settings: Settings) -> Document:
        opened.append(DocumentSource(settings, HttpPageFetcher))
        page = opened[-1].bring_page(PageGiven(None, decoy.url("/page")))
        return opened[-1].open(page, "always", uses_layout=True, is_live=True)

    yield run
    for source in opened:
        source.close()


# What asks for something of the trap, and of the decoy itself ({own}), while the page is rendered.
PAGE = """
<link rel=stylesheet href={trap}/sheet.css><link rel=stylesheet href=/redirect.css>
<link rel=preload as=script href={trap}/preload.js>
<style>@import url({trap}/import.css); @font-face {{ font-family: f; src: url({trap}/font) }}
p {{ font-family: f; background: url({trap}/background) }}</style>
<p id=p>x</p><script src=/own.js></script><script src={trap}/script.js></script><script src=/redirect.js></script>
<script type=module src={trap}/module.js></script>
<img src={trap}/image><img src=/image><iframe src={trap}/frame></iframe><iframe src=/frame></iframe>
<iframe srcdoc="<script src={trap}/srcdoc.js></script>"></iframe>
<object data={trap}/object></object><embed src={trap}/embed>
<video src={trap}/video></video><svg><use href={trap}/use#a /></svg><a id=a href={trap}/ping ping={trap}/ping>x</a>
<iframe src="file:///etc/passwd"></iframe><iframe src="data:text/html,<script src={trap}/data.js></script>"></iframe>
<script>
const attempt = (action) => {{ try {{ Promise.resolve(action()).catch(() => {{}}) }} catch {{}} }};
const blob = (text) => URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }}));
for (const place of ["{trap}", "{own}"]) {{
  attempt(() => new WebSocket("ws" + place.slice(4) + "/socket"));
  attempt(() => new EventSource(place + "/events"));
  attempt(() => navigator.sendBeacon(place + "/beacon", "x"));
  attempt(() => new Worker(place + "/worker.js"));
  attempt(() => new Worker(blob(`fetch("${{place}}/blob")`)));
  attempt(() => navigator.serviceWorker.register(place + "/service.js"));
  attempt(() => fetch(place + "/post", {{ method: "POST", body: "x" }}));
  attempt(() => open(place + "/popup"));
}}
attempt(() => fetch("{trap}/fetch"));
attempt(() => fetch("/redirect.json"));
attempt(() => {{ const x = new XMLHttpRequest(); x.open("GET", "{trap}/xhr"); x.send() }});
attempt(() => import("{trap}/imported.js"));
attempt(() => import(blob(`import "{trap}/from-blob.js"`)));
attempt(() => import("data:text/javascript,import '{trap}/from-data.js'"));
attempt(() => {{ new Image().src = "{trap}/new-image" }});
attempt(() => fetch("file:///etc/passwd").then(() => {{ p.textContent = "a file was read" }}));
attempt(() => a.click());
</script>"""
FETCHED = {"/page", "/own.js", "/redirect.js", "/redirect.css", "/redirect.json"}


def answer(body: str, media_type: str, status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media_type}", f"Content-Length: {len(body.encode())}", *headers]
    return "\r\n".join([*lines, "", body]).encode()


def list_paths(decoy: Any) -> list[str]:
    return [head.split()[1] for head in decoy.requests]


@pytest.mark.browser
class TestLivePage:
    def test_comes_to_no_trap_and_gets_what_it_may_have(
        self, decoy: Any, trap: Any, render: Callable[..., Document], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def serve(path: str) -> list[bytes]:
            if path == "/page":
                return [answer(PAGE.format(trap=trap.url(""), own=decoy.url("")), "text/html")]
            if path.startswith("/redirect"):
                return [answer("", "text/plain", "302 Found", f"Location: {trap.url('/redirected')}")]
            return [answer("p.textContent = 'its own script ran'", "text/javascript")]

        decoy.answer = serve
        monkeypatch.setenv("http_proxy", trap.url(""))
        document = render(make_settings(decoy, trap))
        assert document.body.find(".//p").text == "its own script ran"
        assert set(list_paths(decoy)) == FETCHED
        assert (trap.connections, decoy.connections) == (0, len(decoy.requests))

    def test_gets_no_more_than_its_number_of_requests(self, decoy: Any, render: Callable[..., Document]) -> None:
        serve_scripts(decoy, 10, "")
        document = render(make_settings(decoy, max_requests=3))
        assert document.body.find(".//p").text == "111"
        assert len(list_paths(decoy)) == 1 + 3

    def test_gets_no_more_than_its_bytes(self, decoy: Any, render: Callable[..., Document]) -> None:
        serve_scripts(decoy, 5, "/" * 100_000)
        document = render(make_settings(decoy, max_resource_bytes=250_000))
        assert 1 <= len(document.body.find(".//p").text) <= 2

    def test_gets_no_more_than_its_seconds(self, decoy: Any, render: Callable[..., Document]) -> None:
        html = "<p id=p></p><script src=/slow.js></script><script>p.textContent = 'the rest ran'</script>"
        decoy.answer = lambda path: [answer(html, "text/html")] if path == "/page" else [60.0]
        document = render(make_settings(decoy, resource_seconds=0.5))  # else the browser is ended after page_seconds
        assert document.body.find(".//p").text == "the rest ran"


def serve_scripts(decoy: Any, count: int, comment: str) -> None:
    """Have the decoy serve a page with some scripts, each of which adds a 1 to its text."""
    scripts = "".join(f"<script src=/{number}.js></script>" for number in range(count))
    page = answer(f"<p id=p></p>{scripts}", "text/html")
    script = answer(f"p.textContent += 1 //{comment}", "text/javascript")
    decoy.answer = lambda path: [page if path == "/page" else script]
