"""Table 1 of the paper for the user's sizes, counted and timed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from explainer.analysis.layer_costs import (
    KERNEL,
    LAYERS,
    PARTS,
    WINDOW,
    Layer,
    Part,
    Shape,
    multiply_adds,
    weights_bytes,
)
from explainer.analysis.paths import Kind, Sizes, longest_path, sequential_steps
from explainer.chapters.complexity.stored import LENGTHS, WIDTHS, measurements
from explainer.chapters.complexity.words import (
    FORMULAS,
    TONES,
    format_bytes,
    layer_names,
)
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.formula import thousands
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text

FIRST_N: Final = 20
FIRST_D: Final = 512
N = OneOf("complexity_n", LENGTHS, usual=FIRST_N)
D = OneOf("complexity_d", WIDTHS, usual=FIRST_D)
PART = OneOf("complexity_part", PARTS)
PATHS: Final[Mapping[Layer, Kind]] = {
    "attention": "attention",
    "recurrent": "recurrent",
    "convolution": "dilated",
    "restricted": "restricted",
}
DIGITS: Final = 4  # decimals of the milliseconds that travel


def draw_cost(view: View) -> None:
    """Draw the cost comparison and the table."""
    text = view.text
    n, d = N.in_drawing(text), D.in_drawing(text)
    with chapter.figure(text("complexity.race_title"), text("complexity.race_line")):
        lead = st.container()
        part = PART.draw(text)
        with lead:
            drawing(
                "complexity/cost_race",
                cost_race_data(text, part),
                words=text.section("complexity.cost_race"),
                key="complexity_cost_race",
                chosen={"n": LENGTHS.index(n), "d": WIDTHS.index(d)},
                on_choice=_rest,
            )
    fold = chapter.table(text("complexity.table"), "complexity_table")
    if fold.open:
        with fold:
            st.caption(text("complexity.table_line"))
            st.caption(measured_where(text))
            st.caption(text("complexity.machine", k=KERNEL, r=WINDOW))
            _table(view, part, n, d)
            st.caption(_memory(text, n))
    _numbers(text, part, n, d)


def _numbers(text: Text, part: Part, n: int, d: int) -> None:
    """Draw the formulas with these numbers, and the code."""
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, equations(n, d, part))
    with shapes:
        _shapes(text, n, d)
        chapter.code(
            text,
            "explainer.analysis.layer_costs",
            "attention",
            more=[("explainer.analysis.layer_costs", "recurrent")],
        )


def _rest(choice: Choice) -> None:
    for name, control in (("n", N), ("d", D)):
        if (at := place_in(choice, name, len(control.options))) is not None:
            st.session_state[control.name] = control.options[at]


def cost_race_data(text: Text, part: Part) -> dict[str, Any]:
    """Return the drawing's data at every measured length and width.

    `part` chooses between the multiplications of the mixing alone and of the whole layer.
    """
    record, names = measurements(), layer_names(text)
    layers = [
        {
            "name": names[layer],
            "tone": TONES[layer],
            "multiplied": [
                [multiply_adds(layer, Shape(n, d), part) for n in LENGTHS] for d in WIDTHS
            ],
            "ms": [[round(1000 * one, DIGITS) for one in record.times(layer, d)] for d in WIDTHS],
            "steps": [sequential_steps(PATHS[layer], n) for n in LENGTHS],
            "told": [_told(text, layer, n) for n in LENGTHS],
            "path": [longest_path(PATHS[layer], Sizes(n, KERNEL, WINDOW)) for n in LENGTHS],
        }
        for layer in LAYERS
    ]
    return {"layers": layers, "lengths": LENGTHS, "widths": WIDTHS}


def _told(text: Text, layer: Layer, n: int) -> str:
    """Say whether tokens wait for each other, and of a window whether it saves anything."""
    if (steps := sequential_steps(PATHS[layer], n)) > 1:
        return text("complexity.waits", n=f"{steps:,}")
    if layer != "restricted":
        return text("complexity.once")
    return text("complexity.window_saves" if n > WINDOW else "complexity.window_wide", r=WINDOW)


def measured_where(text: Text) -> str:
    """Describe the machine of the stored times, which are for one head."""
    facts = measurements().machine
    return text(
        "complexity.measured_where",
        processor=facts["processor"],
        torch=facts["torch"],
        date=facts["date"],
    )


def _table(view: View, part: Part, n: int, d: int) -> None:
    """Draw Table 1 with formula, count, steps, path and time."""
    text = view.text
    names, shape = layer_names(text), Shape(n, d)
    sizes = Sizes(n, KERNEL, WINDOW)
    rows = [
        {
            "layer": names[layer],
            "paper": FORMULAS[layer],
            "formula": multiply_adds(layer, shape, part),
            "counted": measurements().count(layer, n, d, part),
            "steps": sequential_steps(PATHS[layer], n),
            "path": longest_path(PATHS[layer], sizes),
            "seconds": 1000 * measurements().seconds(layer, n, d),
        }
        for layer in LAYERS
    ]
    show_table(
        text("complexity.table_alt", n=f"{n:,}", d=d),
        {
            "layer": text("complexity.layer"),
            "paper": text("complexity.paper"),
            "formula": Column(text("complexity.formula"), form="localized"),
            "counted": Column(
                text("complexity.counted"), form="localized", help=text("complexity.counted_help")
            ),
            "steps": Column(
                text("complexity.steps"), form="localized", help=text("complexity.steps_help")
            ),
            "path": Column(
                text("complexity.path"), form="localized", help=text("complexity.path_help")
            ),
            "seconds": Column(
                text("complexity.seconds"), form="%.3g", help=text("complexity.seconds_help")
            ),
        },
        rows,
    )


def _memory(text: Text, n: int) -> str:
    return text(
        "complexity.memory",
        n=f"{n:,}",
        one=format_bytes(weights_bytes(n)),
        eight=format_bytes(weights_bytes(n, 8)),
    )


def equations(n: int, d: int, part: Part) -> list[str]:
    """Return the four counts, the memory and the two path lengths, with numbers."""
    shape, k, r = Shape(n, d), KERNEL, WINDOW
    total = {layer: thousands(multiply_adds(layer, shape, part)) for layer in LAYERS}
    extra, numbers = ("", "")
    if part == "layer":
        extra, numbers = "4nd^2 + ", rf"4 \cdot {n} \cdot {d}^2 + "
    gates = 6 if part == "layer" else 2
    sizes = Sizes(n, k, r)
    return [
        rf"M_{{\mathrm{{att}}}} = {extra}n^2d + n^2d = {numbers}2 \cdot {n}^2 \cdot {d}"
        rf" = {total['attention']}",
        rf"M_{{\mathrm{{rec}}}} = {gates}\,n\,d^2 = {gates} \cdot {n} \cdot {d}^2"
        rf" = {total['recurrent']}",
        rf"M_{{\mathrm{{conv}}}} = k\,n\,d^2 = {k} \cdot {n} \cdot {d}^2 = {total['convolution']}",
        rf"M_{{\mathrm{{win}}}} = {extra}r\,n\,d + r\,n\,d = {numbers}2 \cdot {r} \cdot {n}"
        rf" \cdot {d} = {total['restricted']}",
        rf"\mathrm{{bytes}} = 4\,n^2 = 4 \cdot {n}^2 = {thousands(weights_bytes(n))}",
        rf"\mathrm{{path}}_{{\mathrm{{conv}}}} = \lceil \log_k n \rceil = \lceil \log_{{{k}}} {n}"
        rf" \rceil = {longest_path('dilated', sizes)}",
        rf"\mathrm{{path}}_{{\mathrm{{win}}}} = \left\lceil \frac{{n - 1}}{{\lfloor r/2 \rfloor}}"
        rf" \right\rceil = \left\lceil \frac{{{n - 1}}}{{{r // 2}}} \right\rceil"
        rf" = {longest_path('restricted', sizes)}",
    ]


def _shapes(text: Text, n: int, d: int) -> None:
    chapter.shapes(
        text,
        [
            ("x, q, k, v", "n, d", (n, d)),
            ("weights", "n, n", (n, n)),
            ("window", "n, r", (n, WINDOW)),
            ("state", "1, d", (1, d)),
            ("kernel", "d, d, k", (d, d, KERNEL)),
        ],
        text("complexity.shapes"),
        own="ndkr",
    )
