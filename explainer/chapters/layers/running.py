"""Folded under the two norms: the running mean of batch norm over sentences of unequal length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.normalisation import EPSILON, MOMENTUM, Running, batch_norm, running
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.common import TONE
from explainer.charts.curves import Axis, Curve, Dots, curves
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.text.numbers import decimal, percent

if TYPE_CHECKING:
    from explainer.chapters.layers.one_norm import Chosen
    from explainer.frame.view import View

Floats = NDArray[np.float64]


def draw_running(view: View, chosen: Chosen, channel: int) -> None:
    """Every sample sentence a batch: what is kept, how far each lies from it, what use makes."""
    text = view.text
    place = chapter.fold(text("layers.running"), key="layers_running")
    if not place.open:
        return
    with place:
        states, lengths = layers_numbers.sample_states(view, chosen.stack, chosen.enters)
        batches = [rows[:length] for rows, length in zip(states, lengths, strict=True)]
        batches = [batch for batch in batches if len(batch) > 1]
        averages = running(batches)
        st.markdown(text("layers.running_line", count=len(batches)))
        left, right = st.columns(2, gap="large")
        with left:
            _running_mean(view, averages, channel)
        with right:
            _by_length(view, averages, [len(batch) for batch in batches], chosen.stack)
        used = averages.standard(chosen.before)[chosen.position, channel]
        st.markdown(
            text(
                "layers.running_use",
                channel=channel + 1,
                train=decimal(batch_norm(chosen.before).standard[chosen.position, channel]),
                use=decimal(used),
                layer=decimal(chosen.again.standard[chosen.position, channel]),
            )
        )
        own = np.concatenate(batches)[:, channel]
        st.markdown(
            text(
                "layers.running_pad",
                count=len(lengths),
                share=percent(1 - sum(lengths) / (len(lengths) * states.shape[1]), 0),
                own=decimal(own.mean()),
                padded=decimal(states[..., channel].mean()),
            )
        )
        chapter.formula(text, _formulas(averages, chosen, channel, len(batches[-1])))
        st.markdown(text("layers.running_covariate"))
        chapter.code(text, "explainer.analysis.normalisation", "running")


def _running_mean(view: View, averages: Running, channel: int) -> None:
    """The chosen dimension: the mean of each batch and the running one."""
    text, count = view.text, len(averages.means)
    kept, means = averages.mean[:, channel], averages.means[:, channel]
    title = text("layers.running_mean", channel=channel + 1)
    st.markdown(f"**{title}**")
    chapter.chart(
        curves(
            lines=[Curve(text("layers.running_kept"), kept, "third", pointed=False)],
            dots=[Dots(text("layers.running_batch"), np.arange(1.0, count + 1), means, "residual")],
            x=Axis(text("layers.running_number")),
            y=Axis(text("layers.axis_mean")),
            form=".2f",
            dark=view.dark,
        ),
        text(
            "layers.running_mean_alt",
            channel=channel + 1,
            low=decimal(means.min()),
            high=decimal(means.max()),
            last=decimal(kept[-1]),
        ),
        "layers_running_mean",
    )
    share = (1 - MOMENTUM) ** count
    st.caption(text("layers.running_mean_line", count=count, share=percent(share, 0)))


def _by_length(view: View, averages: Running, lengths: Sequence[int], stack: str) -> None:
    """The shorter the sentence, the further its mean from the kept one."""
    text, shifts = view.text, averages.shifts()
    order = np.argsort(lengths, kind="stable")
    short, long = (shifts[half].mean() for half in np.array_split(order, 2))
    words = {"short": f"{short:.2f}", "long": f"{long:.2f}"}
    st.markdown(f"**{text('layers.running_shift')}**")
    chapter.chart(
        curves(
            dots=[Dots(text("layers.running_batch"), lengths, shifts, TONE[stack])],
            x=Axis(text("layers.running_length")),
            y=Axis(text("layers.running_deviations"), span=(0.0, float(shifts.max()) * 1.1)),
            form=".2f",
            dark=view.dark,
        ),
        text("layers.running_shift_alt", **words),
        "layers_running_shift",
    )
    st.caption(text("layers.running_shift_line", **words))


def _formulas(averages: Running, chosen: Chosen, channel: int, last: int) -> list[str]:
    """The last step of what is kept, and a number in use."""
    before, after = averages.mean[-2:, channel]
    was, now = averages.variance[-2:, channel]
    batch, i = float(averages.means[-1, channel]), channel + 1
    spread = (now - (1 - MOMENTUM) * was) / MOMENTUM
    x = float(chosen.before[chosen.position, channel])
    used = averages.standard(chosen.before)[chosen.position, channel]
    old, new = f"{1 - MOMENTUM:.1f}", f"{MOMENTUM:.1f}"
    return [
        rf"\bar{{\mu}}_{{{i}}} = {old}\, \bar{{\mu}}'_{{{i}}} + {new}\, \mu_{{B,{i}}}"
        rf" = {old} \cdot ({number(before)}) + {new} \cdot ({number(batch)}) = {number(after)}",
        rf"\bar{{v}}_{{{i}}} = {old}\, \bar{{v}}'_{{{i}}} + {new}\, \tfrac{{n}}{{n-1}}"
        rf" \sigma^2_{{B,{i}}} = {old} \cdot {number(was)} + {new} \cdot {number(spread)}"
        rf" = {number(now)} \quad (n = {last})",
        rf"\hat{{x}}_{{{i}}} = \frac{{x_{{{i}}} - \bar{{\mu}}_{{{i}}}}}"
        rf"{{\sqrt{{\bar{{v}}_{{{i}}} + \epsilon}}}}"
        rf" = \frac{{{number(x)} - ({number(after)})}}"
        rf"{{\sqrt{{{number(now)} + 10^{{{round(np.log10(EPSILON))}}}}}}} = {number(used)}",
    ]
