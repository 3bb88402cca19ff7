"""The maps of the page of heads: every choice changes what it promises to change."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.analysis.head_roles import head_role
from explainer.analysis.rollout import cross_rollout
from explainer.chapters.heads import page as heads
from explainer.chapters.heads.state import LIT, Heads, choose_map
from explainer.frame.roles import role_line, short_names
from explainer.runs import roles
from explainer.text import LANGUAGES, Text
from tests.apptest import Open, latex_of
from tests.chapters.chapter import Chapter, cells, drawings, maps
from tests.fakes import fake_translation

SEED, N_SRC, N_TGT = 3, 9, 8
TRANSLATION = fake_translation(SEED, N_SRC, N_TGT)
CROSS = TRANSLATION.attention("cross")
CHAPTER = Chapter("heads", model="", invented=(N_SRC, N_TGT))


@pytest.fixture(autouse=True)
def pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """No model made the translation: none can hide a token of its source, or compute it again."""
    monkeypatch.setattr(roles, "pairs_of", lambda done: (None,) * len(done.predicted))
    monkeypatch.setattr(heads, "agreement", lambda *_: (0.0, 1.0))
    monkeypatch.setattr(heads, "PAGE", replace(heads.PAGE, mistake=None))


def grid(at: AppTest) -> dict[str, Any]:
    """What the overview was sent."""
    return maps(at, "captions")[0]


def fan(at: AppTest) -> dict[str, Any]:
    """What the strands of a row were sent."""
    return maps(at, "nats")[0]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ({"combine": "mean"}, CROSS[1].mean(axis=0)),
        ({"combine": "chosen", "heads": "1-4"}, CROSS[1, [0, 3]].mean(axis=0)),
        ({"combine": "chosen"}, CROSS[1, 0]),
        ({"combine": "rollout"}, cross_rollout(CROSS, TRANSLATION.attention("encoder"))[1]),
        ({"hide": "1"}, CROSS[1, 0][:-1, :-1] / (1 - CROSS[1, 0][:-1, -1:])),
    ],
)
def test_options_change_the_map(page: Open, address: dict[str, str], expected: np.ndarray) -> None:
    at = page(layer=2, head=1, **address)
    assert cells(at) == pytest.approx(expected, abs=1e-5)


def test_rows_are_labelled_fed_or_predicted_and_words_merge_rows_and_columns(page: Open) -> None:
    at = page()
    assert maps(at)[0]["rows"] == list(TRANSLATION.predicted_tokens)
    at.segmented_control(key="rows").set_value("fed").run()
    assert maps(at)[0]["rows"] == list(TRANSLATION.fed_tokens)
    assert maps(page(kind="decoder"))[0]["rows"] == list(TRANSLATION.fed_tokens)
    predicted = page(kind="decoder", decoder_rows="predicted")
    assert maps(predicted)[0]["rows"] == list(TRANSLATION.predicted_tokens)
    assert maps(predicted)[0]["keys"] == list(TRANSLATION.fed_tokens)
    at = page()
    at.segmented_control(key="unit").set_value("words").run()
    assert "movie" in maps(at)[0]["rows"]
    assert "친구와" in maps(at)[0]["keys"]
    assert cells(at).sum(axis=1) == pytest.approx(np.ones(len(maps(at)[0]["rows"])), abs=1e-5)


def test_hiding_says_how_much_is_hidden(page: Open) -> None:
    at = page(layer=2, head=1)
    at.toggle(key="hide").set_value(True).run()
    hidden = CROSS[1, 0][:-1, -1]
    row = TRANSLATION.predicted_tokens[int(hidden.argmax())]
    told = {"mean": f"{hidden.mean():.0%}", "most": f"{hidden.max():.0%}", "row": row}
    assert any(Text("en")("heads.hidden_note", **told) in t.value for t in at.text)
    assert "</s>" not in maps(at)[0]["keys"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_every_kind_draws_its_map_and_every_small_one_is_named_by_the_computed_role(
    page, kind, lang
):
    weights = TRANSLATION.attention(kind)
    keys = TRANSLATION.fed_tokens if kind == "decoder" else TRANSLATION.source.tokens
    at, text = page(lang, kind=kind, layer=2, head=3), Text(lang)
    data, drawn = grid(at), cells(at)
    seen = ~np.isnan(drawn)
    assert drawn[seen] == pytest.approx(weights[1, 2][seen], abs=1e-6)
    assert np.argwhere(~seen).tolist() == np.argwhere(~TRANSLATION.mask(kind)).tolist()
    assert maps(at)[0]["name"].strip() and not at.error
    named = maps(at, "nats")[0]
    assert named["kinds"] == data["kinds"][1]
    assert named["roles"] == [short_names(text)[kind] for kind in named["kinds"]]
    for layer, head in np.ndindex(weights.shape[:2]):
        mask = TRANSLATION.mask(kind)
        role = head_role(weights[layer, head], kind=kind, key_tokens=keys, mask=mask)
        favourite = keys[int(weights[layer, head].mean(axis=0).argmax())].lstrip("▁")
        mostly = text("heads.mostly", token=favourite or "▁")
        unnamed = role.role == "mixed"
        caption = mostly if unnamed else short_names(text)[role.role]
        assert data["captions"][layer][head] == caption
        assert (data["kinds"][layer][head] == "mixed") is unnamed
        assert data["told"][layer][head] == role_line(text, role, keys)
        assert f"{role.score:.0%}" in data["told"][layer][head] or role.role == "broad"


def test_the_cell_of_a_link_is_written_out_and_counts_tokens_whatever_is_merged(page: Open) -> None:
    """In words the same address is the word its token is part of; a click on one is its first."""
    at = page(layer=2, head=3, row=5, col=4)
    trace = TRANSLATION.trace
    score = trace["decoder.1.cross_attn.scores"][2, 4, 3]
    formula = " ".join(latex_of(at))
    assert f"{CROSS[1, 2, 4, 3]:.3f}" in formula
    assert (f"{score:.2f}" if abs(score) >= 1 else f"{score:.3f}") in formula
    shown = [line for told in at.text for line in told.value.split("\n")]
    assert f"query: {TRANSLATION.predicted_tokens[4]}" in shown
    assert f"key: {TRANSLATION.source.tokens[3]}" in shown
    pair = TRANSLATION.predicted_tokens[4], TRANSLATION.source.tokens[3]
    told = f"{pair[0]} looks at {pair[1]}: {CROSS[1, 2, 4, 3]:.2f}"
    assert any(told in text for text in shown)
    at.segmented_control(key="unit").set_value("words").run()
    assert [*at.query_params["row"], *at.query_params["col"]] == ["5", "4"] and not at.info
    row, column = cell_of(at)
    words = maps(at)[0]["rows"][row], maps(at)[0]["keys"][column]
    tokens = TRANSLATION.predicted_tokens[4], TRANSLATION.source.tokens[3]
    assert all(token.strip("▁") in word for token, word in zip(tokens, words, strict=True))
    assert fan(at)["row"] == 4


def cell_of(at: AppTest) -> tuple[int, int]:
    """Which cell is framed."""
    (sent,) = [json.loads(one.proto.bytes) for one in drawings(at) if b'"picks"' in one.proto.bytes]
    row, column = sent["chosen"]["cell"]
    return row, column


@pytest.mark.parametrize("written", ["99", "a"])
def test_a_broken_row_or_column_is_the_telling_one_instead(page: Open, written: str) -> None:
    text, drawn = Text("en"), CROSS[1, 2]
    both = page(layer=2, head=3, row=written, col=written)
    row = fan(both)["row"]
    assert cell_of(both) == (row, int(drawn[row].argmax())) == cell_of(page(layer=2, head=3))
    named = [text("shell.ignored", names=name) for name in ("row", "col")]
    assert [each.value for each in both.info] == named
    half = page(layer=2, head=3, row=5, col=written)
    assert cell_of(half) == (4, int(drawn[4].argmax()))
    masked = page(kind="decoder", layer=2, head=3, row=2, col=5)  # and so is a masked cell
    assert cell_of(masked) == (1, int(TRANSLATION.attention("decoder")[1, 2, 1].argmax()))
    assert [each.value for each in masked.info] == named[1:]


def test_a_press_on_a_small_map_is_one_on_its_head(monkeypatch: pytest.MonkeyPatch) -> None:
    session: dict[str, object] = {}
    monkeypatch.setattr(st, "session_state", session)
    chosen = Heads("cross", 1, 2, 4)
    choose_map((0, 3), chosen)
    assert session == {"layer": 1, "head": 4, LIT: True}
    choose_map((1, 2), chosen)
    assert session["head"] == 3 and session[LIT] is False, "the same head lets go"


@pytest.mark.parametrize(
    ("combine", "kind", "framed"),
    [
        ("one", "cross", [[1, 2]]),
        ("mean", "cross", [[1, head] for head in range(4)]),
        ("rollout", "encoder", [[layer, head] for layer in range(2) for head in range(4)]),
    ],
)
def test_the_small_maps_behind_the_large_one_are_framed(page, combine, kind, framed):
    at = page(layer=2, head=3, kind=kind, combine=combine)
    given = (json.loads(found.proto.bytes) for found in drawings(at))
    (chosen,) = [one["chosen"] for one in given if "framed" in one.get("chosen", {})]
    assert chosen["framed"] == framed
