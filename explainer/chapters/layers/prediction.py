"""What a reader is asked: one feed-forward part taken out of the stack, and the token written."""

from __future__ import annotations

from explainer.analysis.interventions import Intervention
from explainer.chapters.layers.common import first_place
from explainer.frame import teaching
from explainer.frame.predict import Holes, Predict, Prediction
from explainer.frame.view import View
from explainer.runs import registry, resources
from explainer.text.numbers import percent

CLEAR = 0.2  # of a probability: a smaller change is hardly one
OFF = Intervention("ffn", "decoder", 0)


def answer(view: View) -> Prediction:
    """At the step the page opens on, the decoder fed as it was."""
    translation = view.translation
    step = first_place(translation.predicted)
    wanted = translation.predicted[step]
    whole = translation.trace["probs"][step]
    dammed = resources.experiment(
        translation.model, translation.source.ids, translation.fed, (OFF,)
    )["probs"][step]
    best = int(dammed.argmax())
    before, after = float(whole[wanted]), float(dammed[wanted])
    right = "other" if best != wanted else "less" if before - after > CLEAR else "same"
    return Prediction(
        right,
        {
            "step": step + 1,
            "token": translation.predicted_tokens[step],
            "before": percent(before),
            "after": percent(after),
            "best": registry.model_of(translation.model).tokens((best,))[0],
            "best_p": percent(float(dammed[best])),
        },
    )


def question(_: View) -> Holes | None:
    """Nothing where a teacher hides what the model found probable."""
    return None if teaching.hides("probabilities") else {}


PREDICT = Predict(("same", "less", "other"), answer, question)
