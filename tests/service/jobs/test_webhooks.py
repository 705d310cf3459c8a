"""The address given with a job is told once that it ended: signed, again after pauses, and by no dead process."""

import base64
import hmac
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from time import monotonic, sleep, time
from typing import Any

import httpx
import pytest
from pydantic import SecretStr
from sqlalchemy import func, select

from cutline.config import load_settings
from cutline.errors import BlockedAddress, ConfigError, UpstreamError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.jobs import JobItem, JobRunner, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import WebhookRow
from cutline.service.jobs.runner import Webhooks, sign
from cutline.service.pages.extraction_processes import ExtractWork, WorkDone

KEY = b"a key of twenty-four byt"
SECRET = SecretStr(f"whsec_{base64.b64encode(KEY).decode()}")
URL = "https://receiver.example/ended"
HOUR = 3600.0
DOCUMENT = Path(__file__).parents[3] / "docs" / "jobs.md"


class Receiver:
    """Remembers what it was sent, and refuses it if the test says so."""

    def __init__(self) -> None:
        self.messages: list[tuple[str, bytes, Mapping[str, str]]] = []
        self.error: Exception | None = None

    def send(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> None:
        self.messages.append((url, body, headers))
        if self.error is not None:
            raise self.error


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def store(open_store: Callable[..., JobStore]) -> JobStore:
    return open_store(webhook_secret=SECRET)


def make_job(store: JobStore, *, ends: bool = True, webhook: str | None = URL) -> str:
    job = store.create([JobItem(None, html="<p>a")], Options(), webhook=webhook)
    if ends:
        claims = Claims(store)
        claim = claims.claim()
        assert claim is not None
        assert claims.close_done(claim, b"{}")
    return job.id


def count_rows(store: JobStore) -> int:
    with store.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(WebhookRow)) or 0


def test_it_is_told_once_that_the_job_ended(store: JobStore, receiver: Receiver) -> None:
    webhooks, job_id = Webhooks(store, receiver.send), make_job(store)
    assert [webhooks.tell_next(), webhooks.tell_next()] == [True, False]
    [(url, body, headers)] = receiver.messages
    told = json.loads(body)
    assert url == URL
    assert (told.pop("finished")[:10], told) == (
        "2025-06-15",
        {"id": job_id, "state": "finished", "items": 1, "done": 1, "failed": 0},
    )
    assert (headers["Webhook-Id"], headers["Webhook-Timestamp"]) == (job_id, "1750000000")
    signed = b".".join((job_id.encode(), b"1750000000", body))
    expected = base64.b64encode(hmac.digest(KEY, signed, "sha256")).decode()
    assert headers["Webhook-Signature"] == f"v1,{expected}"
    assert count_rows(store) == 0


def test_nobody_is_told_before_the_end_or_without_an_address(store: JobStore, receiver: Receiver) -> None:
    make_job(store, ends=False)
    assert not Webhooks(store, receiver.send).tell_next()


def test_a_removed_job_tells_nobody_and_leaves_nothing(store: JobStore, receiver: Receiver) -> None:
    store.remove(make_job(store))
    assert not Webhooks(store, receiver.send).tell_next()
    store.purge()
    assert count_rows(store) == 0


def test_it_is_told_again_after_growing_pauses(store: JobStore, clock: Any, receiver: Receiver) -> None:
    webhooks, _ = Webhooks(store, receiver.send), make_job(store)
    receiver.error = UpstreamError("busy", 503)
    pauses = []
    began = clock.now
    while count_rows(store):
        if webhooks.tell_next():
            pauses.append(clock.now - began)
            began = clock.now
        clock.now += 5.0
    assert pauses == [0.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0, 640.0]
    assert len({headers["Webhook-Timestamp"] for _, _, headers in receiver.messages}) == 8


def test_it_is_not_told_again_once_it_answered(store: JobStore, clock: Any, receiver: Receiver) -> None:
    webhooks, _ = Webhooks(store, receiver.send), make_job(store)
    receiver.error = UpstreamError("busy", 503)
    webhooks.tell_next()
    receiver.error = None
    clock.now += 10.0
    webhooks.tell_next()
    clock.now += HOUR
    assert (webhooks.tell_next(), len(receiver.messages)) == (False, 2)


