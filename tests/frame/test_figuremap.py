"""Every chapter says honestly what it magnifies, and the map leads where it says."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
import streamlit as st

from explainer.drawings import HERE
from explainer.frame import figuremap
from explainer.frame.course import Chapter, chapter_of, chapters
from explainer.frame.figuremap import FOLLOWS, GROUPS, KINDS, REGIONS, WHOLE, destination, lit
from explainer.frame.navigation import ASKED
from explainer.frame.page import page_of
from explainer.text import Text
from tests.apptest import Open
from tests.fakes import fake_translation
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
    name = f"{chapter.id}_view"
    views = page.draw if isinstance(page.draw, Mapping) else [beat.id for beat in page.beats]
    assert [view for view, _ in chapter.views] == [*views]
    assert dict(chapter.views)[next(iter(views))] == chapter.magnifies  # as it opens
    places = figuremap.places_of(chapter, NAMES)
    assert places["name"] == name and [*places["of"]] == [*views]


def test_the_families_say_which_half_they_are() -> None:
    chapter = chapter_of("families")
    assert chapter is not None
    of = figuremap.places_of(chapter, NAMES)["of"]
    told = {view: places["lit"] for view, places in of.items()}
    encoder, decoder = {*told["bert"]}, {*told["gpt"]}
    assert "encoder" in encoder and not {"decoder", "cross", "memory", "loop"} & encoder
    assert {"decoder", "mask", "loop"} < decoder and not {"encoder", "cross", "memory"} & decoder
    assert told["electra"] == told["bert"] and told["t5"] == told["bart"] == tuple(REGIONS)


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


def drawn(monkeypatch: pytest.MonkeyPatch, open_app: Open, page: str, **address: str) -> Any:
    """What the drawing got; None where it was not drawn."""
    said: list[Mapping[str, Any]] = []
    monkeypatch.setattr(figuremap, "drawing", lambda name, data, **_: said.append(data))
    app = open_app(page, **address)
    assert not app.exception
    return said[-1] if said else None


def test_the_map_gets_the_translation_and_links_that_keep_what_was_set(monkeypatch, open_app):
    data = drawn(monkeypatch, open_app, "greedy", lang="ko", step="2")
    text = Text("ko")
    assert data["page"] == "greedy" and not data["places"]["of"]
    assert data["lit"] == ("output", "loop") and data["told"] == text("figuremap.writing")
    assert len(data["figure"]["weights"]) > 1 and drawn(monkeypatch, open_app, "") is None
    links = {link["id"]: link for link in data["links"]}
    assert set(links) == {WHOLE, *IDS}
    masks = links["mask"]
    assert text(chapter_of("masks").name) in masks["hint"]  # type: ignore[union-attr]
    address = urlsplit(masks["href"])
    query = parse_qs(address.query)
    assert address.path == "./masks" and query["model"] == ["ko-toy"] and "step" not in query


def test_what_travels_is_what_the_model_computed() -> None:
    found = fake_translation(n_src=9, n_tgt=7, layers=3, heads=4)
    data = figuremap.figure_of(found, 2)
    assert [data[name] for name in ("encoder", "decoder", "heads")] == [3, 3, 4]
    cross = found.attention("cross")[-1].mean(axis=0)
    assert np.abs(data["weights"] - cross[2]).max() < 6e-4
    assert np.abs(data["looks"] - found.attention("encoder").mean(axis=1)).max() < 6e-4
    assert np.abs(data["chances"] - found.top_probs[2, : figuremap.BARS]).max() < 6e-4
    assert figuremap.figure_of(found, 99) == figuremap.figure_of(found, 6) != data


def test_a_long_sentence_travels_light() -> None:
    found = figuremap.figure_of(fake_translation(n_src=64, n_tgt=96, layers=3, heads=8), 3)
    assert found["looks"] is None and figuremap.FULL_SIDE < 64
    assert len(json.dumps(found)) < 1000


def test_only_a_region_that_leads_somewhere_is_asked_for() -> None:
    masks = chapter_of("masks")
    assert masks is not None
    links = [{"id": "mask", "href": "./masks?"}, {"id": "loop", "href": ""}]
    with pytest.MonkeyPatch.context() as patch:
        session: dict[str, Any] = {}
        patch.setattr(st, "session_state", session)
        for sent in ("loop", "nothing", 0, None, ["mask"], {"id": "mask"}):
            figuremap.go({"go": sent}, links, masks)
        assert session == {}
        figuremap.go({"go": "mask"}, links, masks)
        assert session == {ASKED: ("masks", {})}


def test_every_region_is_drawn_and_has_its_place() -> None:
    script = (HERE / "figure.js").read_text(encoding="utf-8")
    boxes = re.search(r"const BOXES = \{(.*?)\};", script, re.DOTALL)
    assert boxes is not None
    assert re.findall(r"(\w+): \[", boxes[1]) == [*REGIONS]  # in the order of the links
