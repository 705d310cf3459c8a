"""The addresses of the REST endpoint, one module a group; each lists its `Operation`s, which the application answers by
and which the OpenAPI document is made from.

Import from here: `Operation`, `Parts`, `list_operations`.
"""

from cutline.service.routes.all import list_operations
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import Parts

__all__ = ["Operation", "Parts", "list_operations"]
