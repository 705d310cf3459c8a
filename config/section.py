"""Base class and common types of the settings tables."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Section(BaseModel):
    """Base of each settings table; immutable, unknown names are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")
