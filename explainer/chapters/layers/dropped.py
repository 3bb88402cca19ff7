"""Folded under the stream: residuals multiplied out to paths, and sub-layers left out for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.dropped_parts import Lost, path_lengths
from explainer.analysis.stack import SublayerId
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.common import TONE, norm_place, place_name
from explainer.charts.bars import Look, Marks, Series, bars
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.text.numbers import decimal

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

Floats = NDArray[np.float64]
MILD: Final = 0.25  # nats a token: the target keeps 78 % of its probability at each token


def draw_dropped(view: View, stack: str) -> None:
    """Paths counted for `stack`; what one and what two sub-layers of the model cost when gone."""
    text = view.text
    place = chapter.fold(text("layers.dropped"), key="layers_dropped")
    if not place.open:
        return
    with place:
        lost = layers_numbers.dropped(view)
        usual, sentences = layers_numbers.dropped_usually(view)
        st.markdown(text("layers.dropped_line"))
        count = sum(where == stack for where, _, _ in lost.sublayers)
        chapter.formula(text, _formulas(count, lost))
        pre = norm_place(view) == "pre"
        st.caption(text("layers.dropped_pre") if pre else text("layers.dropped_post"))
        left, right = st.columns(2, gap="large")
        with left:
            _one(view, lost, usual, sentences)
        with right:
            _two(view, lost)
        st.markdown(text("layers.dropped_veit"))
        chapter.code(text, "explainer.analysis.dropped_parts", "leave_out", "missing", "drops")


def _formulas(count: int, lost: Lost) -> list[str]:
    """Two sub-layers multiplied out, the paths through N, and the measure."""
    worst = int(lost.one.argmax())
    left = lost.whole - lost.one[worst]
    ways = path_lengths(count)
    longest = int(ways.argmax())
    return [
        r"x_2 = x_1 + F_2(x_1) = x_0 + F_1(x_0) + F_2\big(x_0 + F_1(x_0)\big)",
        rf"2^N = 2^{{{count}}} = {ways.sum()}",
        rf"\tbinom{{N}}{{{longest}}} = {ways[longest]}",
        rf"2^{{N-1}} = {ways.sum() // 2}",
        rf"2^{{N-2}} = {ways.sum() // 4}",
        rf"\log P(y) = {number(lost.whole)}",
        rf"\log P_{{F=0}}(y) = {number(left)}",
        r"\frac{\log P(y) - \log P_{F=0}(y)}{T}"
        rf" = \frac{{{number(lost.one[worst])}}}{{{lost.pieces}}}"
        rf" = {lost.one[worst] / lost.pieces:.2f}",
    ]


def _name(text: Text, sublayer: SublayerId) -> str:
    stack, layer, part = sublayer
    side = text("layers.encoder") if stack == "encoder" else text("layers.decoder")
    return f"{side} {place_name(text, (layer, part))}"


def _one(view: View, lost: Lost, usual: Floats, sentences: int) -> None:
    """Every sub-layer left out by itself: this sentence, and the mean over samples."""
    text, one = view.text, lost.one / lost.pieces
    names = [_name(text, sublayer) for sublayer in lost.sublayers]
    sides = {"encoder": text("layers.encoder"), "decoder": text("layers.decoder")}
    stacks = np.array([stack for stack, _, _ in lost.sublayers])
    st.markdown(f"**{text('layers.dropped_one')}**")
    chapter.chart(
        bars(
            labels=names,
            series=[
                Series(side, np.where(stacks == stack, one, np.nan), TONE[stack])
                for stack, side in sides.items()
            ],
            label_title=text("layers.part"),
            value_title=text("layers.dropped_nats"),
            dark=view.dark,
            look=Look(stacked=True, axis=True, label_limit=150, legend=False),
            marks=Marks(text("layers.dropped_usual", count=sentences), usual),
        ),
        text(
            "layers.dropped_one_alt",
            name=names[int(one.argmax())],
            most=decimal(one.max()),
            middle=decimal(float(np.median(one))),
        ),
        "layers_dropped_one",
    )
    worst = int(usual.argmax())
    st.caption(
        text(
            "layers.dropped_one_line",
            sentences=sentences,
            few=int((usual < MILD).sum()),
            all=len(names),
            limit=MILD,
            name=names[worst],
            most=decimal(usual[worst]),
        )
    )


def _two(view: View, lost: Lost) -> None:
    """Every two left out together, against what each lost alone."""
    text = view.text
    both, sums = lost.two / lost.pieces, lost.sums() / lost.pieces
    ends = np.array([min(sums.min(), both.min(), 0.0), max(sums.max(), both.max())])
    each = [_name(text, sublayer) for sublayer in lost.sublayers]
    names = [f"{each[a]} + {each[b]}" for a, b in lost.pairs]
    st.markdown(f"**{text('layers.dropped_two')}**")
    chapter.chart(
        curves(
            lines=[
                Curve(text("layers.dropped_equal"), ends, "third", ends, dash=(5, 4), pointed=False)
            ],
            dots=[Dots(text("layers.dropped_pair"), sums, both, "residual", names)],
            x=Axis(text("layers.dropped_sum")),
            y=Axis(text("layers.dropped_both")),
            form=".2f",
            dark=view.dark,
            height=330,
        ),
        text(
            "layers.dropped_two_alt",
            count=len(names),
            both=decimal(both.mean()),
            sums=decimal(sums.mean()),
        ),
        "layers_dropped_two",
    )
    st.caption(
        text(
            "layers.dropped_two_line",
            count=len(names),
            both=decimal(both.mean()),
            sums=decimal(sums.mean()),
            r=decimal(np.corrcoef(sums, both)[0, 1]),
        )
    )
