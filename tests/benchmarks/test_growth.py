"""Pages of any size, and the power that times grow with."""

import pytest
from lxml.html import document_fromstring
from timing.contenders import Growth, TimedPage, measure_growth, page_of_images, page_of_nodes


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_is_that_of_the_power_law(power: float) -> None:
    sizes = (100, 200, 400, 800)
    assert Growth(sizes, [3 * size**power for size in sizes]).exponent == pytest.approx(power)


@pytest.mark.parametrize("size", [100, 5_000])
def test_pages_have_about_as_many_elements_and_exactly_as_many_images_as_asked_for(size: int) -> None:
    nodes = sum(1 for _ in document_fromstring(page_of_nodes(size).html).iter())
    images = sum(1 for _ in document_fromstring(page_of_images(size).html).iter("img"))
    assert nodes == pytest.approx(size, abs=25)
    assert images == size


def test_each_size_is_timed_once() -> None:
    def count_characters(page: TimedPage) -> float:
        return len(page.html)

    growth = measure_growth((10, 20), lambda size: TimedPage("x" * size, None), count_characters)
    assert growth.milliseconds == [10, 20]
