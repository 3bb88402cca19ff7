"""The numbers inside the lines of a head are those of the array."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from explainer.charts.bipartite import DRAW_FROM, WIDEST, bipartite
from explainer.charts.labels import label_at
from tests.charts.vega_lite import check
from tests.fakes import fake_translation

TRANSLATION = fake_translation(5, 11, 9)
WEIGHTS = TRANSLATION.attention("cross")[0, 1]
LINES: dict[str, Any] = {
    "values": WEIGHTS,
    "row_labels": TRANSLATION.predicted_pieces,
    "key_labels": TRANSLATION.source.pieces,
    "row_title": "row",
    "key_title": "key",
    "value_title": "weight",
}


def rows(drawn: dict[str, Any], layer: int) -> list[dict[str, float]]:
    name = drawn["layer"][layer]["data"]["name"]
    found: list[dict[str, float]] = drawn["datasets"][name].to_pylist()
    return found


@pytest.mark.parametrize("dark", [False, True])
def test_the_specification_is_valid_vega_lite(dark: bool) -> None:
    drawn = bipartite(**LINES, dark=dark)
    drawn["datasets"] = {name: frame.to_pylist() for name, frame in drawn["datasets"].items()}
    check(drawn)
    drawn["layer"][0]["mark"]["type"] = "no such mark"
    with pytest.raises(jsonschema.ValidationError):
        check(drawn)


@pytest.mark.parametrize("side", ["row_labels", "key_labels"])
def test_labels_must_fit(side: str) -> None:
    with pytest.raises(ValueError, match="labels"):
        bipartite(**(LINES | {"dark": True, side: ["one"]}))


def test_lines_are_the_weights_and_width_is_linear() -> None:
    drawn = bipartite(**LINES, dark=False)
    lines = rows(drawn, 0)
    assert len(lines) == int((WEIGHTS >= DRAW_FROM).sum())
    for line in lines:
        q, k = int(line["q"]), int(line["k"])
        assert line["w"] == pytest.approx(float(WEIGHTS[q, k]), abs=1e-6)
    places = [{row["place"] for row in rows(drawn, i)} for i in (1, 2)]
    assert [len(p) for p in places] == [WEIGHTS.shape[1], WEIGHTS.shape[0]]
    assert all(0 < place < 1 for p in places for place in p)
    heights = [t["calculate"] for t in drawn["layer"][0]["transform"][:2]]
    assert heights == ["(datum.k + 0.5) / 11", "(datum.q + 0.5) / 9"]
    width = drawn["layer"][0]["encoding"]["strokeWidth"]["scale"]
    assert (width["domain"], width["range"]) == ([0, 1], [0, WIDEST])


def test_a_label_cannot_leave_its_quotes() -> None:
    evil = '"]; while(1);//\u2028</script>'
    expression = label_at([evil], "datum.value")
    assert json.loads(expression.removesuffix("[datum.value]")) == [evil]
    assert expression.isascii()


def test_each_side_says_what_it_is() -> None:
    """Keys left, queries right: without a heading it is read backwards."""
    marks = [layer["mark"] for layer in bipartite(**LINES, dark=False)["layer"]]
    heads = {mark["text"]: mark["align"] for mark in marks if "text" in mark}
    assert heads == {"key": "left", "row": "right"}
