"""The chapter's question: the first token's probability at a higher temperature."""

from __future__ import annotations

import numpy as np

from explainer.chapters.sampling import runs as sampling_runs
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import registry
from explainer.text.numbers import percent

HOT = 2.0


def ask(view: View) -> Values:
    """Ask for the top token's probability at temperature HOT, where greedy search is least sure."""
    path = sampling_runs.greedy(view.translation)
    logs = path.steps[path.undecided].distribution(path.row)
    first, hot = int(np.argmax(logs)), np.exp(logs / HOT)
    before, after = float(np.exp(logs[first])), float(hot[first] / hot.sum())
    (token,) = registry.model_of(view.translation.model).tokens((first,))
    return {
        "answer": 100 * after,
        "usual": 100 * before,
        **{"step": path.undecided + 1, "temperature": f"{HOT:g}", "token": token},
        **{"before": percent(before), "after": percent(after)},
        **{"rest": percent(1 - before), "rest_after": percent(1 - after)},
    }
