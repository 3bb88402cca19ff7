"""What a head seems to do in this one sentence, with the number that says so.

Each role is a set of cells; its score is the mean share of a row's weight that falls on them. Even
attention would already put a certain share there (its *chance*), so roles are compared by the gain

    gain = (score - chance) / (1 - chance)

and a role is named only from `GAIN_THRESHOLD` on. The broad role is the mean normalised entropy of
the rows, H / ln(n visible keys), named from `BROAD_THRESHOLD` on when nothing else is. The roles
are those found by Clark et al. 2019 (sections 3.1 to 3.3) and Voita et al. 2019 (section 4).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.words import WORD_START

Kind = Literal["encoder", "decoder", "cross"]
Role = Literal[
    "previous", "same", "next", "start", "end", "punctuation", "diagonal", "broad", "mixed"
]

GAIN_THRESHOLD: Final = 0.35
BROAD_THRESHOLD: Final = 0.85
BAND: Final = 1.0  # cross-attention: keys at most this far from the straight line count as on it

START_TOKEN: Final = "<s>"
END_TOKEN: Final = "</s>"


@dataclass(frozen=True)
class HeadRole:
    """The role, its score 0..1, what even attention would score, and all scores."""

    role: Role
    score: float
    chance: float
    scores: Mapping[str, float]

    @property
    def gain(self) -> float | None:
        """What is compared with the threshold; None for a head that looks evenly."""
        return None if self.chance >= 1.0 else _gain(self.score, self.chance)


def is_punctuation(piece: str) -> bool:
    """True for a piece that consists of punctuation marks only (the space mark aside)."""
    text = piece.replace(WORD_START, "")
    return bool(text) and all(unicodedata.category(c).startswith("P") for c in text)


def head_role(weights: NDArray[np.floating], *, kind: Kind, key_pieces: Sequence[str]) -> HeadRole:
    """The role of one head from its (Q, K) weights, rows sum to 1.

    In the decoder the first row is left out: it can look only at itself. Raises ValueError when
    the pieces do not fit the columns.
    """
    n_queries, n_keys = weights.shape
    if len(key_pieces) != n_keys:
        raise ValueError(f"{len(key_pieces)} key pieces for {n_keys} columns")
    visible = np.ones((n_queries, n_keys), dtype=bool)
    if kind == "decoder":
        visible = np.tril(visible)
    maps = np.where(visible, weights.astype(np.float64), 0.0)
    shares = {
        name: _share(maps, visible, cells & visible, causal=kind == "decoder")
        for name, cells in _role_cells(n_queries, kind, key_pieces).items()
    }
    found = {name: pair for name, pair in shares.items() if pair is not None}
    scores: dict[str, float] = {name: score for name, (score, _) in found.items()}
    scores["broad"] = breadth = _breadth(maps, visible)
    ranked = sorted(found, key=lambda name: _gain(*found[name]), reverse=True)
    frozen = MappingProxyType(scores)
    if ranked and _gain(*found[ranked[0]]) >= GAIN_THRESHOLD:
        score, chance = found[ranked[0]]
        return HeadRole(ranked[0], score, chance, frozen)
    if breadth >= BROAD_THRESHOLD:
        return HeadRole("broad", breadth, 1.0, frozen)
    best, chance = found[ranked[0]] if ranked else (0.0, 0.0)
    return HeadRole("mixed", best, chance, frozen)


def _role_cells(
    n_queries: int, kind: Kind, key_pieces: Sequence[str]
) -> dict[Role, NDArray[np.bool_]]:
    """Which cells of the map count for which role, each (Q, K)."""
    n_keys = len(key_pieces)
    row = np.arange(n_queries)[:, None]
    key = np.arange(n_keys)[None, :]
    columns: dict[Role, list[bool]] = {
        "start": [piece == START_TOKEN for piece in key_pieces],
        "end": [piece == END_TOKEN for piece in key_pieces],
        "punctuation": [is_punctuation(piece) for piece in key_pieces],
    }
    cells: dict[Role, NDArray[np.bool_]] = {
        role: np.broadcast_to(np.array(flags), (n_queries, n_keys))
        for role, flags in columns.items()
    }
    if kind == "cross":
        slope = (n_keys - 1) / max(1, n_queries - 1)
        cells["diagonal"] = np.abs(key - row * slope) <= BAND
        return cells
    cells["previous"] = key == row - 1
    cells["same"] = key == row
    if kind == "encoder":
        cells["next"] = key == row + 1
    return cells


def _share(
    maps: NDArray[np.float64],
    visible: NDArray[np.bool_],
    cells: NDArray[np.bool_],
    *,
    causal: bool,
) -> tuple[float, float] | None:
    """Mean share of weight on `cells` and the share of even attention, over rows that have any.

    None when no row has a choice, so that nothing can be said.
    """
    rows = cells.any(axis=-1) & (visible.sum(axis=-1) > 1)
    if causal:
        rows[0] = False
    if not rows.any():
        return None
    score = (maps * cells).sum(axis=-1)[rows].mean()
    chance = (cells.sum(axis=-1) / visible.sum(axis=-1))[rows].mean()
    return (float(score), float(chance)) if chance < 1.0 else None


def _gain(score: float, chance: float) -> float:
    return (score - chance) / (1.0 - chance)


def _breadth(maps: NDArray[np.float64], visible: NDArray[np.bool_]) -> float:
    """Mean of H(row) / ln(n visible keys) over rows that see at least two keys."""
    count = visible.sum(axis=-1)
    rows = count > 1
    if not rows.any():
        return 0.0
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy = -(maps * logs).sum(axis=-1)
    return float((entropy[rows] / np.log(count[rows])).mean().clip(0.0, 1.0))
