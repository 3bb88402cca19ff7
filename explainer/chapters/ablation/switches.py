"""Switches of the ablation bench: which parts can be removed, and which a change touches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from explainer.analysis.interventions import ATTENTION_KINDS, Intervention

EVERY: Final = -1  # layer
# Of each band the kinds that can be taken away and where; the parts of a layer in their order.
BANDS: Final = {
    "encoder": (("attention", "encoder"), ("ffn", "encoder")),
    "decoder": (("attention", "decoder"), ("attention", "cross"), ("ffn", "decoder")),
}


@dataclass(frozen=True)
class Switch:
    """A removable part: kind and stack of an intervention, and a layer from 0."""

    kind: str
    stack: str
    layer: int

    @property
    def id(self) -> str:
        """Id of the switch in the drawing."""
        return f"{self.kind} {self.stack} {self.layer}"

    @property
    def off(self) -> Intervention:
        """The intervention that removes the part."""
        return Intervention(self.kind, self.stack, self.layer)


def switches_of(layers: Mapping[str, int]) -> list[Switch]:
    """Return all switches in drawing order: per stack positions, then each part by layer."""
    switches = []
    for band, parts in BANDS.items():
        switches.append(Switch("positions", band, EVERY))
        for kind, stack in parts:
            switches += [Switch(kind, stack, layer) for layer in (EVERY, *range(layers[band]))]
    return switches


def touches(change: Intervention, switch: Switch) -> bool:
    """Return whether a change affects the part of a switch; of a whole row, in every layer."""
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
    """Return the switch that makes exactly these changes; None if there is none."""
    if len(changes) != 1 or changes[0].kind not in ("attention", "ffn", "positions"):
        return None
    (one,) = changes
    return Switch(one.kind, one.stack, one.layer) if one.stack else None


def rows_of(layers: Mapping[str, int], chosen: Switch | None) -> list[Switch]:
    """Return the switches to draw: each part in all layers, and single layers of the chosen one."""
    unfolded = (chosen.kind, chosen.stack) if chosen else None
    return [
        one
        for one in switches_of(layers)
        if one.layer == EVERY or (one.kind, one.stack) == unfolded
    ]
