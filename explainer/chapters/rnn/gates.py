"""Gates of one state channel, token by token, with equations; gradients by distance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.maps import is_ordinary
from explainer.analysis.recurrence import by_distance
from explainer.chapters.rnn import equations
from explainer.chapters.rnn.bottleneck import TONES
from explainer.chapters.rnn.cells import pick_cell_kind
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.maps import Scale, Side, draw_map, move_to
from explainer.frame.pickers import Picker
from explainer.frame.recurrent import TRANSFORMER, Subject, model_names, picked_reading
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.runs.recurrent import Kind, Reading
from explainer.text import Text
from explainer.text.numbers import decimal, percent

Floats = NDArray[np.floating]
UNIT = Place("rnn_unit")  # both count from 1, in the address too
TOKEN = Place("rnn_token")
GATE: Final = "rnn_gate"  # the row of the frame; it has no control
# In the order in which they are computed, the state last.
ROWS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "rnn": ("state",),
    "gru": ("reset", "update", "new", "state"),
    "lstm": ("forget", "input", "new", "cell", "output", "state"),
}
EARLY: Final = 2  # tokens at the beginning of the source
DECIDES: Final = {"rnn": "state", "gru": "update", "lstm": "forget"}
SHAPES: Final = {"rnn": ("h",), "gru": ("r, z, n, h",), "lstm": ("f, i, n, o, c, h",)}


def gates_of(reading: Reading) -> dict[str, Floats]:
    """Return every encoder gate, (S, N)."""
    return {name: reading.trace[f"encoder.forward.{name}"] for name in ROWS[reading.kind]}


def telling_unit(kind: Kind, gates: Mapping[str, Floats]) -> int:
    """Return the channel whose state and gate vary most."""
    moves = np.ptp(gates["state"], axis=0) * np.ptp(gates[DECIDES[kind]], axis=0)
    return int(moves.argmax())


def draw_gates(view: View) -> None:
    """Draw one channel's gates along the sentence, its equations, and gradients by distance."""
    text = view.text
    picked = picked_reading(view, "rnn", pick_cell_kind)
    if picked is None:
        return
    seen, reading = picked
    kind, gates = reading.kind, gates_of(reading)
    count, size = gates["state"].shape
    pick = Picker(text, (kind, reading.source), shared=False)
    left, right = st.columns(2, gap="large")
    with left:
        unit = pick.slider(UNIT, size, telling_unit(kind, gates))
    with right:
        telling = telling_token(gates["state"][:, unit], reading.source_tokens)
        token = pick.slider(TOKEN, count, telling)
    with chapter.figure(text("rnn.followed", unit=unit + 1), text("rnn.followed_line")):
        _map(view, reading, gates, (unit, token))
        st.text(text("rnn.token_read", number=token + 1, token=reading.source_tokens[token]))
        st.markdown(gate_sentence(text, kind, {n: g[:, unit] for n, g in gates.items()}, token))
    with chapter.figure(text("rnn.distance"), text("rnn.distance_line")):
        _distances(view, gradients_of(seen))
    numbers, shapes = chapter.details()
    with numbers:
        _equations(text, reading, unit, token)
    with shapes:
        names = ", ".join(SYMBOLS[name] for name in ROWS[kind])
        chapter.shapes(
            text,
            [
                ("x", "S, d_model", reading.trace["encoder.embed"].shape),
                (names, "S, d_h", (count, size)),
            ],
            text("rnn.gate_shapes"),
            own=("d_h",),
        )
        chapter.code(text, "explainer.model.rnn.cells", f"{kind}_gates")


SYMBOLS: Final = {
    "reset": "r",
    "update": "z",
    "new": "n",
    "forget": "f",
    "input": "i",
    "output": "o",
    "cell": "c",
    "state": "h",
}


def telling_token(states: Floats, tokens: Sequence[str]) -> int:
    """Return the token, not the first and no punctuation, at which states (S,) change most."""
    moves = np.abs(np.diff(states, prepend=states[0]))
    return int(np.where([is_ordinary(token) for token in tokens], moves, 0.0).argmax())


