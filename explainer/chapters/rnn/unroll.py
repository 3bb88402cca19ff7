"""The recurrent network unrolled: encoder states, the last one, decoder states and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.rnn.cells import pick_cell_kind, step_cosines, telling_units
from explainer.drawings import Choice, drawing
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker, move
from explainer.frame.recurrent import Subject, model_names, picked_reading, subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.runs.recurrent import Kind, Reading
from explainer.text import Text

Floats = NDArray[np.floating]
SHOWN: Final = 12  # numbers of a state
DIGITS: Final = 6  # of a number that travels
# Who else translates the sentence, with the same cell where there is one.
LOOKS_BACK: Final[Mapping[Kind, Kind]] = {
    "rnn": "gru-bahdanau",
    "gru": "gru-bahdanau",
    "lstm": "lstm-luong",
}
SIGNS: Final = ".,!?…"
STEP = Place("rnn_step")  # counts from 1, in the address too


@dataclass(frozen=True)
class Unrolled:
    """Encoder states (S, N) and decoder states (T, N) after every token."""

    encoder: Floats
    decoder: Floats

    @property
    def size(self) -> int:
        return int(self.encoder.shape[1])

    def at(self, step: int) -> Floats:
        """Return the state after step 0, 1, ... of encoder, then decoder."""
        read = len(self.encoder)
        return self.encoder[step] if step < read else self.decoder[step - read]


def unrolled(reading: Reading) -> Unrolled:
    """Return the states of a recurrent model's pass."""
    return Unrolled(reading.trace["encoder.forward.state"], reading.trace["decoder.state"])


def draw_unroll(view: View) -> None:
    """Draw encoder, decoder, outputs and controls."""
    text = view.text
    with chapter.figure(text("rnn.unrolled")):
        subject(view, "rnn")  # says first whose sentence it is
        place = st.container()  # what sets the chain stands below it
        cell, steps = st.columns([0.36, 0.64], gap="medium")
        with cell:
            picked = picked_reading(view, "rnn", pick_cell_kind, quiet=True)
        if picked is None:
            return
        seen, reading = picked
        states = unrolled(reading)
        pick = Picker(text, (reading.source, reading.target))
        total = len(states.encoder) + len(states.decoder)
        with steps:
            step = pick.slider(STEP, total, total - 1)
        with place:
            _chain(view, seen, reading, states, step)
            shown = min(SHOWN, states.size)
            st.caption(text("rnn.unrolled_line", shown=shown, size=f"{states.size:,}"))
    left, right = chapter.details()
    with left:
        chapter.formula(text, equations(reading, states, step))
    with right:
        chapter.shapes(
            text,
            [
                ("h", "S, d_h", states.encoder.shape),
                ("s", "T, d_h", states.decoder.shape),
            ],
            text("rnn.state_shapes"),
            own=("d_h",),
        )
        chapter.code(text, "explainer.model.rnn.cells", "cell_step")


def _chain(view: View, seen: Subject, reading: Reading, states: Unrolled, step: int) -> None:
    """Draw encoder above decoder, the state between them, and the output."""
    total = len(states.encoder) + len(states.decoder)
    units = telling_units(np.concatenate([states.encoder, states.decoder]), SHOWN)

    def choose(choice: Choice) -> None:
        if type(at := choice.get("at")) is int and 0 <= at < total:
            move(STEP, at)

    drawing(
        "rnn/chain",
        {
            "source": reading.source_tokens,
            "target": reading.target_tokens,
            "encoder": _rounded(states.encoder[:, units]),
            "decoder": _rounded(states.decoder[:, units]),
            "units": [unit + 1 for unit in units],
            "size": states.size,
            "likeness": _rounded(step_cosines(states.encoder)),
            "probs": _rounded(reading.probs),
            "outcome": _outcome(view.text, seen, reading),
        },
        words=view.text.section("rnn.chain"),
        key="rnn_chain",
        chosen={"at": step},
        on_choice=choose,
    )


def _rounded(values: Floats) -> Any:
    return np.round(values.astype(np.float64), DIGITS).tolist()


def _outcome(text: Text, seen: Subject, reading: Reading) -> list[dict[str, Any]]:
    """Return the output, and that of a model with attention; words missing in the first are marked.

    The second is empty if no such model is installed.
    """
    other = LOOKS_BACK.get(reading.kind)
    if other not in seen.kinds:
        return []
    one, two = recurrent.output_text(reading), recurrent.output_text(seen.reading(other))
    names = model_names(text)
    return [
        {"model": names[reading.kind], "said": [(word, False) for word in one.split()]},
        {"model": names[other], "said": lacking(one, two)},
    ]


def lacking(one: str, two: str) -> list[tuple[str, bool]]:
    """Return the words of `two`, each with whether `one` lacks it, ignoring case and full stops."""
    bare = {"", *(word.strip(SIGNS).casefold() for word in one.split())}
    return [(word, word.strip(SIGNS).casefold() not in bare) for word in two.split()]


def equations(reading: Reading, states: Unrolled, step: int) -> list[str]:
    """Return the formula of this step's state."""
    read = len(states.encoder)
    name, at = ("h", step + 1) if step < read else ("s", step + 1 - read)
    first = ", ".join(f"{value:.2f}" for value in states.at(step)[:3])
    token = "x" if step < read else "y"
    inputs = rf"{token}_{{{at if step < read else at - 1}}},\, {name}_{{{at - 1}}}"
    context = r",\, c" if step >= read and reading.kind != "lstm" else ""
    return [
        rf"{name}_{{{at}}} = f({inputs}{context}) = [{first}, \ldots]",
        rf"c = h_{{{read}}} = "
        rf"[{', '.join(f'{value:.2f}' for value in states.encoder[-1][:3])}, \ldots]",
    ]
