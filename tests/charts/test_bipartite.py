"""The numbers inside the lines of a head are those of the array."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import numpy as np
import pytest

from explainer.charts.bipartite import ANY, DRAW_FROM, NUMBER_FROM, WIDEST, bipartite
from explainer.charts.labels import label_at
from tests.charts.vega_lite import check, column, rows
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


@pytest.mark.parametrize("dark", [False, True])
def test_the_specification_is_valid_vega_lite_and_stays_with_other_weights(dark: bool) -> None:
    drawn = bipartite(**LINES, dark=dark)
    assert rows(drawn, "lines")
    other = bipartite(**(LINES | {"values": WEIGHTS[::-1]}), dark=dark)
    assert other.spec is drawn.spec and other.data["lines"] != drawn.data["lines"]
    broken = {**drawn.spec, "layer": [{"mark": {"type": "no such mark"}}]}
    with pytest.raises(jsonschema.ValidationError):
        check(broken)


@pytest.mark.parametrize("side", ["row_labels", "key_labels"])
def test_labels_must_fit(side: str) -> None:
    with pytest.raises(ValueError, match="labels"):
        bipartite(**(LINES | {"dark": True, side: ["one"]}))


def test_lines_are_the_weights_and_width_is_linear() -> None:
    drawn = bipartite(**LINES, dark=False)
    lines = rows(drawn, "lines")
    assert len(lines) == int((WEIGHTS >= DRAW_FROM).sum())
    for line in lines:
        q, k = line["q"], line["k"]
        assert line["w"] == pytest.approx(float(WEIGHTS[q, k]), abs=1e-6)
        assert (line["y"], line["y2"]) == pytest.approx(((k + 0.5) / 11, (q + 0.5) / 9))
        assert (line["row"], line["key"]) == (LINES["row_labels"][q], LINES["key_labels"][k])
    pieces = [column(drawn, f"words_{side}", "text") for side in "qk"]
    assert pieces == [list(LINES["row_labels"]), list(LINES["key_labels"])]
    assert column(drawn, "words_k", "y") == pytest.approx([(k + 0.5) / 11 for k in range(11)])
    assert drawn.spec["layer"][0]["mark"]["strokeWidth"] == {"expr": f"{WIDEST} * datum.w"}


def test_a_number_stands_at_the_far_end_for_each_side_that_asks() -> None:
    found = rows(bipartite(**LINES, dark=False), "words_numbers")
    large = [(q, k) for q, k in np.argwhere(WEIGHTS >= NUMBER_FROM).tolist()]
    asked = [(one["asks_q"], one["asks_k"]) for one in found]
    assert asked == [pair for q, k in large for pair in ((q, ANY), (ANY, k))]
    assert [one["text"] for one in found[::2]] == [f"{WEIGHTS[q, k]:.2f}" for q, k in large]
    assert [one["x"] for one in found[:2]] == [0.06, 0.94]


def test_a_label_cannot_leave_its_quotes() -> None:
    evil = '"]; while(1);//\u2028</script>'
    expression = label_at([evil], "datum.value")
    assert json.loads(expression.removesuffix("[datum.value]")) == [evil]
    assert expression.isascii()


def test_each_side_says_what_it_is() -> None:
    """Keys left, queries right: without a heading it is read backwards."""
    heads = rows(bipartite(**LINES, dark=False), "words_heads")
    assert {head["text"]: head["align"] for head in heads} == {"key": "left", "row": "right"}
