"""Memoised runs of the image classifiers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.drawing import picture
from explainer.analysis.pictures import Part, Pictures, shuffled
from explainer.data.digits import read_strokes
from explainer.engine.door import OPEN
from explainer.engine.recorded import arrays_bytes
from explainer.installed import pictures
from explainer.runs.computed import computed

if TYPE_CHECKING:
    from pathlib import Path


@lru_cache(maxsize=2)
def _pictures(folder: Path) -> Pictures:
    return Pictures(folder)


def read_config() -> Mapping[str, Any]:
    """Return config.json of the networks. Raises CheckpointError, as all here do."""
    return _pictures(pictures()).facts


def network_names() -> tuple[str, ...]:
    return _pictures(pictures()).names


def network_parts(name: str) -> tuple[Part, ...]:
    """Return the parameter counts of a network, part by part."""
    return _pictures(pictures()).parts(name)


@computed(max_entries=256, door=OPEN)
def pixels_of(written: str) -> NDArray[np.float32]:
    """Decode a drawing from the text form of `data.digits` to a (28, 28) picture."""
    return picture(read_strokes(written))


@computed(max_entries=512, size=arrays_bytes)
def forward_pass(name: str, written: str, shuffle: int = 0) -> Mapping[str, NDArray[np.float32]]:
    """Trace a network on a drawing, its patches shuffled with the seed `shuffle` (0: in order).

    Raises Busy too.
    """
    return _pictures(pictures()).read(name, pixels_of(written), shuffled(shuffle))


@computed(max_entries=256)
def rewired_difference(name: str, written: str, shuffle: int) -> float:
    """Compute `Pictures.rewired`, memoised. Raises Busy too."""
    return _pictures(pictures()).rewired(name, pixels_of(written), shuffled(shuffle))
