"""Paths in a settings file are those of a person who looks at the file, not at the current folder."""

from pathlib import Path

import pytest

from cutline.config import choose_settings, load_settings, recall_settings, remember_settings
from cutline.config.sources import MAX_REMEMBERED
from cutline.errors import ConfigError

FILE = """
[ads]
easylist = "lists/easylist.txt"
[template_wrapper]
file = "wrapper.json"
[auto]
text_model = "models/body"
image_model = "cutline"
page_model = "/models/pages"
[v_wrapper]
model = "./visual"
[relevance]
model = "models/relevance"
[nlp]
pipeline = "en_core_web_sm"
pipelines = { de = "./german", fr = "fr_core_news_sm" }
[render]
chromium = "chromium"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a settings file, which is not the current folder."""
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    folder = tmp_path / "settings"
    folder.mkdir()
    (folder / "my.toml").write_text(FILE)
    return folder


@pytest.mark.parametrize("name", ["{}/my.toml", "../settings/my.toml"])
def test_relative_paths_are_below_the_folder_of_the_file(folder: Path, name: str) -> None:
    settings = load_settings(Path(name.format(folder)))
    paths = (
        *(settings.ads.easylist, settings.template_wrapper.file, settings.auto.text_model),
        *(settings.v_wrapper.model, settings.relevance.model, settings.nlp.pipelines["de"]),
    )
    expected = ("lists/easylist.txt", "wrapper.json", "models/body", "visual", "models/relevance", "german")
    assert [Path(path).resolve() for path in paths] == [folder / name for name in expected]


def test_names_and_absolute_paths_stay_as_they_are(folder: Path) -> None:
    settings = load_settings(folder / "my.toml")
    assert (settings.auto.image_model, settings.auto.page_model) == ("cutline", "/models/pages")
    assert (settings.nlp.pipeline, settings.nlp.pipelines["fr"]) == ("en_core_web_sm", "fr_core_news_sm")
    assert settings.render.chromium == "chromium"


def test_paths_in_variables_are_those_of_the_current_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_ADS__EASYLIST", "easylist.txt")
    assert load_settings().ads.easylist == "easylist.txt"


def test_no_file_stays_no_file(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('[ads]\neasylist = ""\n')
    assert load_settings(tmp_path / "my.toml").ads.easylist == ""


@pytest.mark.parametrize("toml", ["ads = 1", "[ads]\neasylist = 1", "nlp = []", "[nlp]\npipelines = 1"])
def test_wrong_types_are_refused_as_settings(tmp_path: Path, toml: str) -> None:
    (tmp_path / "my.toml").write_text(toml)
    with pytest.raises(ConfigError, match=r"^The setting '[a-z.]+' cannot be "):
        load_settings(tmp_path / "my.toml")


def test_a_name_with_a_nul_is_refused() -> None:
    with pytest.raises(ConfigError, match="null byte"):
        choose_settings("a\0b")


def test_the_last_settings_of_a_process_are_found_by_their_digest() -> None:
    start = load_settings()
    limits = [start.print.model_copy(update={"max_images": number}) for number in range(MAX_REMEMBERED + 1)]
    digests = [remember_settings(start.model_copy(update={"print": each})) for each in limits]
    assert recall_settings(digests[0]) is None
    assert [recall_settings(digest).print for digest in digests[1:]] == limits[1:]  # type: ignore[union-attr]
