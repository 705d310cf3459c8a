"""Where settings come from, and what is refused."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from cutline.config import Settings, load_settings
from cutline.config.settings import DEFAULTS
from cutline.errors import ConfigError

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def build(toml: str) -> Path:
        file = tmp_path / "settings.toml"
        file.write_text(toml, encoding="utf-8")
        return file

    return build


def test_defaults_are_those_of_the_papers() -> None:
    constants = load_settings().first_subtree
    assert constants.min_characters == 500
    assert " ".join(constants.block_tags) == "div p br li ul ol td tr table h1 h2 h3 h4 h5 h6 hr"


def test_every_default_has_a_comment() -> None:
    settings = re.findall(r"^\w+ = .*$", DEFAULTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert [line for line in settings if "#" not in line and not line.startswith("user_agent")] == []


class TestFavor:
    def test_moves_the_thresholds_of_auto_together(self) -> None:
        settings = load_settings()
        strict, lax = settings.favoring("precision"), settings.favoring("recall")
        assert (strict.auto.text_threshold, strict.auto.image_threshold) == (
            settings.favor.precision.text_threshold,
            settings.favor.precision.image_threshold,
        )
        assert lax.auto.text_threshold < settings.auto.text_threshold < strict.auto.text_threshold
        assert lax.auto.gap_threshold < settings.auto.gap_threshold < strict.auto.gap_threshold
        assert lax.auto.image_threshold < settings.auto.image_threshold < strict.auto.image_threshold
        assert settings.favoring("balanced") is settings

    def test_leaves_a_threshold_that_was_changed_where_it_is(self, write: Write) -> None:
        settings = load_settings(write("[auto]\ntext_threshold = 0.6\n")).favoring("recall")
        assert settings.auto.text_threshold == 0.6
        assert settings.auto.image_threshold == settings.favor.recall.image_threshold

    def test_has_limits_that_can_be_set(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CUTLINE_FAVOR__RECALL__TEXT_THRESHOLD", "0.15")
        assert load_settings().favoring("recall").auto.text_threshold == 0.15


def test_no_host_of_advertisements_is_listed_twice() -> None:
    ads = load_settings().ads
    hosts = [*ads.servers, *ads.counters]
    assert len(set(hosts)) == len(hosts) > 50
    assert ads.easylist == ""


def test_variable_overrides_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_FETCH__TOTAL_SECONDS", "7.5")
    assert load_settings().fetch.total_seconds == 7.5
    assert load_settings().fetch.max_redirects == 5


def test_variable_holds_lists_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_FETCH__PORTS", "[8080]")
    assert load_settings().fetch.ports == (8080,)


def test_file_overrides_variable_and_default(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_FETCH__TOTAL_SECONDS", "7.5")
    monkeypatch.setenv("CUTLINE_PAGE__MAX_BYTES", "1000")
    settings = load_settings(write("[fetch]\ntotal_seconds = 9\n"))
    assert (settings.fetch.total_seconds, settings.page.max_bytes, settings.fetch.max_redirects) == (9, 1000, 5)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("[page]\nmax_byts = 1\n", "There is no setting 'page.max_byts'"),
        ("[pages]\n", "There is no setting 'pages'"),
        ("[page]\nmax_bytes = 0\n", "'page.max_bytes' cannot be 0"),
        ("[page]\nmax_bytes = 'many'\n", "'page.max_bytes' cannot be 'many'"),
        ("[similarity]\nsmall_threshold = 1.5\n", "'similarity.small_threshold' cannot be 1.5"),
        ("[fetch]\nports = [70000]\n", "'fetch.ports.0' cannot be 70000"),
        ("[fetch]\nallowed_networks = ['10.0.0.0/99']\n", "fetch.allowed_networks.0"),
        ("[ads]\nservers = ['https://ads.example/']\n", "'ads.servers.0' cannot be 'https://ads.example/'"),
        ("[ads]\ncounters = ['Example.org']\n", "'ads.counters.0' cannot be 'Example.org'"),
        ("[ads]\nnames = ['ads.']\n", "'ads.names.0' cannot be 'ads.'"),
        ("page = 1\n", "'page' cannot be 1"),
        ("[page\n", "is not valid TOML"),
    ],
)
def test_wrong_file_is_refused_with_the_name_of_the_setting(write: Write, toml: str, message: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(message)):
        load_settings(write(toml))


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file"):
        load_settings(tmp_path / "none.toml")


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(tmp_path)


def test_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(ConfigError, match="not valid TOML"):
        load_settings(tmp_path / "latin.toml")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CUTLINE_PAGE__MAX_BYTES", "many"),
        ("CUTLINE_FETCH__PORTS", "[80"),
        ("CUTLINE_PAGE", "{"),
        ("CUTLINE_PAGE__NONE", "1"),
    ],
)
def test_wrong_variable_is_refused(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigError):
        load_settings()


def test_settings_cannot_be_changed() -> None:
    settings = load_settings()
    with pytest.raises(ValidationError):
        settings.page.max_bytes = 1
    with pytest.raises(ValidationError):
        settings.page = settings.page


def test_a_file_that_was_changed_is_read_again(write: Write) -> None:
    assert load_settings(write("[page]\nmax_bytes = 10\n")).page.max_bytes == 10
    assert load_settings(write("[page]\nmax_bytes = 20\n")).page.max_bytes == 20


@pytest.mark.parametrize("language", ["DE", "de-AT", "deutsch"])
def test_a_pipeline_is_for_a_primary_language(write: Write, language: str) -> None:
    with pytest.raises(ConfigError):
        load_settings(write(f'[nlp.pipelines]\n"{language}" = "cutline"\n'))


def test_digest_differs_when_a_setting_differs(write: Write) -> None:
    default, same, other = load_settings(), Settings(), load_settings(write("[similarity]\ntop_names = 21\n"))
    assert re.fullmatch("[0-9a-f]{12}", default.digest)
    assert default.digest == same.digest != other.digest


def test_digest_holds_nothing_that_no_result_depends_on(write: Write) -> None:
    tables = '[service]\ntokens = ["tulip-harbour-seven-oaks"]\n[jobs]\ndatabase = "jobs.sqlite"\n'
    secret = load_settings(write(tables))
    assert secret.digest == load_settings().digest


@pytest.mark.parametrize("toml", ['tokens = "tulip-harbour"', 'tokens = [["tulip-harbour"]]'])
def test_a_token_is_quoted_nowhere(write: Write, toml: str) -> None:
    with pytest.raises(ConfigError, match=r"'service.tokens.*' cannot be what was given") as caught:
        load_settings(write(f"[service]\n{toml}\n"))
    assert "tulip" not in str(caught.value)
    assert "tulip" not in repr(load_settings(write('[service]\ntokens = ["tulip-harbour-seven-oaks"]\n')))


@pytest.mark.parametrize(("webhook", "lease"), [(60.0, 60.0), (90.0, 60.0), (10.0, 5.0)])
def test_a_webhook_takes_less_time_than_its_lease(write: Write, webhook: float, lease: float) -> None:
    file = write(f"[jobs]\nlease_seconds = {lease}\nwebhook_seconds = {webhook}\n")
    with pytest.raises(ConfigError, match=r"'jobs.webhook_seconds' .* less than jobs.lease_seconds"):
        load_settings(file)
