"""The model as switches: every attention, feed-forward and position part can be taken away; beside
them both translations and what became of the probability of every token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from explainer.analysis.interventions import ATTENTION_KINDS, Intervention
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, component, obey, plain

FOLDER: Final = Path(__file__).parent
COLOURS: Final = (
    *GREYS,
    *("source", "source_text", "source_band", "target", "target_text", "target_band"),
    *("residual", "error", "error_text", "memory"),
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


@dataclass(frozen=True)
class SwitchWords:
    """Finished words; those with holes are filled by the browser."""

    name: str
    before: str
    after: str
    empty: str
    bands: Mapping[str, str]  # encoder, decoder
    parts: Mapping[str, str]  # encoder, decoder, cross, ffn, positions
    every: str
    layer: str  # {layer}
    off: str  # {part}
    tokens: str


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


def switch_payload(
    changes: Sequence[Intervention],
    layers: Mapping[str, int],
    *,
    outputs: tuple[str, str],
    pieces: Sequence[str],
    probs: tuple[Sequence[float], Sequence[float]],
    words: SwitchWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component: `outputs` and `probs` (T,) of `pieces` before and after the change.

    Raises ValueError where pieces and probabilities are not equally many.
    """
    if not len(pieces) == len(probs[0]) == len(probs[1]):
        raise ValueError(f"{len(pieces)} pieces, {len(probs[0])} and {len(probs[1])} numbers")
    off = ("attention", "ffn", "positions")
    return {
        "layers": dict(layers),
        "switches": [
            {
                **plain(one),
                "state": next(
                    ("off" if c.kind in off else "changed" for c in changes if touches(c, one)),
                    "on",
                ),
            }
            for one in switches_of(layers)
        ],
        "outputs": list(outputs),
        "tokens": [
            {"piece": piece, "before": round(float(a), 4), "after": round(float(b), 4)}
            for piece, a, b in zip(pieces, *probs, strict=True)
        ],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """The translation as it is; what becomes of it, and the probabilities, are not told."""
    tokens = [{**token, "before": 0, "after": 0} for token in data["tokens"]]
    outputs, words = [data["outputs"][0], ""], {**data["words"], "empty": "?"}
    return {**data, "outputs": outputs, "tokens": tokens, "words": words}


def switchboard(data: Mapping[str, Any], *, key: str, on_switch: Callable[[Switch], None]) -> None:
    """Draw it; `on_switch` gets the part that is to be taken away, before the page runs again."""
    switches = [Switch(one["kind"], one["stack"], one["layer"]) for one in data["switches"]]
    draw = component(FOLDER, DOM, veil=veil)
    draw(
        key=key,
        data=dict(data),
        on_pick_change=lambda: obey(
            key, {"switch": len(switches)}, lambda pick: on_switch(switches[pick[1]])
        ),
    )
