"""What the drawing of a cell is given, and what it may send back."""

from __future__ import annotations

import json
from base64 import b64decode
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellIndex, cell_steps, out_channel
from explainer.analysis.sublayer import recompute
from explainer.chapters.cell.cellsteps import CellPlace, Crumb, cell_payload
from explainer.chapters.cell.cellsteps.payload import diverging
from explainer.chapters.cell.state import beat_steps
from explainer.chapters.cell.view import plain, stage_lines, words
from explainer.charts.palette import PALETTE, contrast, shade
from explainer.text import LANGUAGES, Text
from tests.fakes import fake_translation

TRANSLATION = fake_translation(2, 9, 8)
PLACES = (
    ("cross", "decoder.1.cross_attn", CellIndex(2, 3, 4)),
    ("decoder", "decoder.0.self_attn", CellIndex(0, 2, 1)),
    ("encoder", "encoder.2.self_attn", CellIndex(3, 5, 8)),
)


def parameters(width: int) -> dict[str, NDArray[np.float32]]:
    """W_Q, W_K, W_V, W_O with biases, of numbers as large as a model's."""
    rng = np.random.default_rng(7)
    found = dict[str, NDArray[np.float32]]()
    for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
        found[f"{name}.weight"] = rng.normal(0, 0.2, (width, width)).astype(np.float32)
        found[f"{name}.bias"] = rng.normal(0, 0.1, width).astype(np.float32)
    return found


def trace(prefix: str) -> tuple[dict[str, Any], dict[str, NDArray[np.float32]]]:
    """A sub-layer recomputed from random inputs, with the masks of the fake translation."""
    parts = {n: a for n, a in TRANSLATION.trace.items() if n.startswith(f"{prefix}.")}
    rng = np.random.default_rng(1)
    heads, rows, dims = parts[f"{prefix}.q"].shape
    width = heads * dims
    mask = np.isfinite(parts[f"{prefix}.masked_scores"])
    found: dict[str, Any] = {
        "memory": rng.normal(size=(mask.shape[-1], width)),
        "x": rng.normal(size=(rows, width)),
        f"{prefix}.q": parts[f"{prefix}.q"],
        f"{prefix}.mask": mask,
    }
    made = parameters(width)
    again = recompute(found, prefix, made)
    for part in ("q", "k", "v", "scores", "weights", "heads", "concat", "out"):
        found[f"{prefix}.{part}"] = getattr(again, part)
    return found, made


def payload(kind: str, prefix: str, place: CellIndex, dark: bool = False) -> dict[str, Any]:
    found, made = trace(prefix)
    steps = cell_steps(found, prefix, place)
    pieces = TRANSLATION.fed_pieces if kind == "decoder" else TRANSLATION.source.pieces
    crumbs = (Crumb("head", "Head", "head 1", ("head 1", "head 2"), 0),)
    text = Text("en")
    return cell_payload(
        steps,
        made,
        found[f"{prefix}.weights"][place.head],
        CellPlace(kind, crumbs, pieces, ("a", "b")),
        stage=5,
        plays=False,
        dim=0,
        stages=stage_lines(text, steps, 0, out_channel(steps, made)),
        groups=[len(told) for told in beat_steps().values()],
        words=words(text, steps),
        dark=dark,
    )


def unpacked(matrix: dict[str, Any]) -> NDArray[np.float64]:
    levels = np.frombuffer(b64decode(matrix["levels"]), dtype=np.int8)
    shape = (matrix["rows"], matrix["columns"])
    return levels.reshape(shape).astype(np.float64) / 127 * matrix["limit"]


