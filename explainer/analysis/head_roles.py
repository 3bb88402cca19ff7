"""What a head seems to do in this one sentence, with the number that says so.

Each role is a set of cells; its score is the mean share of a row's weight that falls on them. Even
attention would already put a certain share there (its *chance*), so roles are compared by the gain

    gain = (score - chance) / (1 - chance)

and a role is named only from `GAIN_THRESHOLD` on, and only where at least `FEWEST` rows can tell. A
wide role (a token and its neighbours, all places of rest) is named when nothing more exact is. The
broad role is the mean normalised entropy of the rows, H / ln(n visible keys), named from
`BROAD_THRESHOLD` on when nothing else is. The roles are those found by Clark et al. 2019 (sections
3.1 to 3.3) and Voita et al. 2019 (section 4).

The translation pair of a written token is not read off the weights, which would prove itself: it is
the source token without which the written one loses most (`analysis.occlusion`). A head with the
role "fed" looks at the pair of the token before, which the row was fed.
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
WIDE: Final = frozenset({"around", "near", "rest"})  # named when nothing more exact is
ORDER: Final[tuple[Role, ...]] = get_args(Role)  # as heads are listed

GAIN_THRESHOLD: Final = 0.35
BROAD_THRESHOLD: Final = 0.85
FEWEST: Final = 3  # rows that can tell; of one row alone any head looks as if it had a role
BAND: Final = 1.0  # cross-attention: keys at most this far from the straight line count as on it

START_TOKEN: Final = "<s>"
END_TOKEN: Final = "</s>"


@dataclass(frozen=True)
class HeadRole:
    """The role, its score 0..1, what even attention would score, all scores, the favourite key.

    `score` of a head without a clear role is the mean share of `favourite`, the key it looks at
    most; of a broad one its mean entropy, which for even attention is 1.
    """

    role: Role
    score: float
    chance: float
    scores: Mapping[str, float]
    favourite: int = 0

    @property
    def gain(self) -> float | None:
        """What is compared with the threshold; None for a head that looks evenly."""
        return None if self.chance >= 1.0 else _gain(self.score, self.chance)


def is_punctuation(token: str) -> bool:
    """True for a token that consists of punctuation marks only (the space mark aside)."""
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
    """The role of one head from its (Q, K) weights, rows sum to 1.

    `mask` (Q, K) says where the head may look, everywhere where there is none.
    `pairs` are the keys that are the rows' translation pairs (cross-attention), None for a row
    without one. A row that can look at one key alone says nothing. Raises ValueError when the
    tokens do not fit the columns or the pairs the rows.
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
    """Which cells of the map count for which role, each (Q, K)."""
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
    """Mean share of weight on `cells` and the share of even attention, over rows that can look
    there and elsewhere.

    None when those are fewer than FEWEST, so that nothing can be said.
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
    """Mean of H(row) / ln(n visible keys) over rows that see at least two keys."""
    count = visible.sum(axis=-1)
    rows = count > 1
    if not rows.any():
        return 0.0
    logs = np.log(np.where(maps > 0.0, maps, 1.0))
    entropy = -(maps * logs).sum(axis=-1)
    return float((entropy[rows] / np.log(count[rows])).mean().clip(0.0, 1.0))
