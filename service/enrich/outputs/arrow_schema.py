"""The Arrow schema of results, made from the public types; Parquet files have it."""

from __future__ import annotations

from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from cutline.service.enrich.extras import import_extra
from cutline.types import Article

PLACE = {"id": str, "source": str, "line": int}  # where an article's record came from; an `id` that is a number is text


def import_arrow() -> ModuleType:
    """Return pyarrow.

    Raises:
        OptionError: it is not installed.
    """
    return import_extra("pyarrow", "parquet", "Parquet files")


def make_schema() -> Any:
    """Return the schema: the place of the record, then the fields of the article, nested as they are."""
    arrow = import_arrow()
    named = {**PLACE, **{name: field.annotation for name, field in Article.model_fields.items()}}
    return arrow.schema([arrow.field(name, _find_type(arrow, annotation)) for name, annotation in named.items()])


def _find_type(arrow: ModuleType, annotation: Any) -> Any:
    """Return the Arrow type of a field's values, each of which may be null."""
    simple = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return arrow.struct([arrow.field(name, _find_type(arrow, field.annotation)) for name, field in fields])
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if origin is Literal:
        return arrow.string()
    if origin is Annotated:
        return _find_type(arrow, arguments[0])
    if origin in (Union, UnionType):
        (only,) = (argument for argument in arguments if argument is not type(None))
        return _find_type(arrow, only)
    if origin is tuple:
        return arrow.list_(_find_type(arrow, arguments[0]))
    if origin is dict:
        return arrow.map_(*(_find_type(arrow, argument) for argument in arguments))
    raise TypeError(f"There is no Arrow type for {annotation}.")