def test_an_unforeseen_error_counts_as_an_attempt(store: JobStore, clock: Any, receiver: Receiver) -> None:
    webhooks, _ = Webhooks(store, receiver.send), make_job(store)
    receiver.error = UnicodeError("unforeseen")
    for _ in range(store.settings.webhook_attempts):
        assert webhooks.tell_next()
        clock.now += HOUR
    assert (webhooks.tell_next(), count_rows(store)) == (False, 0)


def test_an_address_that_is_not_public_is_given_up(store: JobStore, receiver: Receiver) -> None:
    webhooks, _ = Webhooks(store, receiver.send), make_job(store)
    receiver.error = BlockedAddress("not public")
    assert webhooks.tell_next()
    assert count_rows(store) == 0


def test_what_a_killed_process_was_sending_another_one_sends(
    store: JobStore, open_store: Callable[..., JobStore], clock: Any, receiver: Receiver
) -> None:
    make_job(store)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Webhooks(store, die).tell_next()
    after = Webhooks(open_store(webhook_secret=SECRET), receiver.send)
    assert not after.tell_next()
    clock.now += store.settings.lease_seconds
    assert after.tell_next()
    assert len(receiver.messages) == 1


def test_a_slow_receiver_holds_no_job(job_settings: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.jobs.runner.POLL_SECONDS", 0.01)
    store = JobStore.open(job_settings.model_copy(update={"webhook_secret": SECRET, "threads": 1}))
    first, second = (store.create([JobItem(None, html="<p>a")], Options(), webhook=URL) for _ in range(2))

    def wait_for_second(url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> None:
        end = monotonic() + 60
        while store.find(second.id).finished is None and monotonic() < end:
            sleep(0.01)
        receiver.send(url, body, headers, seconds)

    def run(work: ExtractWork, *, is_urgent: bool) -> WorkDone:
        return WorkDone(b"{}")

    runner = JobRunner(store, lambda url: PageGiven("", url), run, (), wait_for_second)
    runner.start()
    end = monotonic() + 60
    while len(receiver.messages) < 2 and monotonic() < end:
        sleep(0.01)
    runner.close(5.0)
    assert {json.loads(body)["id"] for _, body, _ in receiver.messages} == {first.id, second.id}
    store.close()


def test_the_documented_receiver_accepts_what_is_signed_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_JOBS__WEBHOOK_SECRET", SECRET.get_secret_value())
    [code] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "receiver"}
    exec(compile(code, "receiver", "exec"), names)
    server = names["HTTPServer"](("127.0.0.1", 0), names["Receiver"])
    Thread(target=server.serve_forever, daemon=True).start()
    now, body = int(time()), b'{"id": "a", "state": "finished"}'

    def send(moment: int, sent: bytes) -> int:
        signature = sign(SECRET.get_secret_value(), "a", moment, body)
        headers = {"Webhook-Id": "a", "Webhook-Timestamp": str(moment), "Webhook-Signature": signature}
        return httpx.post(f"http://127.0.0.1:{server.server_port}/", content=sent, headers=headers).status_code

    def send_unsigned(**headers: str) -> int:
        named = {f"Webhook-{name}": value.encode("latin-1") for name, value in headers.items()}
        return httpx.post(f"http://127.0.0.1:{server.server_port}/", content=body, headers=named).status_code

    try:
        assert [send(now, body), send(now, body + b" "), send(now - 3600, body)] == [204, 401, 401]
        assert send_unsigned() == 401
        assert send_unsigned(Id="a", Timestamp="soon", Signature="v1,") == 401
        assert send_unsigned(Id="a", Timestamp=str(now), Signature="v1,\u00fc") == 401
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("secret", ["secret", "whsec_", "whsec_c2hvcnQ=", f"whsec_{'a' * 33}", f"whsec_{'!' * 32}"])
def test_a_secret_that_is_none_is_refused_and_not_quoted(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_JOBS__WEBHOOK_SECRET", secret)
    with pytest.raises(ConfigError, match="webhook_secret") as refused:
        load_settings()
    assert repr(secret) not in str(refused.value)
