"""Reorder the source tokens, with and without positions, and run the encoder."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.interventions import Intervention
from explainer.analysis.positions import Floats, row_differences
from explainer.chapters.positions.chart_curves import signed_bars
from explainer.chapters.positions.controls import order, order_buttons, shuffled
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.lessons import progress
from explainer.runs import gate, resources
from explainer.runs.gate import say_busy
from explainer.text.numbers import power
from explainer.translation import Translation

OFF: Final = (Intervention("positions", stack="encoder"),)
CHANGES: Final[Mapping[str, tuple[Intervention, ...]]] = {"off": OFF, "on": ()}


@dataclass(frozen=True)
class Run:
    """The encoder's outputs for the sentence in its own and in a new order."""

    memory: Floats
    moved: Floats
    order: tuple[int, ...]

    @property
    def rows(self) -> Floats:
        """How far each token's vector moved: |new - old| / |old|, in the new order."""
        return row_differences(self.moved, self.memory[list(self.order)])

    @property
    def largest(self) -> float:
        """Largest absolute difference of a single number."""
        return float(np.abs(self.moved - self.memory[list(self.order)]).max())


def draw_shuffle(view: View) -> list[str]:
    """Draw the order and each vector's change with and without positions; return equations.

    None while folded or busy. Unfolded if a lesson asks about it or the URL has an order.
    """
    text, translation = view.text, view.translation
    free = len(translation.source.tokens) - 1
    asked = order(free)
    place: AbstractContextManager[object]
    if asked or progress.LESSON in st.query_params:
        place = chapter.figure(text("positions.moved"), text("positions.moved_line"))
    elif (fold := chapter.fold(text("positions.moved"), "positions_moved")).open:
        place = fold
    else:
        return []
    with place:
        drawing = st.container()
        chosen = (*(asked or shuffled(free, 1)), free)
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            order_buttons(text, free, range(free))
        try:
            runs = {
                name: run_encoder(translation, chosen, changes) for name, changes in CHANGES.items()
            }
        except gate.Busy:
            say_busy(text, "positions")
            return []
        with drawing:
            _differences(view, runs)
    return [
        r"\mathrm{Enc}(\Pi X) = \Pi\,\mathrm{Enc}(X)",
        rf"\Delta_{{\,0}} = \max |\mathrm{{Enc}}(\Pi X) - \Pi\,\mathrm{{Enc}}(X)|"
        rf" = {_power(runs['off'].largest)}",
        r"\Delta_{PE} = \max |\mathrm{Enc}(\Pi X + PE) \\ & \quad - \Pi\,\mathrm{Enc}(X + PE)|"
        rf" = {number(runs['on'].largest)}",
    ]


def _power(value: float) -> str:
    """Format a very small number for KaTeX."""
    if value == 0:
        return "0"
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def run_encoder(
    translation: Translation, chosen: tuple[int, ...], changes: tuple[Intervention, ...]
) -> Run:
    """Run the encoder on both orders; `chosen` is a permutation of all tokens. Raises Busy."""
    ids = translation.source.ids
    moved = tuple(ids[i] for i in chosen)
    both = [
        resources.experiment(translation.model, source, translation.fed, changes)["memory"]
        for source in (ids, moved)
    ]
    return Run(both[0].astype(np.float64), both[1].astype(np.float64), chosen)


def both_texts(
    translation: Translation, chosen: tuple[int, ...], changes: tuple[Intervention, ...]
) -> tuple[str, str]:
    """Translate the sentence greedily in its own order and in `chosen`. Raises Busy."""
    ids = translation.source.ids
    first, second = (
        resources.greedy_output(translation.model, source, changes)[2]
        for source in (ids, tuple(ids[i] for i in chosen))
    )
    return first, second


def _differences(view: View, runs: Mapping[str, Run]) -> None:
    """Draw the differences without and with positions on one scale."""
    translation = view.translation
    text = view.text
    states = {"off": text("positions.off"), "on": text("positions.on")}
    limit = max(1.0, *(float(run.rows.max()) for run in runs.values()))
    for name, run in runs.items():
        st.markdown(f"**{states[name]}**")
        chapter.chart(
            signed_bars(
                values=run.rows,
                limit=limit,
                label_title=text("positions.new_order"),
                value_title=text("positions.moved_by"),
                dark=view.dark,
                colour="source_text",
                labels=[translation.source.tokens[i] for i in run.order],
                notes=_at_largest(run.rows) if name == "off" else None,
            ),
            text("positions.moved_alt", state=states[name], most=power(run.rows.max(), 1)),
            width="stretch",
        )
    st.markdown(
        text("positions.moved_note", off=power(runs["off"].largest), on=f"{runs['on'].largest:.2f}")
    )


def _at_largest(values: Floats) -> list[str]:
    """Label only the largest value: labels on all would overlap."""
    largest = int(values.argmax())
    return [power(value) if at == largest else "" for at, value in enumerate(values)]
