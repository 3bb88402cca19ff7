"""What the drawing of a cell is given, and what it may send back."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from explainer.analysis.cell_steps import STAGES, CellIndex, cell_steps
from explainer.chapters.cell.cellsteps import FOLDER, StageLine, cell_payload
from explainer.chapters.cell.cellsteps.payload import contrast, diverging
from explainer.chapters.cell.view import plain, words
from explainer.charts.palette import PALETTE, shade
from explainer.components.shared import read_pick
from explainer.text import LANGUAGES, Text
from tests.fakes import fake_translation

TRANSLATION = fake_translation(2, 9, 8)
SIZES = {"stage": 10, "column": 8, "dim": 4}


def trace(prefix: str) -> dict[str, Any]:
    """The fake attention with the tensors around it that a cell needs."""
    parts = {n: a for n, a in TRANSLATION.trace.items() if n.startswith(f"{prefix}.")}
    rng = np.random.default_rng(1)
    heads, rows, dims = parts[f"{prefix}.q"].shape
    width = heads * dims
    whole = rng.normal(size=(rows, width)).astype(np.float32)
    parts |= {f"{prefix}.concat": whole, f"{prefix}.out": whole}
    parts[f"{prefix}.mask"] = np.isfinite(parts[f"{prefix}.masked_scores"])
    if f"{prefix}.heads" not in parts:
        parts[f"{prefix}.heads"] = rng.normal(size=(heads, rows, dims)).astype(np.float32)
    return {"memory": rng.normal(size=(9, width)), "x": whole, **parts}


def payload(kind: str, prefix: str, place: CellIndex, dark: bool = False) -> dict[str, Any]:
    steps = cell_steps(trace(prefix), prefix, place)
    pieces = TRANSLATION.source.pieces if kind == "cross" else TRANSLATION.fed_pieces
    return cell_payload(
        steps,
        kind=kind,
        stage=5,
        dim=0,
        pieces=pieces,
        names=("a", "b"),
        stages=[StageLine(name, "1", "2") for name in STAGES],
        words=words(Text("en"), steps),
        dark=dark,
    )


@pytest.mark.parametrize("dark", [False, True])
def test_the_numbers_drawn_are_the_traces(dark: bool) -> None:
    name = "decoder.1.cross_attn"
    data, found = payload("cross", name, CellIndex(2, 3, 4), dark), trace(name)
    assert data["q"] == pytest.approx(found[f"{name}.q"][2, 3], abs=1e-4)
    assert data["k"] == pytest.approx(found[f"{name}.k"][2, 4], abs=1e-4)
    assert data["product"] == pytest.approx(np.multiply(data["q"], data["k"]), abs=1e-3)
    weights = TRANSLATION.attention("cross")[1, 2, 3]
    assert data["weights"] == pytest.approx(weights, abs=1e-4)
    assert [cell["text"] for cell in data["lines"][3]["cells"]] == [f"{w:.3f}" for w in weights]
    assert [cell["fill"] for cell in data["lines"][3]["cells"]] == [
        shade(float(w), dark) for w in weights
    ]
    assert len(json.dumps(data)) < 150 * 1024
    assert data["colours"]["q"] == PALETTE["dark" if dark else "light"]["q"]


def test_forbidden_cells_are_hatched_and_say_minus_infinity() -> None:
    name = "decoder.0.self_attn"
    data = payload("decoder", name, CellIndex(0, 2, 1))
    dots, scaled, masked, weights = (line["cells"] for line in data["lines"])
    assert [bool(cell.get("hatched")) for cell in masked] == [i > 2 for i in range(len(masked))]
    assert {cell["text"] for cell in masked[3:]} == {"\u2212∞"}
    assert {cell["text"] for cell in weights[3:]} == {"0.000"}
    assert not any(cell.get("hatched") for cell in (*dots, *scaled))


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_can_be_read_on_their_ground(dark: bool) -> None:
    for value in np.linspace(-2, 2, 41):
        fill, ink = diverging(float(value), 2.0, dark)
        assert contrast(fill, ink) >= 4.5, value
    assert diverging(0.0, 0.0, dark)[0] == PALETTE["dark" if dark else "light"]["panel"]


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (["stage", 9], ("stage", 9)),
        (["dim", 0], ("dim", 0)),
        (["column", 7], ("column", 7)),
        (["stage", 10], None),
        (["dim", -1], None),
        (["row", 1], None),
        (["dim"], None),
        (["dim", True], None),
        (["dim", 1.0], None),
        ([["dim"], 1], None),
        ("dim", None),
        (None, None),
        ({"dim": 1}, None),
        ([0, 1], None),
    ],
)
def test_only_a_part_of_the_drawing_is_taken(sent: object, found: object) -> None:
    assert read_pick(sent, SIZES) == found


def test_colours_come_from_the_palette() -> None:
    files = [path for path in FOLDER.iterdir() if path.suffix in (".js", ".css")]
    assert len(files) == 5
    for path in files:
        code = path.read_text(encoding="utf-8").replace("url(#cellsteps-hatch)", "")
        assert "#" not in code, path.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_holes_are_left_for_the_browser(lang: str) -> None:
    steps = cell_steps(trace("decoder.1.cross_attn"), "decoder.1.cross_attn", CellIndex(0, 0, 0))
    said = words(Text(lang), steps)
    assert all(hole in said.dim for hole in ("{i}", "{q}", "{k}", "{p}"))
    assert "{piece}" in said.column and "{weight}" in said.column


def test_numbers_are_written_to_be_read() -> None:
    assert [plain(v) for v in (21.664, -0.5, 0.0314, 1_234_567.0, -np.inf)] == [
        "21.66",
        "\u22120.500",
        "0.031",
        "1.2 × 10⁶",
        "\u2212∞",
    ]
