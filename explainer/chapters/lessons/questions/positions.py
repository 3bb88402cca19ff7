"""Lesson 2: why a Transformer needs positions, and what its positions are."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis import positions as table
from explainer.analysis.interventions import Intervention
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, axis_for, pose
from explainer.runs import resources
from explainer.text.numbers import decimal, power
from explainer.tokenizer.tokenizer import EOS

ROUNDING: Final = 1e-3  # what 32 bits may add up to; a moved vector differs by whole units
OFF: Final = (Intervention("positions", stack="encoder"),)
DOT: Final = 0.5  # of a dot product that is pulled by eye
MISPRINTED: Final = 4  # positions whose misprinted value is told


class Facts:
    """Facts of the encoder on reversed tokens, and of the sinusoidal table.

    `off` and `on` are the largest differences between the moved vectors and the vectors of the
    moved sentence, without and with positions; `order` counts from 0. `sine` is PE[1, 0], `norm`
    the squared length of PE[1]; `waves` the shortest and the longest wavelength; `near` and `far`
    dot products of two pairs of positions equally far apart; `misprint` the first values of
    channel 0 in the misprinted formula.
    """

    def __init__(self, view: View) -> None:
        done = view.translation
        name, ids = done.model, done.source.ids
        self.order = tuple(range(len(ids) - 1))[::-1]
        moved = (*(ids[i] for i in self.order), EOS)

        def difference(changes: tuple[Intervention, ...]) -> float:
            first, second = (
                resources.experiment(name, source, done.fed, changes)["memory"].astype(np.float64)
                for source in (ids, moved)
            )
            return float(np.abs(second - first[[*self.order, len(ids) - 1]]).max())

        self.off, self.on = difference(OFF), difference(())
        self.text, self.moved_text = (
            resources.greedy_output(name, source)[2] for source in (ids, moved)
        )
        self.d_model = width = done.trace["encoder.embed"].shape[1]
        own, waves = table.table(1 + max(FAR_PAIR), width), table.wavelengths(width)
        self.sine, self.norm = float(own[1, 0]), float(own[1] @ own[1])
        self.waves = float(waves[0]), float(waves[-1])
        self.near, self.far = (float(own[a] @ own[b]) for a, b in (NEAR_PAIR, FAR_PAIR))
        wrong = table.misprinted_encoding(MISPRINTED, width)
        self.misprint = tuple(float(value) for value in wrong[:, 0])


NEAR_PAIR: Final = (3, 10)
FAR_PAIR: Final = (23, 30)


def _order_params(facts: Facts) -> dict[str, str]:
    """Return the token order as the positions page's URL parameters."""
    return {"positions_order": "-".join(str(i + 1) for i in facts.order)}


def ask_off(facts: Facts) -> Posed | None:
    """Ask whether reordering changes the token vectors without positions."""
    if len(facts.order) < 2:
        return None
    return pose(
        "same" if facts.off < ROUNDING else "other",
        _order_params(facts),
        difference=power(facts.off),
    )


def ask_on(facts: Facts) -> Posed | None:
    """Ask whether reordering changes the token vectors with positions."""
    if len(facts.order) < 2:
        return None
    return pose(
        "same" if facts.on < ROUNDING else "other",
        _order_params(facts),
        difference=facts.on,
        off=power(facts.off),
        text=facts.text,
        moved=facts.moved_text,
    )


def ask_sine(facts: Facts) -> Posed:
    return pose(Number(facts.sine, 0.01, 3, axis=Axis(-1, 1)), value=decimal(facts.sine, 3))


def ask_norm(facts: Facts) -> Posed:
    return pose(
        Number(facts.norm, 0.01, 0, axis=Axis(0, facts.d_model, (("d", facts.d_model),))),
        d=facts.d_model,
        pairs=facts.d_model // 2,
        norm=decimal(facts.norm, 0),
    )


def ask_waves(facts: Facts) -> Posed | None:
    first, last = facts.waves
    if first == last:  # a table two channels wide
        return None
    return pose(
        "last" if last > first else "first", first=first, last=f"{last:,.0f}", d=facts.d_model
    )


def ask_distance(facts: Facts) -> Posed:
    p, q, r, s = map(str, (*NEAR_PAIR, *FAR_PAIR))
    question = Number(facts.far - facts.near, DOT, 1, axis=axis_for(reach=facts.near / 2))
    near, far, apart = facts.near, facts.far, NEAR_PAIR[1] - NEAR_PAIR[0]
    return pose(question, p=p, q=q, r=r, s=s, near=near, far=far, apart=apart)


def ask_misprint(facts: Facts) -> Posed:
    flat = max(facts.misprint) - min(facts.misprint) < ROUNDING
    return pose(
        "flat" if flat else "wave", values=", ".join(decimal(value, 3) for value in facts.misprint)
    )
