"""Every chapter says honestly what it magnifies, and the map leads where it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from explainer.frame import figuremap
from explainer.frame.course import Chapter, chapter_of, chapters
from explainer.frame.figuremap import FOLLOWS, GROUPS, KINDS, REGIONS, WHOLE, destination, lit
from explainer.frame.navigation import ASKED
from explainer.frame.page import page_of
from explainer.text import Text
from tests.apptest import Open
from tests.layers.sources import for_each

IDS = set(REGIONS)
NAMES = {name: name for name in (*REGIONS, *GROUPS)}
# They are about no part of the figure: tools, where things can be looked up, and a score of texts.
NOTHING = {"bleu", "sentences", "lessons", "glossary", "classroom", "models"}
COURSE = chapters()


@for_each(COURSE, named=lambda chapter: chapter.id)
def test_every_chapter_magnifies_something_that_exists(chapter: Chapter) -> None:
    name = chapter.magnifies.removeprefix(FOLLOWS)
    assert (not name) == (chapter.id in NOTHING)
    assert not name or name in IDS | GROUPS.keys()
    assert set(lit(chapter)) <= IDS
    assert not chapter.magnifies.startswith(FOLLOWS) or name in KINDS
    if not chapter.views:
        return
    page = page_of(chapter)  # every view lights its own part
    assert isinstance(page.draw, Mapping) and [view for view, _ in chapter.views] == [*page.draw]
    assert dict(chapter.views)[next(iter(page.draw))] == chapter.magnifies  # as it opens
    places = figuremap.places_of(chapter, NAMES)
    assert places.name == f"{chapter.id}_view" and places.of.keys() == page.draw.keys()


def test_the_families_say_which_half_they_are() -> None:
    chapter = chapter_of("families")
    assert chapter is not None
    told = {view: one.lit for view, one in figuremap.places_of(chapter, NAMES).of.items()}
    encoder, decoder = {*told["encoder"]}, {*told["decoder"]}
    assert "encoder" in encoder and not {"decoder", "cross", "memory", "loop"} & encoder
    assert {"decoder", "mask", "loop"} < decoder and not {"encoder", "cross", "memory"} & decoder
    assert told["both"] == tuple(REGIONS)


def test_groups_are_of_regions_and_no_region_is_called_like_one() -> None:
    for regions in GROUPS.values():
        assert set(regions) <= IDS and len(set(regions)) == len(regions)
    assert not IDS & GROUPS.keys() and WHOLE not in IDS | GROUPS.keys()


@for_each([*REGIONS], named=str)
def test_a_region_opens_a_chapter_that_magnifies_it(region: str) -> None:
    opens, params = REGIONS[region]
    chapter = chapter_of(opens)
    assert chapter is not None
    assert region in lit(chapter) or (region in KINDS and figuremap.follows(chapter))
    assert params.get("kind", region) == region


def test_a_page_of_the_three_attentions_shows_the_pressed_one_itself() -> None:
    cell, masks = chapter_of("cell"), chapter_of("masks")
    assert cell is not None and masks is not None
    assert destination("encoder", cell) == (cell, {"kind": "encoder"})
    assert destination("encoder", masks) == (chapter_of("heads"), {"kind": "encoder"})
    assert destination(WHOLE, masks) == (COURSE[0], {})
    assert destination(WHOLE, COURSE[0]) is None


@pytest.mark.parametrize("chapter", [c for c in COURSE if figuremap.follows(c)], ids=lambda c: c.id)
def test_a_page_that_is_followed_opens_as_declared(open_app: Open, chapter: Chapter) -> None:
    app = open_app(chapter.id, lang="en")
    assert app.session_state["kind"] == chapter.magnifies.removeprefix(FOLLOWS)


def drawn(monkeypatch: pytest.MonkeyPatch, open_app: Open, page: str, **address: str) -> Any:
    """What the component got; None where it was not drawn."""
    said: list[Mapping[str, Any]] = []
    monkeypatch.setattr(figuremap, "figuremap", lambda **data: said.append(data))
    app = open_app(page, **address)
    assert not app.exception
    return said[-1] if said else None


def test_the_map_gets_the_translation_and_links_that_keep_what_was_set(
    monkeypatch: pytest.MonkeyPatch, open_app: Open
) -> None:
    data = drawn(monkeypatch, open_app, "greedy", lang="ko", step="2")
    text = Text("ko")
    assert data["page"] == "greedy" and not data["first"] and not data["places"].of
    assert data["lit"] == ("output", "loop") and data["told"] == text("figuremap.writing")
    assert data["step"] == 1 and data["figure"]["sources"] > 1
    links = {link.id: link for link in data["links"]}
    assert set(links) == {WHOLE, *IDS}
    masks = links["mask"]
    assert text(chapter_of("masks").name) in masks.hint  # type: ignore[union-attr]
    address = urlsplit(masks.href)
    query = parse_qs(address.query)
    assert address.path == "./masks" and query["model"] == ["ko-toy"] and "step" not in query


def test_without_chapters_it_is_a_picture(monkeypatch: pytest.MonkeyPatch, open_app: Open) -> None:
    data = drawn(monkeypatch, open_app, "greedy", teach="1", teach_hide="chapters.probabilities")
    assert not any(link.href for link in data["links"])
    assert "chances" not in data["figure"]
    assert drawn(monkeypatch, open_app, "greedy", present="1") is None, "a slide has no map"


def test_a_pressed_region_opens_its_chapter(open_app: Open) -> None:
    app = open_app("masks", lang="en")
    for region in ("encoder", "decoder"):  # the second is on the page that is open then
        app.session_state[ASKED] = "heads", {"kind": region}
        app.run()
        assert not app.exception
        assert Text("en")("heads.title") in [title.value for title in app.title]
        assert app.session_state["kind"] == region
