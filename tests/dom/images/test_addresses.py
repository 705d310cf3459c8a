"""What the address of a picture tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.images.addresses import (
    PLACEHOLDER,
    SIZE_IN_ADDRESS,
    find_url,
    find_width_in_address,
    is_placeholder,
    is_preview,
    picture_key,
)
from cutline.dom.web_addresses import absolute_url

PAGE = "https://courier.example/2026/ferry"


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "blob:https://e.example/1",
        "#",
        "//",
        "#top",
        "https://:0",
        "https://:0/a.jpg",
        "http:///a.jpg",
        "/photos/7/undefined",
        "null",
        "/photos/[object Object]",
        "if(this.src!='/a.jpg'){this.src='/a.jpg'}",
        "${image}",
        "/{{ image.url }}",
        "/ferry_{width}x.jpg?v=1",
        "/ferry_%7Bwidth%7Dx.jpg",
        '/a.jpg" onerror="load()',
    ],
)
def test_address_that_no_picture_is_fetched_from_is_none(address: str) -> None:
    assert find_url(address, PAGE) is None


@pytest.mark.parametrize(
    "address", ["/null-island.jpg", "/functions/a.jpg", "/img/a.jpg?w={width}", "/my ferry.jpg", "/undefined/a.jpg"]
)
def test_address_that_only_looks_like_a_script_is_one(address: str) -> None:
    assert find_url(address, PAGE) == f"https://courier.example{address}"


@pytest.mark.parametrize(
    "url",
    [
        "/a.jpg?width=1200&blur=70&q=20",
        "/e_blur:1000,w_40/a.jpg",
        "/tr:w-20,bl-30/a.jpg",
        "/a-lqip.jpg",
        "/low-res/a.jpg",
        "/a_tiny.jpg",
    ],
)
def test_blurred_copy_is_a_preview(url: str) -> None:
    assert is_preview(url)


@pytest.mark.parametrize("url", ["/a.jpg?blur=0", "/blurry-lines.jpg", "/destiny.jpg", "/below.jpg", "/tiny-house.jpg"])
def test_picture_itself_is_no_preview(url: str) -> None:
    assert not is_preview(url)


@pytest.mark.parametrize(
    "url",
    [
        "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP",
        "about:blank",
        "/img/blank.gif",
        "https://example.org/lazy-placeholder.png?v=2",
        "/assets/1x1.png",
        "/spacer_600.gif",
        "/no-image.svg",
        "/img/grey.png",
        "/images/loading_icon.jpg",
        "/index-transparent_h-3_w-4.gif",
        "/divider-holly.gif",
        "/images/separator-2.png",
    ],
)
def test_empty_picture_is_a_placeholder(url: str) -> None:
    assert is_placeholder(url)


@pytest.mark.parametrize(
    "url",
    [
        "/a.jpg",
        "/blankets.jpg",
        "/pixel-phone/review.jpg",
        "/loading-dock/crane.jpg",
        "/translucent.jpg",
        "/empty-shelves.jpg",
        "/phone-pixel-8.jpg",
        "/car-grey.png",
        "/a-1x1.jpg",
        "/room-divider.jpg",
        "/cream-separator-1.png",
    ],
)
def test_real_picture_is_no_placeholder(url: str) -> None:
    assert not is_placeholder(url)


@given(
    st.lists(
        st.sampled_from(
            (
                "/",
                ".",
                "-",
                "x",
                "w",
                "width=",
                "?",
                "&",
                "64",
                "1x1",
                "blank",
                "lazy",
                "load",
                "trans",
                "no-image",
                ".gif",
                ".png",
                "data:",
                "é",
            )
        ),
        max_size=8,
    ).map("".join)
)
def test_cheap_signs_miss_no_address(url: str) -> None:
    size = SIZE_IN_ADDRESS.search(url)
    assert is_placeholder(url) or PLACEHOLDER.search(url) is None
    assert find_width_in_address(url) == (int(size[1] or size[2]) if size else None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/p/opening-of-the-library-300x200.jpg", "/p/opening-of-the-library.jpg"),
        ("/300/opening-of-the-library.jpg", "/1200/opening-of-the-library.jpg"),
        ("/p/a.jpg?w=300", "/p/a.jpg?w=1200"),
        ("/p/a-1024x768.jpg", "/p/a@2x.jpg"),
        ("/image?id=7&w=300", "/image?w=640&id=7"),
        ("/p/a%20b.jpg", "/p/a b.jpg"),
        ("/p/map-of-floods-desktop.png", "/p/map-of-floods-mobile.png"),
        ("/p/ferry_w300.jpg", "/p/ferry.jpg"),
        ("/p/ferry_wide-bd1fcd2938ce4a6723a8-s1200.webp", "/p/ferry_wide-bd1fcd2938ce4a6723a8-s800-c85.jpg"),  # NPR
        ("/dam/ferry.jpg/_jcr_content/renditions/web.1280.jpeg", "/dam/ferry.jpg"),
        ("/image.jpg?v=1", "/image.jpg?v=2"),
        ("/EabcdEFGHIJKLMN.jpg?name=small", "/EabcdEFGHIJKLMN.jpg?name=large"),
        ("/summer-festival-2024.jpg", "/summer-festival-2024.jpg?id=5512"),
        ("/photo1x.jpg", "/photo2x.jpg"),
        ("/_next/image?url=%2Fp%2Fopening-of-the-library.jpg&w=640&q=75", "/p/opening-of-the-library.jpg"),
        (
            "/image/width=1000,height=420/https%3A%2F%2Fs3.example%2Fi%2F1.png",
            "/image/width=9/https://s3.example/i/1.png",
        ),
        ("/resize?width=640&src=https%3A%2F%2Fcdn.example%2Fopening-of-the-library.png", "/opening-of-the-library.png"),
    ],
)
def test_variants_of_a_picture_have_one_key(one: str, other: str) -> None:
    assert picture_key(one) == picture_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/2024/1.jpg", "/2025/1.jpg"),
        ("/p/a.jpg", "/p/b.jpg"),
        ("/p/mobile.jpg", "/p/desktop.jpg"),
        ("/2023/01/opening-of-the-library.jpg", "/2023/05/opening-of-the-library.jpg"),
        ("/image?id=7", "/image?id=8"),
        ("/_next/image?url=%2Fp%2Fa.jpg&w=640", "/_next/image?url=%2Fp%2Fb.jpg&w=640"),
        ("/p/beach01.jpg", "/p/beach02.jpg"),
        ("/image/width=9/https%3A%2F%2Fs3.example%2Fi%2F1.png", "/image/width=9/https%3A%2F%2Fs3.example%2Fi%2F2.png"),
        ("/p/march2024.jpg", "/p/march2025.jpg"),
        ("/p/mercedes-benz-s500.jpg", "/p/mercedes-benz-s600.jpg"),
        ("/dam/ferry.jpg/_jcr_content/renditions/web.1280.jpeg", "/dam/pier.jpg/_jcr_content/renditions/web.1280.jpeg"),
        ("/servlet/image.jpg?imageId=4711", "/servlet/image.jpg?imageId=4712"),
        (
            "/1b4e28ba-2fa1-11d2-883f-0016d3cca427/content_large.jpg",
            "/6fa459ea-ee8a-3ca4-894e-db77e160355e/content_large.jpg",
        ),
        ("https://a.example.org/image?id=7", "https://b.example.org/image?id=7"),
    ],
)
def test_different_pictures_have_different_keys(one: str, other: str) -> None:
    assert picture_key(one) != picture_key(other)


@given(st.text("/.-_?=&x0123jpg%[]:#@,w ", max_size=60))
def test_any_address_has_a_key_whatever_size_it_asks_for(address: str) -> None:
    url = (absolute_url(address, "https://example.org/") or "https://example.org/a").partition("#")[0]
    assert picture_key(f"{url}{'&' if '?' in url else '?'}width=640") == picture_key(url)


def test_an_archive_s_copies_of_pictures_that_a_script_sends_have_keys_of_their_own() -> None:
    archived = "https://web.archive.example/web/2020im_/http://x.example/image.php?id={}"
    assert picture_key(archived.format(1)) != picture_key(archived.format(2))
