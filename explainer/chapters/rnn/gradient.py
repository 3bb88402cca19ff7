"""Which source tokens pull at an output: d logit / d x_j of all models, and why it vanishes."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.recurrence import by_distance
from explainer.chapters.rnn.bottleneck import TONES
from explainer.charts.cell_map import cell_map
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.frame import chapter
from explainer.frame.pickers import Picker
from explainer.frame.recurrent import TRANSFORMER, Subject, model_names, subject
from explainer.frame.view import View
from explainer.runs import recurrent
from explainer.text.numbers import percent

Floats = NDArray[np.float64]
PLACE: Final = "rnn_place"  # counts from 1, in the address too
EARLY: Final = 2  # tokens at the beginning of the source


def draw_gradient(view: View) -> None:
    text = view.text
    seen = subject(view, "rnn")
    if seen is None:
        return
    wanted = tuple(seen.translation.predicted)
    pick = Picker(text, (seen.source, wanted))
    place = pick.select(
        PLACE,
        text("rnn.gradient_token"),
        [
            text("rnn.token_read", number=i, token=piece)
            for i, piece in enumerate(seen.translation.predicted_pieces, 1)
        ],
        0,
    )
    gradients = gradients_of(seen)
    with chapter.figure(text("rnn.gradient"), text("rnn.gradient_line")):
        _map(view, seen, gradients, place)
        st.caption(text("rnn.gradient_own"))
    with chapter.figure(text("rnn.distance"), text("rnn.distance_line")):
        _distances(view, gradients)
    with chapter.figure(text("rnn.squash"), text("rnn.squash_line")):
        _squash(view)
    left, right = chapter.details()
    with left:
        chapter.formula(
            text,
            [
                r"g_j = \left\lVert \frac{\partial o_t}{\partial x_j} \right\rVert",
                r"\frac{\partial h_t}{\partial h_j} = \prod_{l=j+1}^{t}"
                r" \frac{\partial h_l}{\partial h_{l-1}}",
                r"\sigma'(x) = \sigma(x)(1 - \sigma(x)) \le \tfrac14",
                r"\tanh'(x) = 1 - \tanh^2(x) \le 1",
            ],
        )
    with right:
        chapter.code(text, "explainer.analysis.recurrence", "source_gradients", "with torch")


def gradients_of(seen: Subject) -> dict[str, Floats]:
    """(T, S) by kind of model, the Transformer of the page last. Raises Busy."""
    names = {str(kind): name for kind, name in recurrent.models().items()}
    names[TRANSFORMER] = seen.translation.model
    wanted = tuple(seen.translation.predicted)
    order = [kind for kind in (*recurrent.KINDS, TRANSFORMER) if kind in names]
    return {kind: recurrent.gradients(names[kind], seen.source, wanted) for kind in order}


def shares(gradients: Floats) -> Floats:
    """(S,) of one target token, together 1."""
    shares_S: Floats = gradients / max(float(gradients.sum()), 1e-300)
    return shares_S


def _map(view: View, seen: Subject, gradients: dict[str, Floats], place: int) -> None:
    text = view.text
    rows, names = {kind: shares(g[place]) for kind, g in gradients.items()}, model_names(text)
    chapter.chart(
        cell_map(
            values=np.stack(list(rows.values())).astype(np.float32),
            row_labels=[names[kind] for kind in rows],
            key_labels=seen.translation.source.pieces,
            row_title="",
            key_title=text("words.key_axis_source"),
            value_title=text("rnn.share"),
            row_colour="ink",
            dark=view.dark,
        ),
        text("rnn.gradient_alt", token=place + 1, count=len(rows)),
        "rnn_gradient",
    )
    told = [
        text("rnn.memory_end", model=names[kind], share=percent(row[:EARLY].sum(), 0))
        for kind, row in rows.items()
    ]
    st.markdown(text("rnn.gradient_said", shares=", ".join(told)))


def _distances(view: View, gradients: dict[str, Floats]) -> None:
    """The mean share over all target tokens, by distance from the end of the source."""
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


def _squash(view: View) -> None:
    """Both derivatives over their input."""
    text, x = view.text, np.linspace(-6, 6, 121)
    sigmoid = 1 / (1 + np.exp(-x))
    drawn = (  # the last is where its name stands
        (text("rnn.squash_sigmoid"), sigmoid * (1 - sigmoid), "source", 80),
        (text("rnn.squash_tanh"), 1 - np.tanh(x) ** 2, "target", 67),
    )
    chapter.chart(
        curves(
            lines=[Curve(name, y, colour, x, pointed=False) for name, y, colour, _ in drawn],
            dots=[
                Dots("", x[[at]], y[[at]], colour, labels=[name], strong=[True])
                for name, y, colour, at in drawn
            ],
            x=Axis(text("rnn.squash_x")),
            y=Axis(text("rnn.squash_y"), span=(0, 1.05)),
            name_title=" ",
            dark=view.dark,
            height=200,
        ),
        text("rnn.squash_alt"),
        "rnn_squash",
    )
