"""Masks: who may look at whom, what -inf does, and what happens when a mask is missing."""

from __future__ import annotations

from explainer.chapters.masks.batch import draw_batch
from explainer.chapters.masks.cheat import draw_cheating
from explainer.chapters.masks.invariance import draw_invariance
from explainer.chapters.masks.off import draw_off
from explainer.chapters.masks.prediction import PREDICT
from explainer.chapters.masks.scores import draw_mistake, draw_scores
from explainer.chapters.masks.training import draw_training
from explainer.frame.page import Beat, Page

PAGE = Page(
    more=("scores", "off", "invariance"),
    draw={
        "training": draw_training,
        "cheating": draw_cheating,
        "batch": draw_batch,
        "scores": draw_scores,
        "off": draw_off,
        "invariance": draw_invariance,
    },
    mistake=draw_mistake,
    probabilities=("off", "invariance", "cheating"),
    beats=(
        Beat("train", {"masks_view": "training"}),
        Beat("edge", {"masks_view": "training", "masks_edge": "1"}),
        Beat("cheat", {"masks_view": "cheating"}),
        Beat("four", {"masks_view": "batch"}),
        Beat("inf", {"masks_view": "scores"}),
    ),
    predict=PREDICT,
)
