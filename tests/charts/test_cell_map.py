"""The one map of cells: its numbers are those of the array, and its specification is kept."""

from __future__ import annotations

from typing import Any

import jsonschema
import numpy as np
import pytest

from explainer.charts.cell_map import CELL_PICK, KEYS, PRINTED, ROWS, Kind, Pick, Scale, cell_map
from explainer.charts.figure import Figure
from tests.charts.vega_lite import check, without_search
from tests.fakes import fake_translation

TRANSLATION = fake_translation(5, 11, 9)
WEIGHTS = TRANSLATION.attention("cross")[0, 1]
SIGNED = Scale("signed")
MASKED = WEIGHTS < 0.01
MAP: dict[str, Any] = {
    "values": WEIGHTS,
    "row_labels": TRANSLATION.predicted_pieces,
    "key_labels": TRANSLATION.source.pieces,
    "row_title": "row",
    "key_title": "key",
    "value_title": "weight",
}


def drawn(**options: Any) -> Figure:
    return cell_map(**(MAP | {"dark": False} | options))


def square(size: int, **options: Any) -> Figure:
    names = [str(i) for i in range(size)]
    return drawn(**({"values": np.eye(size), "row_labels": names, "key_labels": names} | options))


def marks(figure: Figure) -> list[str]:
    return [layer["mark"]["type"] for layer in figure.spec["layer"]]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("scale", [Scale(), SIGNED])
@pytest.mark.parametrize("masked", [None, MASKED])
@pytest.mark.parametrize("pick", [None, Pick((1, 1)), Pick((1, 1), masked=True)])
def test_the_specification_is_valid_vega_lite(
    dark: bool, scale: Scale, masked: np.ndarray | None, pick: Pick | None
) -> None:
    spec = drawn(dark=dark, scale=scale, masked=masked, pick=pick).vega_lite()
    spec["datasets"] = {name: table.to_pylist() for name, table in spec["datasets"].items()}
    check(spec)


def test_a_mark_that_does_not_exist_is_found() -> None:
    spec = {**drawn().spec, "layer": [{"mark": {"type": "no such mark"}}]}
    with pytest.raises(jsonschema.ValidationError, match="no such mark"):
        check(spec)


@pytest.mark.parametrize("scale", [Scale(), SIGNED])
@pytest.mark.parametrize("masked", [None, MASKED])
def test_altair_searches_no_class(scale: Scale, masked: np.ndarray | None) -> None:
    """As for bars."""
    for pick in (None, Pick((1, 1)), Pick((1, 1), masked=True)):
        with without_search():
            assert drawn(scale=scale, masked=masked, pick=pick, row_title="never drawn").spec


@pytest.mark.parametrize("scale", [Scale(), SIGNED])
def test_every_cell_has_its_number(scale: Scale) -> None:
    values = WEIGHTS if scale.kind == "weights" else 9 * (WEIGHTS - 0.3)
    cells = drawn(values=values, scale=scale).data["cells"].to_pylist()
    assert [(cell["q"], cell["k"]) for cell in cells] == list(np.ndindex(WEIGHTS.shape))
    assert [cell["w"] for cell in cells] == pytest.approx(values.ravel(), abs=1e-6)


def test_a_click_or_a_sentence_of_the_same_shape_leaves_the_specification_the_same_object() -> None:
    first = drawn(pick=Pick((0, 0)))
    clicked = drawn(pick=Pick((2, 3)))
    assert clicked.spec is first.spec
    assert clicked.data[ROWS]["chosen"].to_pylist() == [-1, -1, 3, *[-1] * 6]
    other = np.random.default_rng(0).dirichlet(np.ones(11), size=9)
    rows, keys = [f"r{i}" for i in range(9)], [f"k{i}" for i in range(11)]
    sentence = drawn(values=other, row_labels=rows, key_labels=keys, pick=Pick((8, 10)))
    assert sentence.spec is first.spec
    assert sentence.data[ROWS]["row"].to_pylist() == rows
    assert sentence.data[KEYS]["key"].to_pylist() == keys
    assert list(sentence.data) == list(first.data)


@pytest.mark.parametrize("scale", [Scale(), SIGNED])
def test_numbers_and_their_scale_are_no_part_of_the_specification(scale: Scale) -> None:
    assert drawn(scale=scale, values=7 * WEIGHTS).spec is drawn(scale=scale).spec


