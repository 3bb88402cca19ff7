"""The recipe of training: loss, label smoothing, Adam, warm-up, dropout, each on real numbers."""

from __future__ import annotations

from explainer.chapters.training.loss import USUAL, batch_of, draw_loss, steps_of
from explainer.chapters.training.mistake import (
    draw_loss_mistake,
    draw_rate_mistake,
    draw_step_mistake,
)
from explainer.chapters.training.rate import draw_rate
from explainer.chapters.training.step import draw_step
from explainer.frame.beats import Beat
from explainer.frame.page import Page
from explainer.frame.view import View
from explainer.runs import recipe
from explainer.text.numbers import percent

STEPS = 3  # that the second sentence trains
CERTAIN = "6"  # position of the first sentence whose token all models that come along expect


def trained(view: View) -> dict[str, object]:
    """Return the probability of the page's default token before and after the training steps."""
    rows = batch_of(view.translator_name)
    if not rows:
        return {"before": "–", "after": "–"}
    hardest = int(rows[0].forced.losses.argmax())
    given = steps_of(view.translator_name, float(USUAL)).given[:, hardest, 0]
    return {"before": percent(float(given[0])), "after": percent(float(given[STEPS]))}


PAGE = Page(
    draw={"loss": draw_loss, "step": draw_step, "rate": draw_rate},
    mistake={
        "loss": draw_loss_mistake,
        "step": draw_step_mistake,
        "rate": draw_rate_mistake,
    },
    probabilities=("loss",),
    barless=("loss", "step", "rate"),
    needs_translation=False,
    beats=(
        Beat("loss", {"training_view": "loss"}),
        Beat("train", {"training_view": "loss", "training_trained": f"{STEPS}"}, fills=trained),
        Beat(
            "smooth",
            {
                "training_view": "loss",
                "training_sentence": "1",
                "training_place": CERTAIN,
                "training_epsilon": "0.3",
                "training_trained": f"{recipe.BATCH_STEPS}",
            },
        ),
        Beat("adam", {"training_view": "step"}),
        Beat("warm", {"training_view": "rate"}),
    ),
    gone={"dropout": "rate"},
)
