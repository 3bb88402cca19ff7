"""What the drawing of a cell is given, and what it may send back."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellIndex, cell_steps
from explainer.analysis.head_roles import Kind
from explainer.chapters.cell.data import blank, cell_data
from explainer.chapters.cell.state import CellChoice, Crumb
from explainer.chapters.cell.view import plain
from tests.fakes import fake_model, fake_translation

MODEL, TRANSLATION = fake_model(2), fake_translation(2, 9, 8)
PLACES: tuple[tuple[Kind, str, CellIndex], ...] = (
    ("cross", "decoder.1.cross_attn", CellIndex(2, 3, 4)),
    ("decoder", "decoder.0.self_attn", CellIndex(0, 2, 1)),
    ("encoder", "encoder.2.self_attn", CellIndex(3, 5, 8)),
)


def trace(prefix: str) -> tuple[Mapping[str, Any], dict[str, NDArray[np.float32]]]:
    """The tensors, and W_Q, W_K, W_V, W_O with biases of a sub-layer."""
    part = MODEL.get_submodule(prefix)
    made = {name: weight.detach().numpy() for name, weight in part.named_parameters()}
    return TRANSLATION.trace, made


def given(kind: Kind, prefix: str, place: CellIndex) -> dict[str, Any]:
    found, made = trace(prefix)
    steps = cell_steps(found, prefix, place)
    tokens = TRANSLATION.fed_tokens if kind == "decoder" else TRANSLATION.source.tokens
    crumbs = (Crumb("head", "Head", "head 1", ("head 1", "head 2"), 0),)
    choice = CellChoice(kind, 0, place, tokens, tokens, crumbs)
    return cell_data(steps, made, found[f"{prefix}.weights"][place.head], choice)


@pytest.mark.parametrize(("kind", "name", "place"), PLACES)
def test_the_numbers_drawn_are_the_traces(kind: Kind, name: str, place: CellIndex) -> None:
    data, (found, _) = given(kind, name, place), trace(name)
    head, row, column = place.head, place.row, place.column
    q, k = found[f"{name}.q"][head, row], found[f"{name}.k"][head, column]
    assert data["q"] == pytest.approx(q, abs=1e-4)
    assert data["k"] == pytest.approx(k, abs=1e-4)
    assert (data["head"], data["row"], data["column"]) == (head, row, column)
    dots = found[f"{name}.k"][head] @ q
    assert data["dots"] == pytest.approx(dots, abs=1e-4)
    assert data["scores"] == pytest.approx(dots / np.sqrt(len(q)), abs=1e-4)
    weights = found[f"{name}.weights"][head, row]
    assert data["weights"] == pytest.approx(weights, abs=1e-4)
    assert sum(data["weights"]) == pytest.approx(1, abs=1e-3)
    assert data["head_out"] == pytest.approx(weights @ found[f"{name}.v"][head], abs=1e-3)
    assert len(json.dumps(data)) < 100 * 1024
    assert data["allowed"] == [kind != "decoder" or key <= row for key in range(len(weights))]


@pytest.mark.parametrize(("kind", "name", "place"), PLACES)
def test_the_matrices_make_the_vectors(kind: Kind, name: str, place: CellIndex) -> None:
    """The sums and biases that are told make q, k and v; the pictures are these weights."""
    data, (found, made) = given(kind, name, place), trace(name)
    for part, at in (("q", place.row), ("k", place.column), ("v", place.column)):
        told = np.array(data["sums"][part]) + data["biases"][part]
        assert told == pytest.approx(found[f"{name}.{part}"][place.head, at], abs=3e-4)
    dims = len(data["q"])
    mine = slice(place.head * dims, (place.head + 1) * dims)
    wanted = {
        "q": made["q_proj.weight"][mine],
        "k": made["k_proj.weight"][mine],
        "v": made["v_proj.weight"][mine],
        "o": made["out_proj.weight"][:, mine].T,
    }
    for part, matrix in wanted.items():
        told = data["W"][part]
        levels = np.array(told["rows"])
        assert told["full"] <= np.abs(levels).max() == 127
        assert np.abs(levels * told["unit"] - matrix).max() <= told["unit"] / 2 + 1e-9
    assert np.array(data["map"]) == pytest.approx(found[f"{name}.weights"][place.head], abs=1e-5)
    # This head's part and that of the others are the output.
    concat = found[f"{name}.concat"][place.row].copy()
    concat[mine] = 0
    others = concat @ made["out_proj.weight"].astype(np.float64).T + made["out_proj.bias"]
    assert np.array(data["own"]) + others == pytest.approx(np.array(data["out"]), abs=3e-4)


def test_while_it_asks_nothing_later_is_there() -> None:
    data = given(*PLACES[0])
    lines = [{"name": "a", "expression": "1", "result": "2", "line": "3"}] * 10
    data |= {"at": {"stage": 3, "dim": 0}, "plays": True, "stages": lines}
    known, column = blank(data), data["column"]
    for name in ("weights", "head_out", "concat", "out", "own"):
        assert not any(known[name]), name
    assert not np.any(known["map"]) and not np.any(known["values"])
    for name in ("dots", "scores"):
        assert [key for key, value in enumerate(known[name]) if value] == [column]
        assert known[name][column] == data[name][column] and data[name][column - 1]
    assert [line["line"] for line in known["stages"]] == ["3"] * 4 + [""] * 6
    assert not any(known["sums"]["v"]) and any(known["sums"]["k"])
    assert known["blank"] and not known["plays"] and known["offers"] == data["tokens"]


def test_numbers_are_written_to_be_read() -> None:
    written = [plain(v) for v in (21.664, -0.5, 0.0314, 1_234_567.0, -np.inf)]
    assert written == ["21.66", "\u22120.500", "0.031", "1.2 × 10⁶", "\u2212∞"]