@pytest.mark.parametrize(("kind", "name", "place"), PLACES)
def test_the_numbers_drawn_are_the_traces(kind: str, name: str, place: CellIndex) -> None:
    dark = kind == "cross"
    data, (found, _) = payload(kind, name, place, dark), trace(name)
    head, row, column = place.head, place.row, place.column
    q, k = found[f"{name}.q"][head, row], found[f"{name}.k"][head, column]
    assert data["q"] == pytest.approx(q, abs=1e-4)
    assert data["k"] == pytest.approx(k, abs=1e-4)
    assert data["product"] == pytest.approx(q * k, abs=1e-4)
    assert data["dot"] == pytest.approx(q @ k, abs=1e-4)
    assert data["score"] == pytest.approx(q @ k / np.sqrt(len(q)), abs=1e-4)
    dots = found[f"{name}.k"][head] @ q
    assert data["dots"] == pytest.approx(dots, abs=1e-4)
    assert data["scores"] == pytest.approx(dots / np.sqrt(len(q)), abs=1e-4)
    weights = found[f"{name}.weights"][head, row]
    assert data["weights"] == pytest.approx(weights, abs=1e-4)
    assert sum(data["weights"]) == pytest.approx(1, abs=1e-3)
    shown = [(cell["text"], cell["fill"]) for cell in data["lines"]["weights"]]
    assert shown == [(f"{w:.3f}", shade(float(w), dark)) for w in weights]
    assert data["head"] == pytest.approx(weights @ found[f"{name}.v"][head], abs=1e-3)
    assert len(json.dumps(data)) < 100 * 1024
    assert data["colours"]["q"] == PALETTE["dark" if dark else "light"]["q"]


@pytest.mark.parametrize(("kind", "name", "place"), PLACES)
def test_the_matrices_make_the_vectors(kind: str, name: str, place: CellIndex) -> None:
    """The sums and biases that are told make q, k and v; the pictures are these weights."""
    data, (found, made) = payload(kind, name, place), trace(name)
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
        packed = data["W"][part]
        assert packed["full"] <= packed["limit"] == pytest.approx(np.abs(matrix).max())
        assert np.abs(unpacked(packed) - matrix).max() <= packed["limit"] / 254 + 1e-9

    levels = np.frombuffer(b64decode(data["map"]["levels"]), dtype="<u2") / 65535
    shown = levels.reshape(data["map"]["rows"], data["map"]["columns"])
    assert shown == pytest.approx(found[f"{name}.weights"][place.head], abs=1e-5)
    # This head's part and that of the others are the output.
    concat = found[f"{name}.concat"][place.row].copy()
    concat[mine] = 0
    others = concat @ made["out_proj.weight"].astype(np.float64).T + made["out_proj.bias"]
    assert np.array(data["own"]) + others == pytest.approx(np.array(data["out"]), abs=3e-4)


def test_forbidden_cells_are_hatched_and_say_minus_infinity() -> None:
    data = payload(*PLACES[1])
    masked, weights = (data["lines"][line] for line in ("masked", "weights"))
    assert [bool(cell.get("hatched")) for cell in masked] == [i > 2 for i in range(len(masked))]
    assert data["allowed"] == [i <= 2 for i in range(len(masked))]
    assert {cell["text"] for cell in masked[3:]} == {"\u2212∞"}
    assert {cell["text"] for cell in weights[3:]} == {"0.000"}


def test_numbers_can_be_read_on_their_ground() -> None:
    for dark, value in product((False, True), np.linspace(-2, 2, 41)):
        fill, ink = diverging(float(value), 2.0, dark)
        assert contrast(fill, ink) >= 4.5, value
    assert diverging(0.0, 0.0, True)[0] == PALETTE["dark"]["panel"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_holes_are_left_for_the_browser(lang: str) -> None:
    found, _ = trace("decoder.1.cross_attn")
    steps = cell_steps(found, "decoder.1.cross_attn", CellIndex(0, 0, 0))
    said = words(Text(lang), steps)
    assert all(hole in said["dim"] for hole in ("{i}", "{q}", "{k}", "{p}"))
    assert "{piece}" in said["column"] and "{weight}" in said["column"]
    assert "{number}" in said["figure"] and "{number}" in said["other_head"]


def test_numbers_are_written_to_be_read() -> None:
    written = [plain(v) for v in (21.664, -0.5, 0.0314, 1_234_567.0, -np.inf)]
    assert written == ["21.66", "\u22120.500", "0.031", "1.2 × 10⁶", "\u2212∞"]
