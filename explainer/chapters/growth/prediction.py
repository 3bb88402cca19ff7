"""What a reader is asked: how far counting tokens, without any source sentence, gets."""

from __future__ import annotations

import math

from explainer import installed
from explainer.data.baselines import baselines
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs import recipe, registry
from explainer.text.numbers import percent

ALL, NONE = 0.9, 0.1  # of the way from random weights to the finished model


def _model(view: View) -> str | None:
    """The model on screen, or as the page has it the first one of which all is known."""
    names = (view.translator_name, *installed.choosable())
    return next((name for name in names if baselines(name) and recipe.log(name)), None)


def question(view: View) -> Holes | None:
    return None if _model(view) is None else {}


def answer(view: View) -> Prediction:
    """In nats per target token of the development set."""
    model = _model(view)
    assert model is not None
    counted, log = baselines(model), recipe.log(model)
    assert counted is not None and log is not None
    even = math.log(registry.model_of(model).config.vocab_size)
    end = log.dev[-1]
    way = (even - counted.unigram) / (even - end)
    right = "nearly" if way > ALL else "nothing" if way < NONE else "part"
    return Prediction(
        right,
        {
            "model": model,
            "even": f"{even:.2f}",
            "unigram": f"{counted.unigram:.2f}",
            "bigram": f"{counted.bigram:.2f}",
            "end": f"{end:.2f}",
            "way": percent(way, 0),
        },
    )


PREDICT = Predict(("nothing", "part", "nearly"), answer, question)