def _map(view: View, reading: Reading, gates: Mapping[str, Floats], at: tuple[int, int]) -> None:
    text, (unit, token) = view.text, at
    rows = ROWS[reading.kind]
    values = np.stack([gates[name][:, unit] for name in rows])
    names = text.each("rnn.gate_*", *SYMBOLS)
    draw_map(
        text,
        "rnn_gates",
        values,
        text("rnn.gates_alt", unit=unit + 1, count=values.shape[1]),
        rows=Side("", [names[name] for name in rows], "ink"),
        keys=Side(text("rnn.encoder_axis"), reading.source_tokens, "source"),
        scale=Scale(text("rnn.value"), "signed", limit=max(1.0, float(np.abs(values).max()))),
        cell=(min(st.session_state.get(GATE, len(rows)), len(rows)) - 1, token),
        on_cell=move_to((GATE, TOKEN)),
    )


def gate_sentence(text: Text, kind: Kind, one: Mapping[str, Floats], token: int) -> str:
    """Describe a channel's update at this token in a sentence with numbers."""
    shown = {name: decimal(values[token]) for name, values in one.items()}
    before = {name: decimal(values[token - 1] if token else 0.0) for name, values in one.items()}
    if kind == "rnn":
        return text("rnn.said_rnn", before=before["state"], after=shown["state"])
    if kind == "gru":
        z = float(one["update"][token])
        return text(
            "rnn.said_gru",
            z=shown["update"],
            kept=percent(z, 0),
            taken=percent(1 - z, 0),
            before=before["state"],
            new=shown["new"],
            after=shown["state"],
        )
    return text(
        "rnn.said_lstm",
        f=shown["forget"],
        before=before["cell"],
        i=shown["input"],
        new=shown["new"],
        cell=shown["cell"],
        o=shown["output"],
        after=shown["state"],
    )


def _equations(text: Text, reading: Reading, unit: int, token: int) -> None:
    """Draw the general equations and those of this channel and token."""
    weights = recurrent.weights(reading.kind, "encoder.layer")
    worked = equations.work_out(reading, weights, unit, token)
    lines = worked.lines()
    if reading.kind == "rnn":
        lines += equations.rest_of_vanilla(reading, unit)
    lines.append(
        r"\frac{\partial h_t}{\partial h_j} = \prod_{l=j+1}^{t}"
        r" \frac{\partial h_l}{\partial h_{l-1}}"
    )
    notes = {"gru": text("rnn.convention"), "rnn": text("rnn.no_gates")}
    chapter.formula(text, lines, notes.get(reading.kind, ""))
    chapter.agreement(text, worked.difference)


def gradients_of(seen: Subject) -> dict[str, NDArray[np.float64]]:
    """Return source gradients (T, S) by kind of model, the page's Transformer last. Raises Busy."""
    names = {str(kind): name for kind, name in recurrent.models_by_kind().items()}
    names[TRANSFORMER] = seen.translation.model
    wanted = tuple(seen.translation.predicted)
    order = [kind for kind in (*recurrent.KINDS, TRANSFORMER) if kind in names]
    return {kind: recurrent.gradients(names[kind], seen.source, wanted) for kind in order}


def _distances(view: View, gradients: Mapping[str, NDArray[np.float64]]) -> None:
    """Draw the mean share by distance from the source's end."""
    text, names = view.text, model_names(view.text)
    lines = {kind: by_distance(one) for kind, one in gradients.items()}
    count = len(next(iter(lines.values())))
    chapter.chart(
        curves(
            lines=[Curve(names[kind], line, TONES[kind]) for kind, line in lines.items()],
            x=Axis(text("rnn.distance_axis"), form="d"),
            y=Axis(text("rnn.share"), form=".0%"),
            name_title=text("rnn.model"),
            form=".1%",
            dark=view.dark,
        ),
        text("rnn.distance_alt", count=count - 1),
        "rnn_distance",
    )
    early = ", ".join(
        text("rnn.model_share", model=names[kind], share=percent(line[-EARLY:].sum(), 0))
        for kind, line in lines.items()
    )
    st.caption(text("rnn.distance_said", shares=early))
