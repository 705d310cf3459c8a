"""A rendered page reaches nothing but what cutline fetches for it.

Every way out is first tried in a browser that is not locked up, so that the locks have something to hold. All of it is
traffic to the loopback interface.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from cutline.config.settings import RenderSettings
from cutline.dom.document import Document, Page
from cutline.dom.render.chromium import NO_ADDRESS, choose_address, find_chromium
from cutline.dom.render.pool import BrowserPool
from cutline.errors import BlockedAddress

Render = Callable[..., Document]

# For each set of ways out: its page, where {url} is the decoy's, and the paths that a browser asks for.
MARKUP = (
    """<link rel=preconnect href={url}/><link rel=dns-prefetch href={url}/><link rel=prefetch href={url}/prefetch>
    <link rel=preload as=image href={url}/preload><link rel=modulepreload href={url}/module.js>
    <link rel=stylesheet href={url}/sheet.css><link rel=icon href={url}/icon><link rel=manifest href={url}/manifest>
    <link rel=prerender href={url}/prerender>
    <style>@import url({url}/import.css); @font-face {{ font-family: f; src: url({url}/font) }}
    p {{ font-family: f; background: url({url}/background); cursor: url({url}/cursor), auto }}</style>
    <p>text<img src={url}/img><img srcset='{url}/srcset 1x'><picture><source srcset={url}/picture><img></picture>
    <iframe src={url}/iframe></iframe><iframe srcdoc='<img src={url}/srcdoc>'></iframe>
    <object data={url}/object></object>
    <embed src={url}/embed><video src={url}/video poster={url}/poster></video><audio src={url}/audio></audio>
    <video><track default src={url}/track></video><svg><image href={url}/svgimage /><use href={url}/use#a /></svg>
    <input type=image src={url}/input><script src={url}/script.js></script><body background={url}/body>""",
    {
        *(
            "prefetch",
            "preload",
            "module.js",
            "sheet.css",
            "import.css",
            "font",
            "background",
            "img",
            "srcset",
            "picture",
        ),
        *("iframe", "srcdoc", "object", "embed", "video", "poster", "audio", "svgimage", "use", "input", "script.js"),
    },
)
REFRESH = ("<meta http-equiv=refresh content='0; url={url}/refresh'><p>x", {"refresh"})
SPECULATION = (
    """<script type=speculationrules>{{"prefetch": [{{"urls": ["{url}/prefetched"], "eagerness": "immediate"}}],
    "prerender": [{{"urls": ["{url}/prerendered"], "eagerness": "immediate"}}]}}</script><p>x""",
    {"prefetched"},
)
SCRIPTS = (
    """<p>x<script>
    const attempt = (action) => {{ try {{ action() }} catch {{}} }};
    attempt(() => fetch("{url}/fetch"));
    attempt(() => fetch("{url}/keepalive", {{ method: "POST", keepalive: true, body: "x" }}));
    attempt(() => {{ const x = new XMLHttpRequest(); x.open("GET", "{url}/xhr"); x.send() }});
    attempt(() => new WebSocket("ws" + "{url}/socket".slice(4)));
    attempt(() => new EventSource("{url}/events"));
    attempt(() => navigator.sendBeacon("{url}/beacon", "x"));
    attempt(() => new Worker("{url}/worker.js"));
    attempt(() => new Worker(URL.createObjectURL(new Blob(['fetch("{url}/blobworker")']))));
    attempt(() => new SharedWorker("{url}/sharedworker.js"));
    attempt(() => navigator.serviceWorker.register("{url}/serviceworker.js"));
    attempt(() => import("{url}/imported.js"));
    attempt(() => {{ new Image().src = "{url}/newimage" }});
    attempt(() => new FontFace("g", "url({url}/fontface)").load());
    attempt(() => new WebTransport("https" + "{url}/transport".slice(4)));
    attempt(() => open("{url}/popup"));
    attempt(() => {{
        const peer = new RTCPeerConnection({{ iceServers: [{{ urls: "stun:" + "{url}".slice(7) }}] }});
        peer.createDataChannel("x");
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    }});
    </script>""",
    {
        *("fetch", "keepalive", "xhr", "socket", "events", "beacon", "worker.js", "blobworker", "sharedworker.js"),
        *("serviceworker.js", "imported.js", "newimage", "fontface", "popup", "udp"),
    },
)
LOCATION = ("<p>x<script>location = '{url}/location'</script>", {"location"})
FORM = ("<form action={url}/form method=post id=f></form><p>x<script>f.submit()</script>", {"form"})
PING = ("<p><a id=a href='#x' ping={url}/ping>x</a><script>a.click()</script>", {"ping"})
DOWNLOAD = ("<p><a id=a href={url}/download download>x</a><script>a.click()</script>", {"download"})
CHILD = (
    """<p>x<script>const frame = document.body.appendChild(document.createElement("iframe"));
    frame.contentWindow.fetch("{url}/child");</script>""",
    {"child"},
)
WAYS_OUT = {
    "markup": MARKUP,
    "meta refresh": REFRESH,
    "speculation rules": SPECULATION,
    "scripts": SCRIPTS,
    "location": LOCATION,
    "form": FORM,
    "ping": PING,
    "download": DOWNLOAD,
    "child frame": CHILD,
}


@pytest.fixture(scope="module")
def open_browser(browser_limits: RenderSettings) -> Any:
    """A browser without any locks."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(browser_limits, playwright.chromium.executable_path), chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.mark.parametrize("name", WAYS_OUT)
