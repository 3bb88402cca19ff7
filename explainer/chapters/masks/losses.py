"""Two runs or models side by side: their loss on each target, and what they write by themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from explainer.drawings import drawing
from explainer.frame.view import View

GUESSES: Final = ("shorter", "same", "longer")  # what the second bar may be beside the first


class Side(TypedDict):
    """One of the two: its name, a fact, and the loss (nats a token) on each of the targets."""

    name: str
    fact: str
    losses: Sequence[float]
    written: str


def draw_losses(view: View, sides: Sequence[Side], targets: Mapping[str, str], key: str) -> None:
    """`targets` are the texts that were fed, by what they are."""
    fed = [{"name": name, "text": target} for name, target in targets.items()]
    data = {"sides": sides, "targets": fed}
    words = view.text.section("masks.losses")
    drawing("masks/losses", data, words=words, key=key, blank=_blank)


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """How long the second bar is beside the first can be asked."""
    sides = [{**side, "losses": None, "written": ""} for side in data["sides"]]
    return {**data, "sides": sides, "offers": list(GUESSES)}
