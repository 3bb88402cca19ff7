"""The chapter's question: the numbers passed on for a sentence twice as long."""

from __future__ import annotations

from typing import Final

from explainer.chapters.rnn.unroll import unrolled
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.lessons.parts import Number, Posed, axis_for, pose
from explainer.runs import recurrent

KIND: Final = "gru"
NEAR: Final = 0.05  # of a count that is pulled by eye


def ask(view: View) -> Posed | None:
    """Ask how many numbers the encoder passes on for a sentence twice as long."""
    seen = subject(view, "rnn", quiet=True)
    if seen is None or KIND not in recurrent.models_by_kind():
        return None
    twice = (*seen.source[:-1], *seen.source)
    one, two = (unrolled(recurrent.greedy_reading(KIND, source)) for source in (seen.source, twice))
    bar = axis_for(("1", one.size), reach=2 * one.size, signed=False)
    return pose(
        Number(two.size, NEAR * two.size, 0, axis=bar),
        count=len(one.encoder),
        count_too=len(two.encoder),
        size=one.size,
        size_too=two.size,
        each=f"{one.size / len(one.encoder):.1f}",
        each_too=f"{two.size / len(two.encoder):.1f}",
    )
