"""Settings: `default.toml` holds every value, `load_settings` returns them typed."""

from cutline.config.settings import Settings
from cutline.config.sources import choose_settings, load_settings, recall_settings, remember_settings

__all__ = ["Settings", "choose_settings", "load_settings", "recall_settings", "remember_settings"]
