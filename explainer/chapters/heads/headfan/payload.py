"""What the drawing of a row gets: weights, finished words, a violet of its own for each head."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.head_disagreement import disagreement
from explainer.analysis.head_roles import Kind
from explainer.charts.palette import GREYS, PALETTE, blend, colours_of, contrast, theme
from explainer.components.shared import DIGITS, plain

COLOURS: Final = (
    *GREYS,
    "weight",
    "weight_text",
    "source",
    "source_text",
    "source_band",
    "target",
    "target_text",
    "target_band",
)
SIDES: Final = {
    "encoder": ("source", "source"),
    "decoder": ("target", "target"),
    "cross": ("target", "source"),
}
FULL: Final = 24_000  # weights that travel; of more the chosen row alone is drawn
FAINTEST: Final = 0.22  # how far the palest violet goes towards the page: 3:1 on it
STRIDE: Final = 3  # neighbours in the fan are this many steps of lightness apart


@dataclass(frozen=True)
class FanWords:
    """Finished words; `told` has holes that the browser fills for the row under the pointer."""

    name: str  # the whole drawing in a sentence
    rows: str  # over the tokens that ask
    told: str  # {row} {heads} {places} {nats}
    best: str  # added where this row is the one the heads disagree about most


def violets(count: int, dark: bool) -> list[tuple[str, str]]:
    """(fill, ink on it) for every head: steps of lightness of the weight's violet.

    Neighbours are far apart, as a number stands beside every strand and colour alone says nothing.
    """
    colours = PALETTE[theme(dark)]
    pale = blend(colours["weight"], colours["page"], FAINTEST)
    deep = colours["seq1"]
    stride = next(step for step in (STRIDE, 5, 7, 11, 1) if count % step or step == 1)
    steps = [(head * stride) % count / max(1, count - 1) for head in range(count)]
    fills = [blend(pale, deep, step) for step in steps]
    inks = (colours["on_low"], colours["on_high"], colours["page"])
    return [(fill, max(inks, key=lambda ink: contrast(fill, ink))) for fill in fills]


def fan_payload(
    weights: NDArray[np.floating],
    *,
    kind: Kind,
    row: int,
    head: int,
    lit: bool,
    pieces: tuple[Sequence[str], Sequence[str]],
    row_names: Sequence[str],
    roles: Sequence[str],
    told: Sequence[str],
    words: FanWords,
    dark: bool,
) -> dict[str, Any]:
    """Data of the component, from the (H, Q, K) weights of one layer.

    Args:
        lit: whether the reader chose the head, so that the others stay pale.
        pieces: of the rows and of the keys.
        row_names: how a row is called in a sentence.
        roles: their short names, one for each head, as `told`: what it fetched for this row.
    """
    heads, queries, keys = weights.shape
    if not len(roles) == len(told) == heads:
        raise ValueError(f"{len(roles)} roles, {len(told)} lines for {heads} heads")
    nats = disagreement(weights)
    places = [len(set(weights[:, q].argmax(axis=-1).tolist())) for q in range(queries)]
    query_side, key_side = SIDES[kind]
    return {
        "sides": {"query": query_side, "key": key_side},
        "row": row,
        "head": head,
        "lit": head if lit else -1,
        "keys": list(pieces[1]),
        "seen": row + 1 if kind == "decoder" else keys,
        "rows": [
            {"piece": piece, "name": name, "nats": round(float(b), DIGITS), "places": place}
            for piece, name, b, place in zip(pieces[0], row_names, nats, places, strict=True)
        ],
        "most": round(float(nats.max()), DIGITS),
        "weights": [[round(float(w), DIGITS) for w in one[row]] for one in weights],
        "heads": [
            {"role": role, "told": line, "fill": fill, "ink": ink}
            for role, line, (fill, ink) in zip(roles, told, violets(heads, dark), strict=True)
        ],
        "all": _pack(weights),
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def veil(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what the heads look at: tokens and numbered heads are left, to be joined by hand."""
    return {
        **data,
        "lit": -1,
        "rows": [{**row, "nats": 0, "places": 0} for row in data["rows"]],
        "most": 0,
        "weights": [[0] * len(row) for row in data["weights"]],
        "heads": [{**head, "role": "", "told": ""} for head in data["heads"]],
        "all": None,
        "words": {**data["words"], "told": ""},
        "offers": data["keys"],
    }


def _pack(weights: NDArray[np.floating]) -> dict[str, Any] | None:
    """All rows of the layer as 16-bit numbers in base64, None where the text is long."""
    if weights.size > FULL:
        return None
    whole = np.rint(np.clip(weights, 0.0, 1.0) * 0xFFFF).astype("<u2")
    packed = base64.b64encode(whole.tobytes()).decode("ascii")
    return {"packed": packed, "shape": list(weights.shape)}
