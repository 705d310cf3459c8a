"""Variables that would be ignored are refused."""

import re

import pytest

from cutline.config import load_settings
from cutline.errors import ConfigError


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        ("CUTLINE_FETCH_TOTAL_SECONDS", "did you mean CUTLINE_FETCH__TOTAL_SECONDS?"),
        ("CUTLINE_PAGES__MAX_BYTES", "did you mean CUTLINE_PAGE__MAX_BYTES?"),
        ("CUTLINE_CHROMUM", "did you mean CUTLINE_CHROMIUM?"),
        ("cutline_auto_text_model", "did you mean CUTLINE_AUTO__TEXT_MODEL?"),
        ("CUTLINE_Z", "config/default.toml lists the settings."),
    ],
)
def test_a_variable_that_is_no_setting_is_refused_with_the_nearest_one(
    monkeypatch: pytest.MonkeyPatch, variable: str, sentence: str
) -> None:
    monkeypatch.setenv(variable, "1")
    with pytest.raises(ConfigError, match=re.escape(f"The variable {variable} is not a cutline setting; {sentence}")):
        load_settings()


def test_an_unknown_setting_of_a_known_table_is_refused_as_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_PAGE__MAX_BITES", "1")
    with pytest.raises(ConfigError, match=r"There is no setting 'page.max_bites'"):
        load_settings()


def test_variables_that_mean_something_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/usr/bin/chromium")
    monkeypatch.setenv("CUTLINE_PAGE", '{"max_bytes": 10}')
    monkeypatch.setenv("CUTLINE_NLP__PIPELINES__DE", "de_core_news_sm")
    monkeypatch.setenv("CUTLINES", "not ours")
    settings = load_settings()
    assert (settings.page.max_bytes, settings.nlp.pipelines["de"]) == (10, "de_core_news_sm")
