"""Images as tokens: a digit in patches, what heads attend to, and patches in another order."""

from __future__ import annotations

from explainer.chapters.images.look import draw_attention
from explainer.chapters.images.mistake import draw_mistake
from explainer.chapters.images.read import draw_read
from explainer.chapters.images.shuffle import ORDERS, draw_shuffle
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"read": draw_read, "look": draw_attention, "shuffle": draw_shuffle},
    mistake=draw_mistake,
    needs_translation=False,
    beats=(
        Beat("patches"),
        Beat("look", {"images_view": "look"}),
        Beat(
            "shuffle",
            {"images_view": "shuffle", "images_shuffle": "1"},
            covers={"images_shuffle": tuple(map(str, range(2, ORDERS + 1)))},
        ),
        Beat("restore", {"images_view": "shuffle", "images_shuffle": "0"}),
    ),
)
