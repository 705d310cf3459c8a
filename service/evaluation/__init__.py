"""The figures of an evaluation for people: what the measures mean, and a report with plots in one HTML file.

`MEASURES`, `MethodResult`, `CorpusResult`, `judge_page` and `render_report` may be imported from here.
"""

from cutline.service.evaluation.judged_images import JudgedPage, judge_page
from cutline.service.evaluation.measures import MEASURES
from cutline.service.evaluation.report import CorpusResult, MethodResult, render_report

__all__ = ["MEASURES", "CorpusResult", "JudgedPage", "MethodResult", "judge_page", "render_report"]
