"""What the drawing gets: every model with cost and score, and what the machine does in an hour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal

from explainer.charts.palette import GREYS, colours_of

COLOURS: Final = (*GREYS, "residual", "weight", "target", "target_band")


@dataclass(frozen=True)
class Model:
    """A row of the table: its cost in operations, None where nobody told it, its score, and what
    it is made of in a sentence; `label` stands beside its point."""

    name: str
    label: str
    flops: float | None
    bleu: float
    kind: Literal["single", "ensemble", "transformer"]
    made_of: str


def budget_payload(
    models: Sequence[Model],
    *,
    saving: tuple[str, str],
    hours: int,
    most: int,
    rate: float,
    words: Mapping[str, str],
    dark: bool,
) -> dict[str, Any]:
    """Data of the component. `saving` are the names of a model that is cheaper and better and of
    the other, `rate` is what the machine does in an hour, `most` the most hours it may have."""
    return {
        "models": [asdict(one) for one in models],
        "saving": list(saving),
        "hours": hours,
        "most": most,
        "rate": rate,
        "words": dict(words),
        "colours": colours_of(dark, COLOURS),
    }
