"""Where a service may listen, and where its processes count."""

import os
import socket

import pytest
from pydantic import SecretStr

from cutline.config import Settings
from cutline.errors import ConfigError
from cutline.service.serving.server import Serving, check_exposure, is_loopback, open_listener
from cutline.service.serving.web_worker import VARIABLE, open_metrics_folder


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_a_service_without_tokens_listens_on_loopback(settings: Settings, host: str) -> None:
    check_exposure(host, settings)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1", "::ffff:10.0.0.1", "", "no such host"])
def test_a_service_listens_elsewhere_only_with_tokens(settings: Settings, host: str) -> None:
    with pytest.raises(ConfigError, match=r"set service\.tokens"):
        check_exposure(host, settings)
    tokens = {"tokens": (SecretStr("a-token-that-nobody-guesses"),)}
    check_exposure(host, settings.model_copy(update={"service": settings.service.model_copy(update=tokens)}))


def test_an_address_in_use_is_a_sentence() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(ConfigError, match=r"Cannot listen on 127\.0\.0\.1 port \d+: Address already in use\."),
    ):
        open_listener("127.0.0.1", taken.getsockname()[1])


def test_an_address_of_another_machine_is_a_sentence() -> None:
    with pytest.raises(ConfigError, match=r"Cannot listen on 192\.0\.2\.1 port 8000"):
        open_listener("192.0.2.1", 8000)


def test_an_unknown_host_is_not_loopback() -> None:
    assert not is_loopback("host.invalid")


@pytest.mark.parametrize(("workers", "web_workers", "each"), [(2, 1, 2), (4, 2, 2), (3, 2, 2), (1, 4, 1)])
def test_extraction_processes_are_shared_out_evenly(workers: int, web_workers: int, each: int) -> None:
    assert Serving("127.0.0.1", 0, workers, web_workers, 8).workers_each == each


class TestMetricsFolder:
    def test_is_removed_at_the_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv(VARIABLE, raising=False)
        with open_metrics_folder() as folder:
            (folder / "counter_1.db").touch()
            assert os.environ[VARIABLE] == str(folder)
        assert not folder.exists()
        assert VARIABLE not in os.environ
