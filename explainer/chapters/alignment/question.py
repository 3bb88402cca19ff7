"""The chapter's question: the order in which source tokens are attended to."""

from __future__ import annotations

from typing import Final

import numpy as np

from explainer.analysis.maps import is_ordinary
from explainer.frame.recurrent import subject
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import recurrent

KIND: Final = "gru-bahdanau"


def ask(view: View) -> Values | None:
    """Ask whether the strongest weights move through the source in order, back, or not at all."""
    seen = subject(view, "alignment", quiet=True)
    if seen is None or KIND not in recurrent.models_by_kind():
        return None
    reading = seen.reading(KIND)
    written, read = reading.target_tokens, reading.source_tokens
    weights = reading.trace["decoder.weights"]
    looks = {at: int(weights[at].argmax()) for at, one in enumerate(written) if is_ordinary(one)}
    steps = np.diff([*looks.values()])
    way = (f"{written[at]} ← {read[to]} ({weights[at, to]:.2f})" for at, to in looks.items())
    onward, backward = int((steps > 0).sum()), int((steps < 0).sum())
    answer = "back" if backward else "onward" if onward else "still"
    return {"answer": answer, "way": ", ".join(way), "onward": onward, "backward": backward}
