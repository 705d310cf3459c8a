"""Addresses of clusters that cannot be used."""

from __future__ import annotations

import socket

import pytest

import cutline
from cutline.errors import OptionError

PAGES = [{"html": "<p>Page"}]


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_a_cluster_that_does_not_answer_is_one_sentence(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(
        OptionError, match=rf"^The Ray cluster at {scheme}127\.0\.0\.1:{port} cannot be used: .*refused"
    ):
        list(cutline.enrich(PAGES, engine="ray", ray_address=f"{scheme}127.0.0.1:{port}"))


def test_an_address_without_the_engine_is_refused() -> None:
    with pytest.raises(OptionError, match="goes with the engine"):
        cutline.enrich(PAGES, ray_address="127.0.0.1:6379")
