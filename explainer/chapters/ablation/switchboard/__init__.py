"""One difference map: a row for each part of the model, a column for each token written. A row is a
switch; in it stand what the token's probability becomes without the part, and the new translation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.analysis.interventions import ATTENTION_KINDS, Intervention
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import (
    ANSWERS,
    DIGITS,
    DOM,
    NUMBERS,
    RESIZE,
    SVG,
    component,
    obey,
    plain,
)

FOLDER: Final = Path(__file__).parent
GUESSES: Final = ("same", "other")  # what may become of the translation
COLOURS: Final = (
    *GREYS,
    *("source", "source_text", "source_band", "target", "target_text", "target_band"),
    *("error", "error_text", "div_minus", "div_zero", "div_plus"),
)
EVERY: Final = -1  # layer
# Of each band the kinds that can be taken away and where; the parts of a layer in their order.
BANDS: Final = {
    "encoder": (("attention", "encoder"), ("ffn", "encoder")),
    "decoder": (("attention", "decoder"), ("attention", "cross"), ("ffn", "decoder")),
}


@dataclass(frozen=True)
class Switch:
    """A part that can be taken away: kind and stack of an intervention, and a layer from 0."""

    kind: str
    stack: str
    layer: int

    @property
    def off(self) -> Intervention:
        return Intervention(self.kind, self.stack, self.layer)


@dataclass(frozen=True)
class Run:
    """What comes of a change: the text of greedy search, and the probability of each token of the
    first translation, (T,)."""

    text: str
    probs: Sequence[float]


@dataclass(frozen=True)
class SwitchWords:
    """Finished words; those with holes are filled by the browser."""

    name: str
    before: str
    empty: str
    unchanged: str
    bands: Mapping[str, str]  # encoder, decoder
    parts: Mapping[str, str]  # encoder, decoder, cross, ffn, positions
    every: str
    layer: str  # {layer}
    off: str  # {part}
    scale: str
    change: str  # what is done where it is no switch
    guesses: tuple[str, ...]  # what `GUESSES` are called


def switches_of(layers: Mapping[str, int]) -> list[Switch]:
    """All of them, in the order in which they are drawn: of each band the positions, then part by
    part all layers at once and one after the other."""
    switches = []
    for band, parts in BANDS.items():
        switches.append(Switch("positions", band, EVERY))
        for kind, stack in parts:
            switches += [Switch(kind, stack, layer) for layer in (EVERY, *range(layers[band]))]
    return switches


def touches(change: Intervention, switch: Switch) -> bool:
    """Whether the change is made in what the switch stands for; for a whole row, in every layer."""
    kinds: tuple[str, ...] = (change.kind,)
    stack = switch.stack
    if change.kind in ATTENTION_KINDS:
        kinds = ("attention",)
    elif change.kind == "residual":  # round every part of a layer
        kinds, stack = ("attention", "ffn"), switch.stack.replace("cross", "decoder")
    return (
        switch.kind in kinds
        and change.stack in ("", stack)
        and change.layer in (EVERY, switch.layer)
    )


def switch_of(changes: Sequence[Intervention]) -> Switch | None:
    """The switch that makes just this change; None where there is no such switch."""
    if len(changes) != 1 or changes[0].kind not in ("attention", "ffn", "positions"):
        return None
    (one,) = changes
    return Switch(one.kind, one.stack, one.layer) if one.stack else None


def rows_of(layers: Mapping[str, int], chosen: Switch | None) -> list[Switch]:
    """The switches that are drawn: all parts in every layer, and each layer of the one chosen."""
    unfolded = (chosen.kind, chosen.stack) if chosen else None
    return [
        one
        for one in switches_of(layers)
        if one.layer == EVERY or (one.kind, one.stack) == unfolded
    ]


def switch_payload(
    changes: Sequence[Intervention],
    *,
    pieces: Sequence[str],
    before: Run,
    rows: Mapping[Switch, Run],
    other: Run | None,
    words: SwitchWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component: `rows` in their order, `other` where the change is no switch.

    Raises ValueError where a run has not a probability for each of the pieces.
    """
    runs = [before, *rows.values(), *([other] if other else [])]
    if any(len(run.probs) != len(pieces) for run in runs):
        raise ValueError(f"{len(pieces)} pieces, {[len(run.probs) for run in runs]} numbers")
    chosen = switch_of(changes)
    return {
        "pieces": list(pieces),
        "before": _travelling(before),
        "rows": [
            {**plain(one), **_travelling(run), "state": _state(one, chosen, changes)}
            for one, run in rows.items()
        ],
        "other": _travelling(other) if other else None,
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def _state(one: Switch, chosen: Switch | None, changes: Sequence[Intervention]) -> str:
    if chosen is not None:
        return "off" if one == chosen else "on"
    return "changed" if any(touches(change, one) for change in changes) else "on"


def _travelling(run: Run) -> dict[str, Any]:
    return {"text": run.text, "probs": [round(float(p), DIGITS) for p in run.probs]}


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The translation as it is; what becomes of it, and the probabilities, are not told. Whether it
    stays can be asked.
    """
    before = {**data["before"], "probs": [0 for _ in data["pieces"]]}
    hidden = {"text": "", "probs": before["probs"]}
    return {
        **data,
        "before": before,
        "rows": [{**row, **hidden} for row in data["rows"]],
        "other": data["other"] and hidden,
        "words": {**data["words"], "empty": "?"},
        "offers": list(GUESSES),
    }


def switchboard(data: Mapping[str, Any], *, key: str, on_switch: Callable[[Switch], None]) -> None:
    """Draw it; `on_switch` gets the part that is to be taken away, before the page runs again."""
    switches = [Switch(one["kind"], one["stack"], one["layer"]) for one in data["rows"]]
    draw = component(FOLDER, ANSWERS, DOM, NUMBERS, SVG, RESIZE, veil=veil)
    draw(
        key=key,
        data=dict(data),
        on_pick_change=lambda: obey(
            key, {"switch": len(switches)}, lambda pick: on_switch(switches[pick[1]])
        ),
    )
