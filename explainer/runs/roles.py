"""Memoised head roles, and for each output token the source token that matters most."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from explainer.analysis.head_roles import HeadRole, Kind, head_role
from explainer.analysis.occlusion import occlusion, translation_pairs
from explainer.engine.door import OPEN
from explainer.runs.computed import by_model, computed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from explainer.engine import Translation, Translator

Ids = tuple[int, ...]
Pairs = tuple[int | None, ...]
Roles = tuple[tuple[HeadRole, ...], ...]  # of every layer and head


def occlusion_changes(translation: Translation) -> NDArray[np.float64]:
    """Return the drop (T, S) of each output token's log p by hiding a source token. Raises Busy."""
    inputs = translation.source.ids, translation.fed, translation.predicted
    return _occlusion_changes(translation.model, *inputs)


@by_model(computed(max_entries=64))
def _occlusion_changes(
    model: Translator, source: Ids, fed: Ids, predicted: Ids
) -> NDArray[np.float64]:
    return occlusion(model.model, source, fed, predicted)


def pairs_of(translation: Translation) -> Pairs:
    """Return for each output token the source token that it needs most, or None. Raises Busy."""
    if len(translation.source.ids) < 2:  # nothing can be hidden
        return (None,) * len(translation.predicted)
    return translation_pairs(occlusion_changes(translation))


def head_roles(translation: Translation, kind: Kind) -> Roles:
    """Classify every head of an attention. Raises Busy too: pairs are found by occlusion."""
    keys = translation.fed_tokens if kind == "decoder" else translation.source.tokens
    pairs = pairs_of(translation) if kind == "cross" else ()
    weights, mask = translation.attention(kind), translation.mask(kind)
    digest = sha256(weights.tobytes() + mask.tobytes()).digest()
    return _head_roles(digest, kind, tuple(keys), pairs, weights, mask)


@computed(max_entries=64, door=OPEN)
def _head_roles(
    digest: bytes,
    kind: Kind,
    key_tokens: tuple[str, ...],
    pairs: Pairs,
    _weights: NDArray[np.float32],
    _mask: NDArray[np.bool_],
) -> Roles:
    """Classify the heads, memoised; `digest` stands for the weights in the key."""
    return tuple(
        tuple(
            head_role(head, kind=kind, key_tokens=key_tokens, pairs=pairs, mask=_mask)
            for head in layer
        )
        for layer in _weights
    )
