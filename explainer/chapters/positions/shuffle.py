"""The source in another order, with positions and without: what the live encoder makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.interventions import Intervention
from explainer.analysis.positions import Floats, row_differences
from explainer.chapters.positions.chart_curves import signed_bars
from explainer.chapters.positions.controls import order, order_buttons, set_order, shuffled
from explainer.chapters.positions.views import foot
from explainer.charts.cell_map import Scale, cell_map, symmetric
from explainer.frame import chapter
from explainer.frame.choices import segments
from explainer.frame.formula import number
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.gate import say_busy
from explainer.text import Text
from explainer.text.numbers import power
from explainer.translation import Translation

OFF: Final = (Intervention("positions", stack="encoder"),)
CHANGES: Final[Mapping[str, tuple[Intervention, ...]]] = {"off": OFF, "on": ()}
CHANNELS: Final = 32  # of the memory drawn as a map


@dataclass(frozen=True)
class Run:
    """The encoder's output for the sentence as it is and in its new order."""

    memory: Floats
    moved: Floats
    order: tuple[int, ...]

    @property
    def rows(self) -> Floats:
        """Of every piece, how far its vector moved: |new - old| / |old|, in the new order."""
        return row_differences(self.moved, self.memory[list(self.order)])

    @property
    def largest(self) -> float:
        """Largest |difference| of a single number."""
        return float(np.abs(self.moved - self.memory[list(self.order)]).max())


def draw_shuffle(view: View) -> None:
    """Order, the vectors of both runs, their differences, and both translations."""
    text, translation = view.text, view.translation
    chosen = _choose(view)
    try:
        runs = {
            name: run_encoder(translation, chosen, changes) for name, changes in CHANGES.items()
        }
        texts = {
            name: both_texts(translation, chosen, changes) for name, changes in CHANGES.items()
        }
    except resources.Busy:
        say_busy(text, "positions")
        return
    with chapter.figure(text("positions.moved"), text("positions.moved_line")):
        _differences(view, runs)
    with chapter.figure(text("positions.vectors"), text("positions.vectors_line")):
        _vectors(view, runs)
    with chapter.figure(text("positions.both_texts"), text("positions.both_texts_line")):
        _translations(text, texts)
    size, d = runs["on"].memory.shape
    foot(
        text,
        [
            r"\mathrm{Enc}(\Pi X) = \Pi\,\mathrm{Enc}(X)",
            rf"\Delta_{{\,0}} = \max |\mathrm{{Enc}}(\Pi X) - \Pi\,\mathrm{{Enc}}(X)|"
            rf" = {_power(runs['off'].largest)}",
            r"\Delta_{PE} = \max |\mathrm{Enc}(\Pi X + PE) \\ & \quad - \Pi\,\mathrm{Enc}(X + PE)|"
            rf" = {number(runs['on'].largest)}",
        ],
        [("ids", "B, S", (1, size)), ("memory", "B, S, d_model", (1, size, d))],
        text("positions.moved_shapes"),
        ("explainer.model.embedding", "Embedding.forward"),
    )


def _power(value: float) -> str:
    """A very small number as KaTeX."""
    if value == 0:
        return "0"
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def _choose(view: View) -> tuple[int, ...]:
    """Draw the buttons that move pieces; the order as places of the sentence. `</s>` stays last."""
    translation = view.translation
    text, pieces = view.text, translation.source.pieces
    free = len(pieces) - 1
    chosen = order(free) or shuffled(free, 1)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        order_buttons(text, free, range(free))
        st.button(
            text("positions.swap"),
            key="positions_swap",
            on_click=set_order,
            args=(_swap_first(free),),
        )
        with st.popover(text("positions.move")):
            _move(text, [pieces[i] for i in chosen], chosen)
    st.text(text("positions.before", pieces=" ".join(pieces)))
    st.text(text("positions.after", pieces=" ".join(pieces[i] for i in (*chosen, free))))
    return (*chosen, free)


