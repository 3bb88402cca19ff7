"""The recipe of training: loss, label smoothing, Adam, warm-up, dropout, each on real numbers."""

from __future__ import annotations

from explainer.chapters.training.loss import draw_loss
from explainer.chapters.training.mistake import (
    draw_loss_mistake,
    draw_rate_mistake,
    draw_step_mistake,
)
from explainer.chapters.training.prediction import PREDICT
from explainer.chapters.training.rate import draw_rate
from explainer.chapters.training.step import draw_step
from explainer.frame.beats import Beat
from explainer.frame.page import Page

CERTAIN = "6"  # position of the first sentence whose token all models that come along expect

PAGE = Page(
    draw={"loss": draw_loss, "step": draw_step, "rate": draw_rate},
    mistake={
        "loss": draw_loss_mistake,
        "step": draw_step_mistake,
        "rate": draw_rate_mistake,
    },
    probabilities=("loss",),
    barless=("loss", "step"),
    beats=(
        Beat("loss", {"training_view": "loss"}),
        Beat("train", {"training_view": "loss", "training_trained": "3"}),
        Beat(
            "smooth",
            {
                "training_view": "loss",
                "training_sentence": "1",
                "training_place": CERTAIN,
                "training_epsilon": "0.3",
            },
        ),
        Beat("adam", {"training_view": "step"}),
        Beat("warm", {"training_view": "rate"}),
    ),
    predict=PREDICT,
    gone={"dropout": "rate"},
)
