"""Paths between tokens: how many layers connect them, on the user's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

import streamlit as st

from explainer.analysis.paths import (
    KINDS,
    Kind,
    Sizes,
    layers_needed,
    longest_path,
    sources,
)
from explainer.chapters.complexity.words import TONES
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.view import View
from explainer.text import Text

MOST: Final = 12  # tokens in a drawing
LEAD: Final[tuple[Kind, ...]] = ("attention", "recurrent")  # between which the paper chooses
TOKEN = Slider("complexity_token", 0, MOST - 1)
KERNEL = OneOf("complexity_k", (2, 3, 4), usual=3)
SIDE = Slider("complexity_side", 1, 4, usual=2)  # positions beside a query


def kind_names(text: Text) -> dict[Kind, str]:
    return text.each(
        "complexity.kind_*", "attention", "recurrent", "contiguous", "dilated", "restricted"
    )


def draw_reach(view: View) -> None:
    """Draw the paths by which tokens of the sentence reach one output."""
    text = view.text
    tokens = view.translation.source.tokens[:MOST]
    with chapter.figure(text("complexity.reach"), text("complexity.reach_line")):
        _networks(text, tokens, LEAD, Sizes(len(tokens), 2, 3))  # any k, any r
        if len(view.translation.source.tokens) > MOST:
            st.caption(text("complexity.first_only", count=MOST))
    with chapter.figure(text("complexity.between"), text("complexity.between_line")):
        place = st.container()  # what sets the networks stands below them
        first, second = st.columns(2, gap="large")
        with first:
            k = KERNEL.draw(text)
        with second:
            side = SIDE.draw(text)
        sizes = Sizes(len(tokens), k, 2 * side + 1)
        with place:
            _networks(text, tokens, [kind for kind in KINDS if kind not in LEAD], sizes)
        n, r = sizes.n, sizes.r
        st.caption(text("complexity.windows_saved", n=n, r=r, computed=n * r, cells=n * n))
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


def _networks(text: Text, tokens: Sequence[str], kinds: Sequence[Kind], sizes: Sizes) -> None:
    """Draw kinds of layer as networks; the output that is reached is chosen in any of them."""
    names, last = kind_names(text), len(tokens) - 1
    networks = [
        {
            "name": names[kind],
            "tone": TONES[kind],
            "layers": layers,
            "edges": edges(kind, sizes, layers),
        }
        for kind in kinds
        for layers in (layers_needed(kind, sizes),)
    ]

    def choose(choice: Choice) -> None:
        if (at := place_in(choice, "at", len(tokens))) is not None:
            st.session_state[TOKEN.name] = at

    drawing(
        "complexity/network",
        {"networks": networks, "tokens": tokens},
        words=text.section("complexity.network"),
        key=f"complexity_reach_{kinds[0]}",
        chosen={"at": min(TOKEN.in_drawing(text, last, tokens), last)},
        on_choice=choose,
    )


def edges(kind: Kind, sizes: Sizes, layers: int) -> list[tuple[int, int]]:
    """Return what every node is computed from, in that order; a node is layer * n + position."""
    nodes = product(range(1, layers + 1), range(sizes.n))
    return [
        (source[0] * sizes.n + source[1], node[0] * sizes.n + node[1])
        for node in nodes
        for source in sources(kind, node, sizes)
    ]


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