def test_an_open_browser_takes_every_way_out(name: str, open_browser: Any, decoy: Any) -> None:
    html, paths = WAYS_OUT[name]
    decoy.page = html.format(url=decoy.url)
    page = open_browser.new_page()
    page.goto(f"{decoy.url}/page")
    end = time.monotonic() + 10
    while not paths <= decoy.paths and time.monotonic() < end:
        page.wait_for_timeout(100)
    page.close()
    assert paths <= decoy.paths


def refuse(url: str) -> tuple[int, Mapping[str, str], bytes]:
    raise BlockedAddress(f"{url} is not fetched.")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((name, {}) for name in ("markup", "meta refresh", "speculation rules", "scripts")),
        *((name, {"scripts": True}) for name in WAYS_OUT),
        *((name, {"scripts": True, "fetch": refuse}) for name in WAYS_OUT),
    ],
)
def test_a_rendered_page_takes_none(name: str, options: dict[str, Any], pool: BrowserPool, decoy: Any) -> None:
    html = WAYS_OUT[name][0].format(url=decoy.url)
    document = pool.render(Page(html, f"{decoy.url}/page"), **options)
    assert document.body.find(".//p") is not None
    assert (decoy.knocks, decoy.paths) == (0, set())


def test_host_names_lead_nowhere(pool: BrowserPool, decoy: Any) -> None:
    for host in ("localhost", "[::1]", "127.1", "a.localhost"):
        url = f"http://{host}:{decoy.port}"
        pool.render(Page(MARKUP[0].format(url=url), f"{url}/page"), scripts=True)
    assert decoy.knocks == 0


def test_files_cannot_be_read(render: Render) -> None:
    html = "<iframe id=f src=file:///etc/passwd></iframe><img src=file:///usr/share/pixmaps/debian-logo.png><p id=p>no"
    script = "<script>fetch('file:///etc/passwd').then(() => { p.textContent = 'yes' })</script>"
    assert render(html + script, scripts=True).body.find(".//p").text == "no"


def test_a_live_page_gets_what_is_fetched_for_it(render: Render) -> None:
    answers = {
        "https://courier.example/a.css": (200, {"content-type": "text/css"}, b"@import 'b.css'; p { width: 100px }"),
        "https://courier.example/b.css": (200, {"content-type": "text/css"}, b"p { color: rgb(1, 2, 3) }"),
        "https://courier.example/a.js": (200, {"content-type": "text/javascript"}, b"p.textContent = 'scripted'"),
    }
    html = "<link rel=stylesheet href=a.css><p id=p>x</p><script src=a.js></script><script src=missing.js></script>"
    asked = []

    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        asked.append(url)
        if url not in answers:
            raise BlockedAddress(f"{url} is not fetched.")
        return answers[url]

    document = render(html, scripts=True, fetch=fetch)
    assert document.layout is not None
    paragraph = document.body[0]
    assert paragraph.text == "scripted"
    assert document.layout.style(paragraph).color == "rgb(1, 2, 3)"
    assert set(asked) == {*answers, "https://courier.example/missing.js"}


def test_images_and_frames_of_a_live_page_are_not_fetched(render: Render) -> None:
    asked: list[str] = []

    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        asked.append(url)
        return 200, {}, b""

    render(
        "<img src=a.jpg><iframe src=b.html></iframe><script>fetch('c', {method: 'POST'})</script>",
        scripts=True,
        fetch=fetch,
    )
    assert asked == []


def test_a_fault_of_fetch_costs_what_was_fetched(render: Render, caplog: pytest.LogCaptureFixture) -> None:
    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        raise ValueError("a mistake")

    assert render("<link rel=stylesheet href=a.css><p>x", fetch=fetch).body[0].text == "x"
    assert "a mistake" in caplog.text
    assert "a.css" not in caplog.text  # an address is the page's own words, which no log holds


def test_pages_share_no_storage(render: Render) -> None:
    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        return 200, {}, b""

    script = "p.textContent = String(localStorage.x) + document.cookie; localStorage.x = document.cookie = 'y'"
    texts = [render(f"<p id=p><script>{script}</script>", scripts=True, fetch=fetch).body[0].text for _ in range(2)]
    assert texts == ["undefined", "undefined"]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://a.example/b?c#d", "https://a.example/b?c"),
        (None, NO_ADDRESS),
        ("file:///etc/passwd", NO_ADDRESS),
        ("chrome://settings", NO_ADDRESS),
        ("http://", NO_ADDRESS),
        ("http://a:99999/", NO_ADDRESS),
        ("http://[::1", NO_ADDRESS),
    ],
)
def test_a_page_without_a_web_address_is_rendered_under_that_of_no_host(url: str | None, address: str) -> None:
    assert choose_address(url) == address
