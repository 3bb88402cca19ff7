"""Masks: who may attend to whom, what -inf does, and what happens without a mask."""

from __future__ import annotations

from explainer.chapters.masks.batch import draw_batch
from explainer.chapters.masks.edge import MOST
from explainer.chapters.masks.off import draw_off
from explainer.chapters.masks.scores import draw_mistake
from explainer.chapters.masks.training import draw_training
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"training": draw_training, "batch": draw_batch, "off": draw_off},
    gone={"cheating": "training", "scores": "batch", "invariance": "off"},
    mistake=draw_mistake,
    probabilities=("off",),
    beats=(
        Beat("train", {"masks_view": "training"}),
        Beat(
            "edge",
            {"masks_view": "training", "masks_edge": "1"},
            {"masks_edge": {str(edge) for edge in range(2, MOST)}},
        ),
        Beat("four", {"masks_view": "batch"}),
    ),
)