def _move(text: Text, pieces: Sequence[str], chosen: tuple[int, ...]) -> None:
    """Take one token out and put it somewhere else; positions from 0."""
    places = range(len(pieces))
    source = st.selectbox(
        text("positions.move_piece"),
        places,
        key="positions_from",
        format_func=lambda i: f"{i}  {pieces[i]}",
    )
    target = st.selectbox(text("positions.move_to"), places, key="positions_to")
    left = [i for at, i in enumerate(chosen) if at != source]
    left.insert(target, chosen[source])
    st.button(
        text("positions.move_go"), key="positions_go", on_click=set_order, args=(tuple(left),)
    )


def _swap_first(count: int) -> tuple[int, ...]:
    """The first two pieces change places."""
    return (1, 0, *range(2, count)) if count > 1 else tuple(range(count))


def run_encoder(
    translation: Translation, chosen: tuple[int, ...], changes: tuple[Intervention, ...]
) -> Run:
    """The encoder on both orders; `chosen` is of all tokens. Raises Busy."""
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
    """Greedy translations of the sentence as written and in the order `chosen`. Raises Busy."""
    ids = translation.source.ids
    first, second = (
        resources.greedy_output(translation.model, source, changes)[2]
        for source in (ids, tuple(ids[i] for i in chosen))
    )
    return first, second


def _state_names(text: Text) -> dict[str, str]:
    return {"off": text("positions.off"), "on": text("positions.on")}


def _differences(view: View, runs: Mapping[str, Run]) -> None:
    """Two rows of bars on one scale: without positions nothing is left of them."""
    translation = view.translation
    text, states = view.text, _state_names(view.text)
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
                labels=[translation.source.pieces[i] for i in run.order],
                notes=_at_largest(run.rows) if name == "off" else None,
            ),
            text("positions.moved_alt", state=states[name], most=power(run.rows.max(), 1)),
            width="stretch",
        )
    st.markdown(
        text("positions.moved_note", off=power(runs["off"].largest), on=f"{runs['on'].largest:.2f}")
    )


def _at_largest(values: Floats) -> list[str]:
    """Its power of ten at the largest value alone: at each of them they would run together."""
    largest = int(values.argmax())
    return [power(value) if at == largest else "" for at, value in enumerate(values)]


def _vectors(view: View, runs: Mapping[str, Run]) -> None:
    """The encoder's outputs as rows of numbers: as they stand, and in the new order."""
    translation = view.translation
    text, states = view.text, _state_names(view.text)
    state = segments(text, "positions_state", text("positions.state"), states, "off")
    run, pieces = runs[state], translation.source.pieces
    shown = {
        text("positions.as_is"): (run.memory, pieces),
        text("positions.as_moved"): (run.moved, [pieces[i] for i in run.order]),
    }
    # One scale for all of them: it does not tell what two of them have in common.
    every = [values for one in runs.values() for values in (one.memory, one.moved)]
    limit = max(symmetric(values[:, :CHANNELS]) for values in every)
    for place, (name, (values, labels)) in zip(chapter.columns(2), shown.items(), strict=True):
        with place:
            chapter.name_chart(name)
            chapter.chart(
                cell_map(
                    values=values[:, :CHANNELS],
                    key_title=text("positions.channel"),
                    row_title=text("positions.piece"),
                    value_title=text("positions.value"),
                    scale=Scale("signed", limit, packed=True),
                    dark=view.dark,
                    row_labels=labels,
                    row_colour="source_text",
                ),
                text("positions.vectors_alt", name=name),
                width="stretch",
            )
    st.caption(text("positions.vectors_note", shown=min(CHANNELS, run.memory.shape[1])))


def _translations(text: Text, texts: Mapping[str, tuple[str, str]]) -> None:
    """Greedy translations, two orders with and without positions."""
    states = _state_names(text)
    rows = [
        {"state": states[name], "first": first, "second": second, "same": first == second}
        for name, (first, second) in texts.items()
    ]
    show_table(
        text("positions.both_texts_alt"),
        {
            "state": text("positions.state"),
            "first": Column(text("positions.as_is"), width="large"),
            "second": Column(text("positions.as_moved"), width="large"),
            "same": text("positions.same"),
        },
        rows,
    )
