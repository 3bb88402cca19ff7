"""Beats: each sets controls that exist to values they take, and changes what is drawn.

Pressed in the whole app, with the models that come with it.
"""

import re
from collections.abc import Iterator

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element, Widget

from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from explainer.frame.params import CHECKS
from explainer.text import Text, strings
from tests.app.helpers import messages
from tests.apptest import visit

TOLD = [chapter for chapter in chapters() if page_of(chapter).beats]
LANGS = ("ko", "en")


def opened(chapter: Chapter, lang: str = "ko", **address: str) -> AppTest:
    app = visit(chapter.url, lang=lang, **address)
    assert not app.exception
    return app


def press(app: AppTest, chapter: Chapter, beat: str) -> AppTest:
    app = app.button_group(key=f"{chapter.id}_beats").set_value(beat).run()
    assert not app.exception
    return app


def boxes(block: Block) -> Iterator[Block]:
    """All containers in a block."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield child
            yield from boxes(child)


def drawing(app: AppTest) -> bytes:
    """All that stands in the page but for its controls and the line of the story."""

    def parts(block: Block) -> Iterator[bytes]:
        for child in block.children.values():
            if isinstance(child, Block) and getattr(child.proto, "id", "").endswith("-beats"):
                continue
            if isinstance(child, Block):
                yield from parts(child)
            elif isinstance(child, Element) and not isinstance(child, Widget):
                kept = type(child.proto)()
                kept.CopyFrom(child.proto)
                for name in ("id", "form_id"):  # a chart that is made anew shows nothing new
                    if name in kept.DESCRIPTOR.fields_by_name:
                        kept.ClearField(name)
                yield kept.SerializeToString(deterministic=True)

    return b"\n".join(parts(app.main))


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("chapter", TOLD, ids=lambda chapter: chapter.id)
def test_each_beat_stands_as_it_says_and_draws_something_else(chapter: Chapter) -> None:
    lang = LANGS[chapters().index(chapter) % 2]
    app, drawings, text = opened(chapter, lang), dict[bytes, str](), Text(lang)
    assert messages(app) == []  # of its own example, with the model of the language
    # A page opens where its story begins.
    assert app.button_group(key=f"{chapter.id}_beats").value == page_of(chapter).beats[0].id
    for beat in page_of(chapter).beats:
        app = press(app, chapter, beat.id)
        # Marked is only what stands as it was set: no value was ignored, moved or rounded.
        assert app.button_group(key=f"{chapter.id}_beats").value == beat.id
        ignored = {text("shell.ignored", names=name) for name in beat.sets}
        assert not {*messages(app)} & ignored, beat.id
        now = drawing(app)
        assert now not in drawings, f"{beat.id} draws what {drawings.get(now)} draws"
        drawings[now] = beat.id


def told(app: AppTest, chapter: Chapter) -> str:
    """The beat whose sentence stands in the line; terms are links in it."""
    said = {re.sub(r"\[([^]]*)\]\(.*?\)", r"\1", each.value) for each in app.markdown}
    beats = {
        strings("ko")[f"{chapter.id}.beat_{beat.id}"]: beat.id for beat in page_of(chapter).beats
    }
    (sentence,) = said & beats.keys()
    return beats[sentence]


LEFT = [("greedy", {"greedy_force": "1-61"}), ("results", {"results_hours": "672"})]


def is_pale(app: AppTest) -> bool:
    return any(getattr(box.proto, "id", "").endswith("-beat_left") for box in boxes(app.main))


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize(("name", "moved"), LEFT, ids=str)
def test_a_sentence_is_pale_once_what_it_speaks_of_has_changed(name, moved):
    chapter = next(chapter for chapter in TOLD if chapter.id == name)
    assert not is_pale(opened(chapter))
    app = opened(chapter, **moved)
    assert app.button_group(key=f"{name}_beats").value is None and is_pale(app)
    assert not is_pale(press(app, chapter, page_of(chapter).beats[0].id))


@pytest.mark.usefixtures("shipped")
def test_the_line_goes_on_and_back_and_keeps_its_sentence_when_a_control_moves() -> None:
    chapter = next(chapter for chapter in TOLD if chapter.id == "sampling")
    ids = [beat.id for beat in page_of(chapter).beats]
    app = opened(chapter)
    assert told(app, chapter) == ids[0] and app.button(key="beat_before").disabled
    for id in ids[1:]:
        app = app.button(key="beat_after").click().run()
        assert told(app, chapter) == id == app.button_group(key="sampling_beats").value
    assert app.button(key="beat_after").disabled
    app = app.button(key="beat_before").click().run()
    assert told(app, chapter) == ids[-2]
    app = app.slider(key="sampling_k").set_value(7).run()
    assert app.button_group(key="sampling_beats").value is None
    assert told(app, chapter) == ids[-2]
    app = app.button(key="beat_after").click().run()  # back into the story where it was left
    assert app.button_group(key="sampling_beats").value == ids[-2]


def test_a_beat_sets_what_stands_in_the_page_alone() -> None:
    """A press runs the page again and nothing around it; a teacher may have fixed what is there."""
    around = {"s", "model", *CHECKS}
    assert TOLD
    for beat in (beat for chapter in TOLD for beat in page_of(chapter).beats):
        assert not around & {*beat.sets, *beat.lets_go}, beat.id


@pytest.mark.parametrize("lang", LANGS)
def test_every_chapter_opens_with_one_sentence_and_its_beats_have_their_texts(lang: str) -> None:
    """The rest of it is the detail, folded below."""
    for chapter in chapters():
        idea, beats = strings(lang)[chapter.idea], page_of(chapter).beats
        assert len(idea) <= 130 and len(re.findall(r"[.?!](?=\s|$)", idea)) == 1, chapter.id
        if beats:
            assert 3 <= len(beats) <= 5 and len({beat.id for beat in beats}) == len(beats)
            assert chapter.detail in strings(lang), chapter.id
            told = [strings(lang)[f"{chapter.id}.beat_{beat.id}"] for beat in beats]
            assert all(0 < len(words) <= 130 for words in told), chapter.id
