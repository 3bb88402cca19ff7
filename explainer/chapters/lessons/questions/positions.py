"""Lesson 3: why a Transformer needs positions, and what its positions are."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis import positions as table
from explainer.analysis.interventions import Intervention
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import resources
from explainer.text.numbers import decimal, power

ROUNDING: Final = 1e-3  # what 32 bits may add up to; a moved vector differs by whole units
OFF: Final = (Intervention("positions", stack="encoder"),)
MISPRINTED: Final = 4  # positions whose misprinted value is told


class Facts:
    """Facts of the encoder on reversed tokens, and of the sinusoidal table.

    `off` and `on` are the largest differences between the moved vectors and the vectors of the
    moved sentence, without and with positions; `is_off` and `is_on` say whether they are the same,
    None with one token; `order` is as the page's control has it. `sine` is PE[1, 0], `norm`
    the squared length of PE[1]; `waves` the shortest and the longest wavelength; `near` and `far`
    are the dot products of the positions `p` and `q`, and `r` and `s`, which are as far `apart`;
    `misprinted` the first values of channel 0 in the misprinted formula, and `misprint` what they
    are.
    """

    p, q, r, s, apart = 3, 10, 23, 30, 7

    def __init__(self, view: View) -> None:
        done = view.translation
        name, ids, last = done.model, done.source.ids, len(done.source) - 1
        order = [*range(last)[::-1], last]  # </s> stays at the end
        moved = tuple(ids[i] for i in order)
        self.order = "-".join(str(i + 1) for i in order[:-1])

        def difference(changes: tuple[Intervention, ...]) -> float:
            first, second = (
                resources.experiment(name, source, done.fed, changes)["memory"].astype(np.float64)
                for source in (ids, moved)
            )
            return float(np.abs(second - first[order]).max())

        off, self.on = difference(OFF), difference(())
        self.off = power(off)
        self.is_off, self.is_on = (
            (_is_same(difference) if last > 1 else None) for difference in (off, self.on)
        )
        self.text, self.moved_text = (
            resources.greedy_output(name, source)[2] for source in (ids, moved)
        )
        self.d_model = width = done.trace["encoder.embed"].shape[1]
        own, waves = table.table(1 + self.s, width), table.wavelengths(width)
        self.sine, self.norm, self.pairs = float(own[1, 0]), float(own[1] @ own[1]), width // 2
        self.waves = float(waves[0]), float(waves[-1])
        self.near, self.far = float(own[self.p] @ own[self.q]), float(own[self.r] @ own[self.s])
        self.further = self.far - self.near
        wrong = table.misprinted_encoding(MISPRINTED, width)
        self.misprinted = ", ".join(decimal(value, 3) for value in wrong[:, 0].tolist())
        self.misprint = "flat" if np.ptp(wrong[:, 0]) < ROUNDING else "wave"

    def ask_waves(self) -> Values | None:
        """Return the slowest wave and the values named in the step; None if all waves are equal."""
        first, last = self.waves
        told = {
            "answer": "last" if last > first else "first",
            "first": first,
            "last": f"{last:,.0f}",
        }
        return told if first != last else None  # of a table two channels wide


def _is_same(difference: float) -> str:
    return "same" if difference < ROUNDING else "other"
