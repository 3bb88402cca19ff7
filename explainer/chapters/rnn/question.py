"""The chapter's question: the numbers passed on for a sentence twice as long."""

from __future__ import annotations

from typing import Final

from explainer.chapters.rnn.unroll import unrolled
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import recurrent

KIND: Final = "gru"


def ask(view: View) -> Values | None:
    """Ask how many numbers the encoder passes on for a sentence twice as long."""
    seen = subject(view, "rnn", quiet=True)
    if seen is None or KIND not in recurrent.models_by_kind():
        return None
    twice = (*seen.source[:-1], *seen.source)
    one, two = (unrolled(recurrent.greedy_reading(KIND, source)) for source in (seen.source, twice))
    told: dict[str, object] = {}
    for end, run in (("", one), ("_too", two)):
        count, each = len(run.encoder), f"{run.size / len(run.encoder):.1f}"
        told |= {f"count{end}": count, f"size{end}": run.size, f"each{end}": each}
    return told
