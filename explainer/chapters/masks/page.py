"""Masks: who may look at whom, what -inf does, and what happens when a mask is missing."""

from __future__ import annotations

from explainer.chapters.masks.batch import draw_batch
from explainer.chapters.masks.cheat import draw_cheating
from explainer.chapters.masks.off import draw_off
from explainer.chapters.masks.runs import draw_invariance, draw_training
from explainer.chapters.masks.scores import draw_mistake, draw_scores
from explainer.frame.page import Beat, Page

PAGE = Page(
    more=("off", "invariance", "training"),
    draw={
        "batch": draw_batch,
        "scores": draw_scores,
        "off": draw_off,
        "invariance": draw_invariance,
        "training": draw_training,
        "cheating": draw_cheating,
    },
    mistake=draw_mistake,
    probabilities=("off", "invariance", "training", "cheating"),
    beats=(
        Beat("four", {"masks_view": "batch"}),
        Beat("inf", {"masks_view": "scores"}),
        Beat("off", {"masks_view": "off"}),
        Beat("train", {"masks_view": "training"}),
        Beat("cheat", {"masks_view": "cheating"}),
    ),
)
