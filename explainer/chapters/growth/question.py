"""The chapter's question: how far n-gram counts get without a source sentence."""

from __future__ import annotations

import math

from explainer import installed
from explainer.data.baselines import baselines
from explainer.frame.view import View
from explainer.lessons.parts import Axis, Number, Posed, pose
from explainer.runs import recipe, registry
from explainer.text.numbers import percent

NEAR = 15  # per cent of the way from random weights to the finished model


def ask(view: View) -> Posed | None:
    """Ask for a baseline's dev loss, of this model or the first with all figures."""
    for model in (view.translator_name, *installed.choosable()):
        if (counted := baselines(model)) and (log := recipe.training_log(model)):
            even, end = math.log(registry.model_of(model).config.vocab_size), log.dev[-1]
            way = (even - counted.unigram) / (even - end)
            question = Number(100 * way, NEAR, 0, axis=Axis(0, 100))
            return pose(
                question,
                model=model,
                even=even,
                unigram=counted.unigram,
                bigram=counted.bigram,
                end=end,
                way=percent(way, 0),
            )
    return None
