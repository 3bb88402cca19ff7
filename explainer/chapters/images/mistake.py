"""Common mistake: that attention knows where patches are."""

from __future__ import annotations

from typing import Final

from explainer.chapters.images.shuffle import differences
from explainer.chapters.images.state import DOUBTFUL, EXACT, likeliest
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text.numbers import percent, power

ORDER: Final = 1
BLIND: Final = "vit-no-positions"


def draw_mistake(view: View) -> None:
    """Classify the page's first drawing in order and shuffled, with and without positions."""
    text = view.text
    _, rows, _ = differences(DOUBTFUL, ORDER)
    values: dict[str, object] = {"rows": power(rows)}
    for name, key in ((EXACT, "exact"), (BLIND, "blind")):
        for order, when in ((0, "before"), (ORDER, "after")):
            best, p = likeliest(pictures.forward_pass(name, DOUBTFUL, order))
            values[f"{key}_{when}"] = f"{best} ({percent(p, 0)})"
    chapter.wrong(text, text("images.wrong_line"), text("images.wrong_live", **values))
