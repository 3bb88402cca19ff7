"""What the drawing of a row gets is what the arrays hold; and what a browser may send back."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from explainer.analysis.head_disagreement import disagreement
from explainer.chapters.heads.headfan import FanWords, fan_payload
from explainer.chapters.heads.headfan.payload import FULL, violets
from explainer.charts.palette import PALETTE
from tests.charts.test_palette import contrast, luminance

RNG = np.random.default_rng(5)
HEADS, QUERIES, KEYS = 4, 5, 6
WEIGHTS = RNG.dirichlet(np.full(KEYS, 0.4), size=(HEADS, QUERIES)).astype(np.float32)
PIECES = [f"q{i}" for i in range(QUERIES)], [f"k{i}" for i in range(KEYS)]
ROLES = ["none", "pair", "broad", "pair"]
WORDS = FanWords(name="n", rows="r", told="{row}", best="b")


def payload(**changed: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "kind": "cross",
        "row": 3,
        "head": 1,
        "lit": False,
        "pieces": PIECES,
        "row_names": [f"name {i}" for i in range(QUERIES)],
        "roles": ROLES,
        "told": ["a", "b", "c", "d"],
        "words": WORDS,
        "dark": False,
        **changed,
    }
    weights = given.pop("weights", WEIGHTS)
    found = fan_payload(weights, **given)
    assert json.dumps(found)
    return found


def test_the_strands_are_the_weights_of_the_row() -> None:
    data = payload()
    assert np.array(data["weights"]) == pytest.approx(WEIGHTS[:, 3], abs=5e-5)
    assert data["keys"] == PIECES[1] and data["seen"] == KEYS
    assert [one["told"] for one in data["heads"]] == ["a", "b", "c", "d"]


def test_every_row_says_how_far_its_heads_disagree() -> None:
    rows = payload()["rows"]
    assert [row["nats"] for row in rows] == pytest.approx(disagreement(WEIGHTS).tolist(), abs=5e-5)
    for at, row in enumerate(rows):
        looks = {max(range(KEYS), key=lambda key: head[at, key]) for head in WEIGHTS}
        assert (row["piece"], row["name"], row["places"]) == (f"q{at}", f"name {at}", len(looks))
    assert payload()["most"] == max(row["nats"] for row in rows)


def test_the_other_rows_come_along_unless_the_text_is_long() -> None:
    sent = payload()["all"]
    whole = np.frombuffer(base64.b64decode(sent["packed"]), "<u2").reshape(sent["shape"])
    assert whole / 65535 == pytest.approx(WEIGHTS, abs=1e-5)
    long = RNG.dirichlet(np.ones(60), size=(8, 60))
    assert long.size > FULL
    many = {"row_names": ["n"] * 60, "roles": [*ROLES, *ROLES], "told": ["t"] * 8}
    assert payload(weights=long, pieces=(["p"] * 60, ["p"] * 60), **many)["all"] is None


def test_only_a_head_that_was_pressed_is_lit() -> None:
    assert payload()["lit"] == -1 and payload(lit=True)["lit"] == 1


def test_what_the_decoder_has_not_written_cannot_be_seen() -> None:
    square = np.tril(np.ones((HEADS, 6, 6))) / np.arange(1, 7)[None, :, None]
    six = [f"p{i}" for i in range(6)]
    data = payload(weights=square, kind="decoder", pieces=(six, six), row_names=six)
    assert data["seen"] == 4 and data["sides"] == {"query": "target", "key": "target"}


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 6, 8, 12, 16])
def test_every_head_has_a_violet_of_its_own_that_can_be_seen(count: int, dark: bool) -> None:
    """3:1 on the page, its number 4.5:1 on it; neighbours differ in lightness, for any sight."""
    found = violets(count, dark)
    page = PALETTE["dark" if dark else "light"]["page"]
    assert len({fill for fill, _ in found}) == count
    assert min(contrast(fill, page) for fill, _ in found) >= 3.0
    assert min(contrast(*pair) for pair in found) >= 4.5
    steps = [luminance(fill) for fill, _ in found]
    if count == 8:
        assert min(contrast(a[0], b[0]) for a, b in zip(found, found[1:], strict=False)) > 1.25
    assert len(set(steps)) == count
