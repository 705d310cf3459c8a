"""What child processes find in their environment."""

import os

import pytest

from cutline.processes import list_child_variables


def test_a_child_gets_what_it_needs_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/bin/chromium")
    variables = list_child_variables()
    assert variables["PATH"] == os.environ["PATH"]
    assert (variables["LC_ALL"], variables["CUTLINE_CHROMIUM"]) == ("C.UTF-8", "/bin/chromium")


@pytest.mark.parametrize(
    "name", ["CUTLINE_SERVICE__TOKENS", "CUTLINE_JOBS__DATABASE", "AWS_SECRET_ACCESS_KEY", "DATABASE_URL", "PGPASSWORD"]
)
def test_a_child_gets_no_secret(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "secret")
    assert "secret" not in list_child_variables().values()
