"""Labels for own pages: what a viewer marks in an extracted article, and the line of a corpus that is made of it.

`Marks` and `label_page` may be imported from here; such lines are what `cutline evaluate` and `cutline train` read.
"""

from cutline.service.labels.lines import label_page
from cutline.service.labels.marks import Marks

__all__ = ["Marks", "label_page"]
