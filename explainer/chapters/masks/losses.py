"""Compare two runs or models: their losses on each target, and their outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from explainer.drawings import asked, drawing
from explainer.frame.view import View

GIVEN: Final = ("ahead", "open")  # steps of a lesson that give the first loss
GUESSES: Final = ("shorter", "same", "longer")  # what the second bar may be beside the first


class LossSeries(TypedDict):
    """A run's name, a fact about it, and its losses (nats per token) on each target."""

    name: str
    fact: str
    losses: Sequence[float]
    written: str


def draw_losses(
    view: View, sides: Sequence[LossSeries], targets: Mapping[str, str], key: str
) -> None:
    """Draw the losses side by side; `targets` are the texts that were fed."""
    fed = [{"name": name, "text": target} for name, target in targets.items()]
    data = {"sides": sides, "targets": fed}
    words = view.text.section("masks.losses")
    drawing("masks/losses", data, words=words, key=key, blank=_blank)


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the second bar's length; the first is told where the question gives it."""
    asks = asked.now()
    given = data["sides"][0]["losses"] if asks and asks.about in GIVEN else None
    sides = [
        {**side, "losses": losses, "written": ""}
        for side, losses in zip(data["sides"], (given, None), strict=True)
    ]
    return {**data, "sides": sides, "offers": list(GUESSES)}
