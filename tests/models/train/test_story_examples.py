"""What labelled pages tell, on pages made here."""

from collections.abc import Callable
from pathlib import Path

from cutline.models.loaded_models import LoadedModels
from cutline.models.train.strangers import StoryExample, collect_story_examples
from tests.conftest import SETTINGS

WriteCorpus = Callable[..., Path]


def collect(corpus: Path) -> list[StoryExample]:
    return collect_story_examples([corpus], SETTINGS, LoadedModels(SETTINGS), lambda line: None)


def test_an_article_tells_its_labelled_blocks_in_their_order(write_corpus: WriteCorpus) -> None:
    first, second = collect(write_corpus(2))
    assert (first.id, first.site, first.language) == ("page0", "site0.example", "en")
    assert len(first.blocks) == 8
    assert all("holm" in block.written for block in first.blocks)
    assert all("varn" in block.written for block in second.blocks)
    assert len(first.joints.depths) == 7


def test_its_title_is_told_apart_from_its_blocks(write_corpus: WriteCorpus) -> None:
    (page,) = collect(write_corpus(1))
    title, summary = page.declared
    assert set(title.written) == {"ferry", "holm"}
    assert not summary.written


def test_captions_are_those_of_the_labelled_images_with_their_places(write_corpus: WriteCorpus) -> None:
    (page,) = collect(write_corpus(1))
    (caption,) = page.captions
    assert set(caption.written) == {"ferry", "holm"}
    assert page.places == (0,)  # the picture stands before the paragraphs


def test_pages_without_labelled_images_tell_no_captions(write_corpus: WriteCorpus) -> None:
    (page,) = collect(write_corpus(1, without=("images",)))
    assert page.blocks and page.captions == page.places == ()


def test_pages_without_labelled_text_and_other_pages_tell_nothing(write_corpus: WriteCorpus) -> None:
    assert not collect(write_corpus(2, without=("text",)))
    assert len(collect(write_corpus(2, shops=True))) == 2


def test_names_are_marked_in_each_block_where_there_is_a_pipeline(write_corpus: WriteCorpus) -> None:
    (page,) = collect(write_corpus(1))
    assert len(page.texts) == 8 and page.mentions is not None
    assert any("ferry" in text and mentions for text, mentions in zip(page.texts, page.mentions, strict=True))
    assert LoadedModels(SETTINGS).find_pipeline("ja") is None
