"""Packs one translation for the map: how many of each, where the decoder looks, what comes next.

Nothing here knows Streamlit. All steps travel: a page moves its step without asking the server.
"""

from __future__ import annotations

import base64
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.floating[Any]]

BARS: Final = 4  # candidates drawn of a step
FULL_SIDE: Final = 24  # up to so many source tokens their self-attention is drawn as it is
UINT8_MAX: Final = 255


def figure_payload(
    encoder: FloatArray, cross: FloatArray, chances: FloatArray | None
) -> dict[str, Any]:
    """JSON-ready: counts, and uint8 in base64 (value * 255, rounded).

    Of the weights (L, H, S, S) of the encoder and (L, H, T, S) of the cross-attention: "weights"
    (T, S) of the last layer, the mean of its heads, as the first page opens; "looks" (L, S, S),
    left out of a long sentence. Of `chances` (T, K), most probable first: "chances" (T, "bars").
    """
    layers, heads, steps, sources = cross.shape
    looks = {"looks": _pack(encoder.mean(axis=1))} if sources <= FULL_SIDE else {}
    top = None if chances is None else chances[:, :BARS]
    bars = {} if top is None else {"bars": int(top.shape[1]), "chances": _pack(top)}
    return {
        "sources": int(sources),
        "steps": int(steps),
        "encoder": int(encoder.shape[0]),
        "decoder": int(layers),
        "heads": int(heads),
        "weights": _pack(cross[-1].mean(axis=0)),
        **looks,
        **bars,
    }


def _pack(values: FloatArray) -> str:
    scaled = np.rint(np.clip(values, 0.0, 1.0) * UINT8_MAX)
    return base64.b64encode(scaled.astype(np.uint8).tobytes()).decode("ascii")
