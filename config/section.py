"""What a table of the settings file is, and the commonest values in one."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0)]


class Section(BaseModel):
    """Base of each table of the settings file; immutable, and closed to unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid")
