"""The chapter's question: how far n-gram counts get without a source sentence."""

from __future__ import annotations

import math

from explainer import installed
from explainer.data.baselines import baselines
from explainer.frame.view import View
from explainer.lessons.parts import Values
from explainer.runs import recipe, registry
from explainer.text.numbers import percent


def ask(view: View) -> Values | None:
    """Ask for a baseline's dev loss, of this model or the first with all figures."""
    for model in (view.translator_name, *installed.choosable()):
        if (counted := baselines(model)) and (log := recipe.training_log(model)):
            even, end = math.log(registry.model_of(model).config.vocab_size), log.dev[-1]
            way = (even - counted.unigram) / (even - end)
            told = {"model": model, "even": even, "end": end, "way": percent(way, 0)}
            baseline = {"unigram": counted.unigram, "bigram": counted.bigram}
            return {"answer": 100 * way, **told, **baseline}
    return None
