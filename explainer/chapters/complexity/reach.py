"""Paths between tokens: how many layers connect them, on the user's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from explainer.analysis.paths import (
    KINDS,
    Kind,
    Sizes,
    layers_needed,
    longest_path,
    receptive_field,
    sequential_steps,
)
from explainer.chapters.complexity.chart_reach import ROW, first_way, reach
from explainer.chapters.complexity.words import TONES
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text

MOST: Final = 12  # tokens in a drawing
LEAD: Final[tuple[Kind, ...]] = ("attention", "recurrent")  # between which the paper chooses
TOKEN = Slider("complexity_token", 0, MOST - 1)
KERNEL = OneOf("complexity_k", (2, 3, 4), usual=3)
SIDE = Slider("complexity_side", 1, 4, usual=2)  # positions beside a query
LONG: Final = (64, 100, 1000, 5000)


def kind_names(text: Text) -> dict[Kind, str]:
    return text.each(
        "complexity.kind_*", "attention", "recurrent", "contiguous", "dilated", "restricted"
    )


def draw_reach(view: View) -> None:
    """Draw the paths by which tokens of the sentence reach one output."""
    text = view.text
    tokens = view.translation.source.tokens[:MOST]
    with chapter.figure(text("complexity.reach"), text("complexity.reach_line")):
        place = st.container()  # what sets the drawings stands below them
        target = TOKEN.draw(text, len(tokens) - 1, len(tokens) - 1)
        with place:
            _drawings(view, tokens, target, LEAD, Sizes(len(tokens), 2, 3))  # any k, any r
        if len(view.translation.source.tokens) > MOST:
            st.caption(text("complexity.first_only", count=MOST))
    with chapter.figure(text("complexity.between"), text("complexity.between_line")):
        place = st.container()
        first, second = st.columns(2, gap="large")
        with first:
            k = KERNEL.draw(text)
        with second:
            side = SIDE.draw(text)
        sizes = Sizes(len(tokens), k, 2 * side + 1)
        with place:
            _drawings(view, tokens, target, [kind for kind in KINDS if kind not in LEAD], sizes)
        n, r = sizes.n, sizes.r
        st.caption(text("complexity.windows_saved", n=n, r=r, computed=n * r, cells=n * n))
    with chapter.figure(text("complexity.longer"), text("complexity.longer_line")):
        _lengths(text, sizes)
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(text, equations(sizes))
    with code:
        chapter.code(
            text,
            "explainer.analysis.windows",
            "unfolded",
            more=[("explainer.analysis.windows", "restricted_weights")],
        )


def _drawings(
    view: View, tokens: tuple[str, ...], target: int, kinds: Sequence[Kind], sizes: Sizes
) -> None:
    text = view.text
    names = kind_names(text)
    for column, kind in zip(st.columns(len(kinds), gap="medium"), kinds, strict=True):
        field = receptive_field(kind, sizes, target)
        with column:
            chapter.chart(
                reach(
                    arrows=field.arrows,
                    labels=tokens,
                    layers=field.layers,
                    target=target,
                    tone=TONES[kind],
                    layer_title=text("complexity.axis_layer"),
                    token_title=text("words.token"),
                    dark=view.dark,
                    row=2 * ROW if kind in LEAD else ROW,
                ),
                text(
                    "complexity.reach_alt",
                    kind=names[kind],
                    layers=field.layers,
                    reached=len(field.distance),
                    count=sizes.n,
                ),
                f"complexity_reach_{kind}",
                name=text(
                    "complexity.reach_name", kind=names[kind], path=len(first_way(field.arrows))
                ),
                line=text(
                    "complexity.reach_facts",
                    longest=longest_path(kind, sizes),
                    layers=field.layers,
                    steps=sequential_steps(kind, sizes.n),
                ),
            )


def _lengths(text: Text, sizes: Sizes) -> None:
    """Draw longest path and layers at the sentence's length and at longer ones."""
    names = kind_names(text)
    columns = {
        "kind": Column(text("complexity.layer"), [names[kind] for kind in KINDS]),
        "steps": Column(
            text("complexity.steps"),
            ["n" if kind == "recurrent" else "1" for kind in KINDS],
            help=text("complexity.steps_help"),
        ),
    }
    for i, n in enumerate((sizes.n, *LONG)):
        paths = [longest_path(kind, Sizes(n, sizes.k, sizes.r)) for kind in KINDS]
        columns[f"n{i}"] = Column(f"n = {n:,}", paths, "localized")
    show_table(text("complexity.longer_alt", n=f"{LONG[-1]:,}"), columns)


def equations(sizes: Sizes) -> list[str]:
    """Return the formulas of the four longest paths that depend on the length."""
    n, k, side = sizes.n, sizes.k, sizes.r // 2
    return [
        rf"\mathrm{{path}}_{{\mathrm{{rec}}}} = n = {longest_path('recurrent', sizes)}",
        rf"\mathrm{{path}}_{{\mathrm{{conv}}}} = \left\lceil \frac{{n - 1}}{{k - 1}} \right\rceil"
        rf" = \left\lceil \frac{{{n - 1}}}{{{k - 1}}} \right\rceil"
        rf" = {layers_needed('contiguous', sizes)}",
        rf"\mathrm{{path}}_{{\mathrm{{dilated}}}} = \lceil \log_k n \rceil"
        rf" = \lceil \log_{{{k}}} {n} \rceil = {layers_needed('dilated', sizes)}",
        rf"\mathrm{{path}}_{{\mathrm{{win}}}} = \left\lceil \frac{{n - 1}}{{\lfloor r/2 \rfloor}}"
        rf" \right\rceil = \left\lceil \frac{{{n - 1}}}{{{side}}} \right\rceil"
        rf" = {layers_needed('restricted', sizes)}",
    ]
