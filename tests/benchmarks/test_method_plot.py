"""Line plots as SVG."""

import pytest
from lxml import etree
from method_figures.plot import Axis, Panel, Series, draw

SVG = "{http://www.w3.org/2000/svg}"
SHARES = Axis("F1", (0, 0.5, 1))


def panel(*series: Series, title: str = "Curve") -> Panel:
    return Panel(title, Axis("sites", (1, 10, 100), is_log=True), SHARES, series)


def test_values_are_placed_between_the_first_and_the_last_tick() -> None:
    assert SHARES.place(0.25) == 0.25
    assert Axis("ms", (2, 4, 6)).place(3) == 0.25


def test_logarithmic_axis_has_equal_steps_between_powers() -> None:
    axis = Axis("sites", (1, 10, 100), is_log=True)
    assert [axis.place(value) for value in (1, 10, 100)] == pytest.approx([0, 0.5, 1])


def test_each_series_is_a_line_with_a_mark_at_each_point_and_one_in_the_legend() -> None:
    root = etree.fromstring(draw([panel(Series("ours", [(1, 0), (100, 1)]), Series("theirs", [(10, 0.5)]))]).encode())
    lines = root.findall(f".//{SVG}polyline")
    assert [line.get("points") for line in lines] == ["56,254 444,30", "250,142"]
    assert len(root.findall(f".//{SVG}path[@transform]")) == 2 + 1 + 1 + 1
    assert {"ours", "theirs", "sites", "F1"} <= {text.text for text in root.iter(f"{SVG}text")}


def test_panels_stand_in_rows() -> None:
    root = etree.fromstring(draw([panel(), panel(), panel()], columns=2).encode())
    assert root.get("viewBox") == "0 0 920 600"
    places = [group.get("transform") for group in root.findall(f"{SVG}g")]
    assert places == ["translate(0,0)", "translate(460,0)", "translate(0,300)"]


def test_names_are_escaped() -> None:
    assert "Shen &amp; Zou" in draw([panel(title="Shen & Zou")])
