"""The numbers inside the two figures of a head are those of the array."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import numpy as np
import pytest

from explainer.charts.attention_map import CELL_PICK, PRINT_LIMIT, attention_map
from explainer.charts.bipartite import DRAW_FROM, WIDEST, bipartite
from explainer.charts.labels import label_at
from tests.charts.vega_lite import check
from tests.fakes import fake_translation

TRANSLATION = fake_translation(5, 11, 9)
WEIGHTS = TRANSLATION.attention("cross")[0, 1]
TITLES = {"row_title": "row", "key_title": "key", "value_title": "weight"}
MAP: dict[str, Any] = {
    "weights": WEIGHTS,
    "row_labels": TRANSLATION.predicted_pieces,
    "key_labels": TRANSLATION.source.pieces,
    **TITLES,
}


def spec(make: Callable[..., Any], **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = make(**(MAP | {"dark": False} | options))
    return found


def rows(drawn: dict[str, Any], layer: int) -> list[dict[str, float]]:
    name = drawn["layer"][layer]["data"]["name"]
    found: list[dict[str, float]] = drawn["datasets"][name].to_pylist()
    return found


@pytest.mark.parametrize("make", [attention_map, bipartite])
@pytest.mark.parametrize("dark", [False, True])
def test_the_specification_is_valid_vega_lite(make: Callable[..., Any], dark: bool) -> None:
    options = {"masked": WEIGHTS < 0.01, "selected": (1, 1)} if make is attention_map else {}
    drawn = spec(make, dark=dark, **options)
    drawn["datasets"] = {name: frame.to_pylist() for name, frame in drawn["datasets"].items()}
    check(drawn)
    drawn["layer"][0]["mark"]["type"] = "no such mark"
    with pytest.raises(jsonschema.ValidationError):
        check(drawn)


@pytest.mark.parametrize("dark", [False, True])
def test_every_cell_has_its_weight(dark: bool) -> None:
    cells = rows(spec(attention_map, dark=dark), 0)
    assert len(cells) == WEIGHTS.size
    for cell in cells:
        assert cell["w"] == pytest.approx(float(WEIGHTS[int(cell["q"]), int(cell["k"])]), abs=1e-6)


def test_repeated_pieces_stay_apart() -> None:
    labels = list(TRANSLATION.source.pieces)
    assert len(set(labels)) < len(labels), "the fake sentence repeats a piece"
    axis = spec(attention_map)["layer"][0]["encoding"]["x"]
    assert axis["scale"]["domain"] == list(range(len(labels)))
    assert axis["axis"]["labelExpr"] == f"{json.dumps(labels)}[datum.value]"


def test_domain_is_fixed_and_a_click_selects_one_cell() -> None:
    drawn = spec(attention_map, selected=(2, 3))
    assert drawn["layer"][0]["encoding"]["color"]["scale"]["domain"] == [0, 1]
    assert drawn["layer"][0]["encoding"]["color"]["legend"]["values"][-1] == 1
    pick = next(p for p in drawn["params"] if p["name"] == CELL_PICK)
    assert pick["select"]["fields"] == ["q", "k"]
    assert pick["value"] == [{"q": 2, "k": 3}]


def test_masked_cells_are_hatched_and_have_no_number() -> None:
    masked = np.triu(np.ones((9, 9), dtype=bool), 1)
    pieces = TRANSLATION.fed_pieces
    weights = TRANSLATION.attention("decoder")[0, 0]
    drawn = spec(
        attention_map, weights=weights, row_labels=pieces, key_labels=pieces, masked=masked
    )
    assert {(c["q"], c["k"]) for c in rows(drawn, 0)} == set(zip(*np.nonzero(~masked), strict=True))
    assert {(c["q"], c["k"]) for c in rows(drawn, 1)} == set(zip(*np.nonzero(masked), strict=True))
    assert drawn["layer"][1]["mark"]["shape"] == "stroke"


@pytest.mark.parametrize(("size", "layers"), [(PRINT_LIMIT, 2), (PRINT_LIMIT + 1, 1)])
def test_numbers_are_printed_into_small_maps_only(size: int, layers: int) -> None:
    names = [str(i) for i in range(size)]
    drawn = spec(attention_map, weights=np.eye(size), row_labels=names, key_labels=names)
    assert len(drawn["layer"]) == layers


@pytest.mark.parametrize("make", [attention_map, bipartite])
@pytest.mark.parametrize("side", ["row_labels", "key_labels"])
def test_labels_must_fit(make: Callable[..., Any], side: str) -> None:
    with pytest.raises(ValueError, match="labels"):
        make(**(MAP | {"dark": True, side: ["one"]}))


def test_mask_must_fit() -> None:
    with pytest.raises(ValueError, match="mask"):
        attention_map(**MAP, dark=False, masked=np.ones((2, 2), dtype=bool))


def test_lines_are_the_weights_and_width_is_linear() -> None:
    drawn = spec(bipartite)
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


def test_a_large_map_stays_small_to_send() -> None:
    names = [str(i) for i in range(40)]
    weights = np.random.default_rng(0).dirichlet(np.ones(40), size=40)
    sides = {"row_labels": names, "key_labels": names}
    frame = spec(attention_map, weights=weights, **sides)["datasets"]["cells"]
    assert [str(field.type) for field in frame.schema] == ["int8", "int8", "float"]
    assert frame.nbytes == 40 * 40 * 6


def test_a_map_beyond_the_limits_is_refused() -> None:
    names = [str(i) for i in range(130)]
    with pytest.raises(ValueError, match="too large"):
        spec(attention_map, weights=np.eye(130), row_labels=names, key_labels=names)
