"""Typed settings: one class per table of `default.toml`."""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, IPvAnyNetwork, SecretStr, ValidationInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from cutline.verdicts import Favor

DEFAULTS = Path(__file__).with_name("default.toml")
PREFIX = "CUTLINE_"
NESTING = "__"  # between a table and a setting
SHIPPED = "cutline"  # value of a setting for a shipped model

HostPart = Annotated[str, Field(pattern=r"^[a-z0-9_-]+$")]
Host = Annotated[str, Field(pattern=r"^[a-z0-9_-]+(\.[a-z0-9_-]+)+(/\S*)?$")]  # with or without a path
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Section(BaseModel):
    """Base of each settings table; immutable, unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PageSettings(Section):
    """Size limits of a page."""

    max_bytes: Count
    max_elements: Count
    max_segments: Count
    max_comments: Count
    max_images: Count


class FormulaSettings(Section):
    """Size limits of formulas."""

    max_number: Count
    max_characters: Count


class FirstSubtreeSettings(Section):
    """The constants of Joshi & Liu 2009, sections 4.1 to 4.3."""

    block_tags: tuple[str, ...]
    min_characters: Count
    link_list_share: Share
    strict: bool


class VipsSettings(Section):
    """Granularity of the segmentation of Cai et al. 2003."""

    permitted_coherence: Annotated[int, Field(ge=1, le=10)]


class AutoSettings(Section):
    """Models of the default method, and their probability thresholds."""

    text_model: str
    text_threshold: Share
    gap_threshold: Share
    table_threshold: Share
    code_threshold: Share
    box_threshold: Share
    uncertain_score: Share
    page_model: str
    image_model: str
    image_threshold: Share


class FavorLimits(Section):
    """Those of the probability thresholds of `auto` that one favor moves."""

    text_threshold: Share
    gap_threshold: Share
    image_threshold: Share


class FavorSettings(Section):
    """What the option `favor` moves."""

    precision: FavorLimits
    recall: FavorLimits


class MaxSubsequenceSettings(Section):
    """The constants of Luo et al. 2009, sections 3.1 and 4."""

    displays: tuple[str, ...]
    aligned_edges: Annotated[int, Field(ge=1, le=2)]
    alignment_tolerance: Annotated[float, Field(gt=0)]


class SinglePassSettings(Section):
    """The constants of Shen & Zou, section 3.2; the paper gives no values for them."""

    theta: Annotated[float, Field(ge=0)]
    threshold: Annotated[float, Field(gt=0)]


class VWrapperSettings(Section):
    """The classifiers of Zheng et al. 2007."""

    model: str


class TemplateWrapperSettings(Section):
    """The wrapper for the baseline of Zheng et al. 2007."""

    file: str


class CaptionSettings(Section):
    """Limits on the caption of an image."""

    max_characters: Count
    max_untagged_characters: Count
    max_levels: Count
    link_share: Share
    min_alt_words: Annotated[int, Field(ge=0)]


class RelatedSettings(Section):
    """Links to related stories in the article."""

    max_links: Annotated[int, Field(ge=0)]


class AdSettings(Section):
    """Detection of advertisements and trackers: built-in rules, and an optional list."""

    servers: tuple[Host, ...]
    counters: tuple[Host, ...]
    names: tuple[HostPart, ...]
    max_pixels: Annotated[int, Field(ge=0)]
    easylist: str


class SimilaritySettings(Section):
    """The constants of Joshi & Liu 2009, section 4.4."""

    top_names: Count
    small_mentions: Count
    small_threshold: Share
    large_threshold: Share
    small_words: Count
    word_threshold: Share
    full_names: Annotated[float, Field(ge=0)]
    full_words: Annotated[float, Field(ge=0)]
    no_evidence: Literal["keep", "drop"]


class RelevanceSettings(Section):
    """Probability thresholds for texts being about their article's story, or about another one."""

    model: str
    related_threshold: Share
    unrelated_threshold: Share
    unrelated_caption_threshold: Share
    off_topic_threshold: Share
    offer_threshold: Share
    stranger_share: Share
    related_odds: Annotated[float, Field(ge=1, le=1000)]
    boundary_threshold: Share


class NlpSettings(Section):
    """Pipelines that find names, and the mapping of their labels."""

    pipeline: str
    pipelines: dict[Annotated[str, Field(pattern="^[a-z]{2,3}$")], str]
    labels: dict[str, Literal["PERSON", "ORG", "LOC", ""]]
    read: Literal["capitalised", "all"]
    max_characters: Count


class FetchSettings(Section):
    """Limits on fetching."""

    user_agent: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]+(/[A-Za-z0-9_.-]+)?( [\x20-\x7e]*)?$")]
    contact: Annotated[str, Field(pattern=r"^[\x21-\x7e]*$")]
    max_redirects: Annotated[int, Field(ge=0)]
    max_bytes: Count
    connect_seconds: Seconds
    read_seconds: Seconds
    header_seconds: Seconds
    total_seconds: Seconds
    max_pages: Count
    page_pause_seconds: Annotated[float, Field(ge=0)]
    ports: tuple[Annotated[int, Field(ge=1, le=65535)], ...]
    allowed_networks: tuple[IPvAnyNetwork, ...]
    robots: bool
    cache_file: str
    cache_max_bytes: Count


class RenderSettings(Section):
    """How pages are rendered, and limits on it."""

    chromium: str
    sandbox: Literal["auto", "always", "never"]
    browsers: Count
    start_seconds: Seconds
    page_seconds: Seconds
    settle_seconds: Seconds
    max_bytes: Count
    max_nodes: Count
    max_characters: Count
    max_requests: Count
    max_resource_bytes: Count
    resource_seconds: Seconds
    resources: tuple[str, ...]