def test_a_figure_is_sent_without_changing_what_is_kept() -> None:
    figure = drawn()
    figure.vega_lite()["height"] = 1
    assert "datasets" not in figure.spec and figure.spec["height"] > 1


def test_repeated_pieces_stay_apart() -> None:
    labels = list(TRANSLATION.source.pieces)
    assert len(set(labels)) < len(labels), "the fake sentence repeats a piece"
    figure = drawn()
    keys = figure.data[KEYS].to_pydict()
    assert (keys["i"], keys["key"]) == (list(range(len(labels))), labels)
    side = figure.spec["encoding"]["x"]
    assert side["field"] == "k" and f"data('{KEYS}')[datum.value].key" in side["axis"]["labelExpr"]


def test_no_word_of_a_sentence_stands_in_an_expression() -> None:
    evil = '"]; while(1);//</script>'
    assert evil not in str(drawn(row_labels=[evil] * 9).spec)


def test_weights_end_at_one_and_signed_numbers_at_the_largest_or_the_limit() -> None:
    colour = drawn().spec["layer"][0]["encoding"]["color"]
    assert colour["scale"]["domain"] == [0, 1] and colour["legend"]["values"][-1] == 1
    signed = drawn(scale=SIGNED, values=-3 * WEIGHTS)
    colour = signed.spec["layer"][0]["encoding"]["color"]
    assert colour["scale"]["domain"] == [{"expr": "-limit"}, {"expr": "limit"}]
    assert colour["scale"]["interpolate"] == "rgb"  # by hue the neighbours of 0 turn cyan and cream
    assert colour["legend"]["values"] == {"expr": "[-limit, 0, limit]"}
    (limit,) = [param["expr"] for param in signed.spec["params"] if param["name"] == "limit"]
    assert f"data('{ROWS}')[0].limit" in limit
    assert signed.data[ROWS]["limit"][0].as_py() == pytest.approx(3 * WEIGHTS.max())
    for values, scale, end in ((0 * WEIGHTS, SIGNED, 1), (WEIGHTS, Scale("signed", limit=5), 5)):
        assert drawn(values=values, scale=scale).data[ROWS]["limit"][0].as_py() == end


def test_a_click_selects_one_cell_and_nobody_can_click_without_a_start() -> None:
    figure = drawn(pick=Pick((2, 3)))
    pick = next(p for p in figure.spec["params"] if p["name"] == CELL_PICK)
    assert pick["select"]["fields"] == ["q", "k"] and pick["views"] == ["cells"]
    assert "chosen" not in drawn().data[ROWS].column_names
    assert CELL_PICK not in {param["name"] for param in drawn().spec["params"]}


def test_masked_cells_are_hatched_and_have_no_number() -> None:
    for pick in (None, Pick((0, 0)), Pick((0, 0), masked=True)):
        figure = drawn(masked=MASKED, pick=pick)
        for cell in figure.data["cells"].to_pylist():
            at = cell["q"], cell["k"]
            assert cell["hidden"] == MASKED[at]
            assert cell["w"] == pytest.approx(0 if MASKED[at] else WEIGHTS[at], abs=1e-6)
        by_mark = {layer["mark"]["type"]: layer for layer in figure.spec["layer"]}
        assert by_mark["point"]["transform"] == [{"filter": "datum.hidden"}]
        assert by_mark["text"]["transform"] == [{"filter": "!datum.hidden"}]
        left_out = figure.spec["layer"][0].get("transform") == [{"filter": "!datum.hidden"}]
        assert left_out == (pick == Pick((0, 0)))
    assert "point" not in marks(drawn(masked=np.zeros_like(MASKED)))


@pytest.mark.parametrize("kind", ["weights", "signed"])
def test_numbers_are_printed_into_small_maps_only(kind: Kind) -> None:
    last = PRINTED[kind].limit
    assert "text" in marks(square(last, scale=Scale(kind)))
    assert "text" not in marks(square(last + 1, scale=Scale(kind)))
    assert "text" not in marks(square(last, scale=Scale(kind, form="")))


def test_a_large_map_stays_small_to_send() -> None:
    frame = square(40).data["cells"]
    assert [str(field.type) for field in frame.schema] == ["int8", "int8", "float"]
    assert frame.nbytes == 40 * 40 * 6


def test_a_map_beyond_the_limits_is_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        square(130)
