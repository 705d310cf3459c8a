"""`/v1/methods`: the ways to find an article that can be asked for."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Response

from cutline.service.messages import MethodInfo, MethodsResponse, NoParameters
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import answer_unchanging
from cutline.types import Method, Options

JOSHI_LIU = (
    "P. M. Joshi and S. Liu, Web Document Text and Images Extraction using DOM Analysis and Natural Language"
    " Processing, DocEng 2009"
)
LUO = (
    "P. Luo, J. Fan, S. Liu, F. Lin, Y. Xiong and J. Liu, Web Article Extraction for Web Printing: a DOM+Visual based"
    " Approach, DocEng 2009"
)
SHEN_ZOU = "W. Shen and X. Zou, An Algorithm on Web Article Automatic Extraction Based on DOM Structure"
ZHENG = "S. Zheng, R. Song and J.-R. Wen, Template-Independent News Extraction Based on Visual Consistency, AAAI 2007"
NETHRA_ANITHA = (
    "K. Nethra and J. Anitha, Web Content Extraction by Integrating Textual and Visual Importance of Web Pages"
)


def _describe(name: Method, summary: str, paper: str | None, needs: str = "") -> MethodInfo:
    return MethodInfo(
        name=name,
        summary=summary,
        paper=paper,
        needs_layout="layout" in needs,
        needs_model="model" in needs,
        needs_wrapper="wrapper" in needs,
    )


METHODS = (
    _describe("auto", "Classifiers read every run of text and every image of the page.", None, "model"),
    _describe(
        "first-subtree", "The first subtree with more than 500 characters of text; captions share its names.", JOSHI_LIU
    ),
    _describe(
        "max-subsequence", "The run of text segments in which body text outweighs the rest, aligned.", LUO, "layout"
    ),
    _describe("single-pass", "The cluster of like blocks that has most full stops.", SHEN_ZOU, "layout"),
    _describe("naive-bayes", "A baseline of single-pass: naive Bayes over its blocks.", SHEN_ZOU, "layout, model"),
    _describe("decision-tree", "A baseline of single-pass: a decision tree over them.", SHEN_ZOU, "layout, model"),
    _describe("v-wrapper", "Visual blocks that look like the inside of a news article.", ZHENG, "layout, model"),
    _describe(
        "template-wrapper", "The baseline of v-wrapper: a template learned from pages of one site.", ZHENG, "wrapper"
    ),
    _describe("hybrid-density", "The densest part of a page, weighted by VIPS's blocks.", NETHRA_ANITHA, "layout"),
    _describe("hybrid-density-position", "Its comparison, weighted by the widest element.", NETHRA_ANITHA, "layout"),
)


def list_methods() -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="GET",
            path="/v1/methods",
            name="list_methods",
            summary="The methods, who published each, and what each needs.",
            answer=_list,
            response=MethodsResponse,
            is_conditional=True,
        ),
    )


def _list(_message: NoParameters) -> Response:
    default: Method = Options.model_fields["method"].default
    return answer_unchanging(MethodsResponse(default=default, methods=METHODS).model_dump_json() + "\n")