class PrintSettings(Section):
    """Limits on the images of a printed article."""

    max_images: Annotated[int, Field(ge=0)]
    max_image_bytes: Count
    max_total_bytes: Count
    max_pixels: Count
    total_seconds: Seconds


class ServiceSettings(Section):
    """Limits and access of the REST service."""

    max_request_bytes: Count
    tokens: tuple[SecretStr, ...]
    hosts: tuple[str, ...]
    token_requests: Annotated[int, Field(ge=0)]
    max_texts: Count
    max_results: Count
    log_format: Literal["console", "json"]
    threads: Count
    queue_size: Count
    queue_seconds: Seconds
    page_seconds: Seconds
    recycle_pages: Count
    worker_bytes: Count
    start_seconds: Seconds
    max_connections: Count
    max_request_line: Annotated[int, Field(ge=1, le=8190)]  # gunicorn's maximum
    max_head_bytes: Count
    max_arriving_bytes: Count
    max_unsent_bytes: Count
    head_seconds: Seconds
    body_seconds: Seconds
    idle_seconds: Seconds
    send_seconds: Seconds
    stop_seconds: Seconds


WEBHOOK_PREFIX = "whsec_"
WEBHOOK_SECRET = re.compile(
    rf"(?:{WEBHOOK_PREFIX}(?:[A-Za-z0-9+/]{{4}}){{8,22}}(?:[A-Za-z0-9+/]{{2}}(?:==|[A-Za-z0-9+/]=))?)?"
)


def _check_webhook_secret(secret: SecretStr) -> SecretStr:
    if not WEBHOOK_SECRET.fullmatch(secret.get_secret_value()):
        raise ValueError(f"give {WEBHOOK_PREFIX} and 24 or more bytes in base64")
    return secret


def _check_webhook_seconds(seconds: float, known: ValidationInfo) -> float:
    lease = known.data.get("lease_seconds")
    if lease is not None and seconds >= lease:
        raise ValueError(f"it must be less than jobs.lease_seconds ({lease:g}), or two processes send at once")
    return seconds


class JobSettings(Section):
    """The job queue and its processing."""

    database: str
    threads: Annotated[int, Field(ge=0)]
    max_items: Count
    max_bytes: Count
    min_free_bytes: Annotated[int, Field(ge=0)]
    max_jobs: Count
    max_open_items: Count
    keep_hours: Annotated[float, Field(gt=0)]
    lease_seconds: Seconds
    attempts: Count
    retry_seconds: Seconds
    host_seconds: Annotated[float, Field(ge=0)]
    webhook_secret: Annotated[SecretStr, AfterValidator(_check_webhook_secret)]
    webhook_seconds: Annotated[Seconds, AfterValidator(_check_webhook_seconds)]
    webhook_attempts: Count
    webhook_retry_seconds: Seconds
    busy_seconds: Seconds


class InspectorSettings(Section):
    """What the inspector shows, and how long it keeps it."""

    keep_hours: Annotated[float, Field(gt=0)]
    max_stored_bytes: Count
    session_hours: Annotated[float, Field(gt=0)]
    max_blocks: Count
    max_images: Count


class EnrichSettings(Section):
    """How batches are processed."""

    batch_size: Count
    page_seconds: Seconds
    recycle_pages: Count
    worker_bytes: Count
    max_line_bytes: Count
    fetch_threads: Count
    host_seconds: Annotated[float, Field(ge=0)]
    duplicate_distance: Annotated[int, Field(ge=0, le=3)]  # more than the blocks of a fingerprint can find


class Settings(BaseSettings):
    """All settings, one field per table of `default.toml`."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix=PREFIX, env_nested_delimiter=NESTING, toml_file=DEFAULTS
    )

    page: PageSettings
    formulas: FormulaSettings
    auto: AutoSettings
    favor: FavorSettings
    first_subtree: FirstSubtreeSettings
    vips: VipsSettings
    max_subsequence: MaxSubsequenceSettings
    single_pass: SinglePassSettings
    v_wrapper: VWrapperSettings
    template_wrapper: TemplateWrapperSettings
    captions: CaptionSettings
    related: RelatedSettings
    ads: AdSettings
    similarity: SimilaritySettings
    relevance: RelevanceSettings
    nlp: NlpSettings
    fetch: FetchSettings
    render: RenderSettings
    print: PrintSettings
    service: ServiceSettings
    jobs: JobSettings
    inspector: InspectorSettings
    enrich: EnrichSettings

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources, highest priority first."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)

    def with_wrapper(self, file: Path | str) -> Settings:
        """Return a copy of these settings with a wrapper file for the method `template-wrapper`."""
        table = self.template_wrapper.model_copy(update={"file": str(file)})
        return self.model_copy(update={"template_wrapper": table})

    def favoring(self, favor: Favor) -> Settings:
        """Return these settings with the thresholds of `auto` moved; one that differs from its default stays."""
        if favor == "balanced":
            return self
        default = _read_default_thresholds()
        moved = {name: limit for name, limit in getattr(self.favor, favor) if getattr(self.auto, name) == default[name]}
        return self.model_copy(update={"auto": self.auto.model_copy(update=moved)})

    @property
    def digest(self) -> str:
        """Hash of all settings that may affect a result, twelve hexadecimal digits."""
        # service and jobs may contain secrets
        text = self.model_dump_json(exclude={"service", "jobs", "inspector", "enrich"})
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def _read_default_thresholds() -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))["auto"]
    return table
