"""By whom a batch is worked off, and how."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StrictStr, ValidationError

from cutline.errors import OptionError
from cutline.options import describe
from cutline.service.enrich.order import Order
from cutline.types import Frozen

Engine = Literal["local", "ray"]
Count = Annotated[StrictInt, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)]


class Crewing(Frozen):
    """By whom a batch is worked off, and how."""

    workers: Count = Field(default=1, description="Processes that extract.")
    engine: Engine = Field(default="local", description="Whether they are of this machine or of a Ray cluster.")
    batch_size: Count | None = Field(
        default=None, description="Records that a worker takes at once; null: as the settings say."
    )
    order: Order = Field(default="input", description="Of the results: the records', or as they are ready.")
    timeout: Seconds | None = Field(
        default=None, description="Seconds that one page may take; null: as the settings say."
    )
    ray_address: StrictStr | None = Field(
        default=None, description="Of a Ray cluster; null: the one that is connected with, else one started here."
    )

    @property
    def is_alone(self) -> bool:
        """Whether this process can do it by itself."""
        return self.workers == 1 and self.engine == "local" and self.timeout is None


def read_crewing(**given: object) -> Crewing:
    """Return by whom a batch is worked off.

    Raises:
        OptionError: an option has a value it cannot take.
    """
    try:
        crewing = Crewing.model_validate(given)
    except ValidationError as error:
        raise OptionError(describe(error, Crewing.model_fields)) from error
    if crewing.ray_address is not None and crewing.engine != "ray":
        raise OptionError("The option 'ray_address' goes with the engine 'ray'.")
    return crewing
