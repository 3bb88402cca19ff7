"""Classify what an attention head does in one sentence, with a score for each role.

Each role is a set of cells; its score is the mean share of a row's weight that falls on them.
Uniform attention would already put some share there (its *chance*), so roles are compared by gain

    gain = (score - chance) / (1 - chance)

and a role is assigned only if the gain reaches `GAIN_THRESHOLD` over at least `FEWEST` usable rows.
A wide role (a token and its neighbours; all special tokens and punctuation) is assigned only if no
narrower one is. The score of "broad" is the mean normalised entropy of the rows, H / ln(n visible
keys); it is assigned from `BROAD_THRESHOLD` on if no other role is. The roles are those found by
Clark et al. 2019 (sections 3.1 to 3.3) and Voita et al. 2019 (section 4).

The translation pair of an output token is not taken from the weights, which would be circular: it
is the source token whose occlusion costs the output token most (`analysis.occlusion`). A head with
the role "fed" attends to the pair of the previous token, which the row was fed.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.words import WORD_START

Kind = Literal["encoder", "decoder", "cross"]
Role = Literal[
    "pair",
    "around",
    "fed",
    "same",
    "previous",
    "next",
    "near",
    "diagonal",
    "start",
    "end",
    "punctuation",
    "rest",
    "broad",
    "mixed",
]
WIDE: Final = frozenset({"around", "near", "rest"})  # assigned only if no narrower role is
ORDER: Final[tuple[Role, ...]] = get_args(Role)  # order in lists of heads

GAIN_THRESHOLD: Final = 0.35
BROAD_THRESHOLD: Final = 0.85
FEWEST: Final = 3  # usable rows; with one row any head seems to have a role
BAND: Final = 1.0  # cross-attention: largest distance in keys that counts as on the diagonal

START_TOKEN: Final = "<s>"
END_TOKEN: Final = "</s>"


@dataclass(frozen=True)
class HeadRole:
    """A head's role, its score in 0..1, the score of uniform attention, all scores, the top key.

    The `score` of a "mixed" head is the mean weight of `favourite`, the key it attends to most;
    that of a "broad" head its mean normalised entropy, 1 for uniform attention.
    """

    role: Role
    score: float
    chance: float
    scores: Mapping[str, float]
    favourite: int = 0

    @property
    def gain(self) -> float | None:
        """The gain that is compared with the threshold; None for a broad head."""
        return None if self.chance >= 1.0 else _gain(self.score, self.chance)


def is_punctuation(token: str) -> bool:
    """Return whether a token is only punctuation, ignoring the SentencePiece space mark."""
    text = token.replace(WORD_START, "")
    return bool(text) and all(unicodedata.category(c).startswith("P") for c in text)


def head_role(
    weights: NDArray[np.floating],
    *,
    kind: Kind,
    key_tokens: Sequence[str],
    pairs: Sequence[int | None] = (),
    mask: NDArray[np.bool_] | None = None,
) -> HeadRole:
    """Classify one head from its (Q, K) weights, whose rows sum to 1.

    `mask` (Q, K) is True where the head may attend; None means everywhere. `pairs` holds each
    row's translation pair (cross-attention), a key or None. Rows with only one visible key are
    ignored. Raises ValueError if `key_tokens` or `pairs` do not fit the shape.
    """
    n_queries, n_keys = weights.shape
    if len(key_tokens) != n_keys:
        raise ValueError(f"{len(key_tokens)} key tokens for {n_keys} columns")
    if pairs and len(pairs) != n_queries:
        raise ValueError(f"{len(pairs)} pairs for {n_queries} rows")
    visible = np.ones((n_queries, n_keys), dtype=bool) if mask is None else mask
    maps = np.where(visible, weights.astype(np.float64), 0.0)
    shares = {
        name: pair
        for name, cells in _role_cells(n_queries, kind, key_tokens, pairs).items()
        if (pair := _share(maps, visible, cells & visible)) is not None
    }
    scores: dict[str, float] = {name: score for name, (score, _) in shares.items()}
    scores["broad"] = breadth = _breadth(maps, visible)
    scores_of, favourite = MappingProxyType(scores), int(maps.mean(axis=0).argmax())
    named = [name for name in shares if _gain(*shares[name]) >= GAIN_THRESHOLD]
    if named:
        best = max(named, key=lambda name: (name not in WIDE, _gain(*shares[name])))
        return HeadRole(best, *shares[best], scores_of, favourite)
    if breadth >= BROAD_THRESHOLD:
        return HeadRole("broad", breadth, 1.0, scores_of, favourite)
    share, even = maps[:, favourite].mean(), (visible / visible.sum(axis=-1, keepdims=True)).mean(0)
    return HeadRole("mixed", float(share), float(even[favourite]), scores_of, favourite)


def _role_cells(
    n_queries: int, kind: Kind, key_tokens: Sequence[str], pairs: Sequence[int | None]
) -> dict[Role, NDArray[np.bool_]]:
    """Return the cells of each role, (Q, K)."""
    n_keys = len(key_tokens)
    row = np.arange(n_queries)[:, None]
    key = np.arange(n_keys)[None, :]
    columns: dict[Role, list[bool]] = {
        "start": [token == START_TOKEN for token in key_tokens],
        "end": [token == END_TOKEN for token in key_tokens],
        "punctuation": [is_punctuation(token) for token in key_tokens],
        "rest": [
            token in (START_TOKEN, END_TOKEN) or is_punctuation(token) for token in key_tokens
        ],
    }
    cells: dict[Role, NDArray[np.bool_]] = {
        role: np.broadcast_to(np.array(flags), (n_queries, n_keys))
        for role, flags in columns.items()
    }
    if kind == "cross":
        slope = (n_keys - 1) / max(1, n_queries - 1)
        cells["diagonal"] = np.abs(key - row * slope) <= BAND
        wanted = np.array([-1 if pair is None else pair for pair in pairs or [None] * n_queries])
        cells["pair"] = key == wanted[:, None]
        cells["around"] = (np.abs(key - wanted[:, None]) <= 1) & (wanted[:, None] >= 0)
        cells["fed"] = np.concatenate([np.zeros_like(cells["pair"][:1]), cells["pair"][:-1]])
        return cells
    cells["previous"] = key == row - 1
    cells["same"] = key == row
    cells["next"] = key == row + 1
    cells["near"] = np.abs(key - row) <= 1
    return cells


def _share(
    maps: NDArray[np.float64], visible: NDArray[np.bool_], cells: NDArray[np.bool_]
) -> tuple[float, float] | None:
    """Return the mean weight on `cells` and that of uniform attention.

    The mean is over rows that can attend both to `cells` and elsewhere; None if fewer than FEWEST.
    """
    count, seen = cells.sum(axis=-1), visible.sum(axis=-1)
    rows = (count > 0) & (count < seen)
    if rows.sum() < FEWEST:
        return None
    score = (maps * cells).sum(axis=-1)[rows].mean()
    return float(score), float((count / seen)[rows].mean())


def _gain(score: float, chance: float) -> float:
    return (score - chance) / (1.0 - chance)


def _breadth(maps: NDArray[np.float64], visible: NDArray[np.bool_]) -> float:
    """Return the mean of H(row) / ln(n visible keys) over rows with at least two visible keys."""
    count = visible.sum(axis=-1)
    rows = count > 1
    if not rows.any():
        return 0.0
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy = -(maps * logs).sum(axis=-1)
    return float((entropy[rows] / np.log(count[rows])).mean().clip(0.0, 1.0))
