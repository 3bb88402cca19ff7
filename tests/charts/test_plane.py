"""A plane draws its tables and keeps its specification, whatever they hold."""

import json
import re
from typing import Any

import pytest

from explainer.charts.curves import Axis
from explainer.charts.figure import Figure
from explainer.charts.labels import MANY
from explainer.charts.plane import bare, layer, plane
from explainer.charts.tiles import Sides, State, Tile, tiles
from tests.charts.vega_lite import column, rows, without_search

BOX = {"x": 0, "x2": 2, "y": 1, "y2": 3, "fill": "#112233", "name": "a", "v": 0.5, "limit": 2.0}


def drawn(boxes: list[dict[str, Any]], **options: Any) -> Figure:
    words = [{"x": 1, "y": 2, "text": box["name"]} for box in boxes]
    layers = [
        layer("rect", "boxes", boxes, tooltip=[("name", "n", ""), ("v", "v", ".1f")]),
        layer("text", "words", words, fontSize="=width < 300 ? 8 : 12", where="datum.x > 0"),
        layer("rule", "nothing", []),
    ]
    given: dict[str, Any] = {
        "layers": layers,
        "x": bare(0, 4),
        "y": bare(4, 0),
        "height": 99.6,
        "dark": False,
    }
    return plane(**(given | options))


@pytest.mark.parametrize("dark", [False, True])
def test_columns_are_properties_and_the_rest_is_shared(dark: bool) -> None:
    figure = drawn([BOX], dark=dark)
    assert column(figure, "boxes", "fill") == ["#112233"]
    box, word = figure.spec["layer"]
    assert box["mark"]["fill"] == {"expr": "datum.fill"}
    assert word["mark"]["fontSize"] == {"expr": "width < 300 ? 8 : 12"}
    assert box["encoding"]["x2"]["field"] == "x2" and "x2" not in word["encoding"]
    assert [line["field"] for line in box["encoding"]["tooltip"]] == ["name", "v"]
    assert word["mark"]["tooltip"] is False
    assert figure.spec["height"] == 100 and list(figure.data) == ["boxes", "words_words"]


def test_of_many_rows_words_are_sent_once() -> None:
    long = "a word of a kind " * 4
    table = drawn([{**BOX, "name": long}] * MANY).data["boxes"]
    assert table["name"].to_pylist() == [long] * MANY
    assert table["name"].nbytes < 5 * MANY


def test_other_rows_and_colours_keep_the_specification() -> None:
    figure = drawn([BOX])
    assert drawn([{**BOX, "fill": "#000000", "x": 1}] * 3).spec is figure.spec
    assert drawn([BOX], height=50).spec is not figure.spec


def test_a_side_can_be_turned_round_and_have_words() -> None:
    words = Axis("w", span=(-0.5, 1.5), words=["one", "two"])
    figure = drawn([BOX], x=words)
    scales = figure.spec["layer"][0]["encoding"]
    assert scales["y"]["scale"]["reverse"] and scales["y"]["scale"]["domain"] == [0, 4]
    assert column(figure, "words_places", "place") == ["one", "two"]
    # What the expressions of the axis ask for: without it its ticks would end at NaN.
    asked = set(re.findall(r"\[0\]\.(\w+)", json.dumps(figure.spec)))
    assert asked == {"room"} <= set(figure.data["words_places"].column_names)
    assert "words_places" in scales["x"]["axis"]["labelExpr"]
    with pytest.raises(ValueError, match="both axes"):
        drawn([BOX], y=Axis("no span"))


def test_signed_numbers_have_an_even_scale_whose_end_is_data() -> None:
    layers = [layer("rect", "boxes", [BOX], shade=("v", "value"))]
    figure = drawn([BOX], layers=layers)
    assert rows(figure, "boxes")[0]["limit"] == 2.0
    domain = figure.spec["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert domain == [{"expr": "-limit"}, {"expr": "limit"}]


def test_many_marks_are_one_picture() -> None:
    many = drawn([BOX] * MANY).spec
    assert many["usermeta"]["embedOptions"]["renderer"] == "canvas"
    assert many["config"]["mark"] == {"aria": False}
    assert "usermeta" not in drawn([BOX]).spec


def test_altair_searches_no_class() -> None:
    layers = [
        layer("rect", "boxes", [BOX], shade=("v", "value"), tooltip=[("v", "v", ".3f")]),
        layer("text", "words", [{"x": 1, "y": 2, "text": "never drawn"}]),
    ]
    with without_search():
        assert drawn([BOX], layers=layers, height=12345).spec


def test_tiles_stand_in_their_row_and_column() -> None:
    given: dict[str, Any] = {"row_labels": "ab", "key_labels": "xy", "dark": False}
    given["sides"] = Sides("row", "key")
    kinds = [State("seen", "source"), State("cut", "mask")]
    found = tiles(rows=[[Tile()], [Tile(), Tile(1)]], kinds=kinds, **given)
    placed = [(row["q"], row["k"], row["s"]) for row in rows(found, "cells")]
    assert placed == [(0, 0, 0), (1, 0, 0), (1, 1, 1)]
