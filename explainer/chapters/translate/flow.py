"""Data and events of the first page's figure of the whole model.

While the reader moves within the figure, its data stay the same and are not sent again; the page
starts it anew, with another origin, only to move it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.drawings import Choice, asked, drawing, packed, place_in, rounded
from explainer.frame import teaching
from explainer.frame.choices import Place
from explainer.frame.pickers import HEAD, LAYER
from explainer.lessons import progress
from explainer.tokenizer.tokenizer import SPECIALS, UNK

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.translation import Translation

PAGES: Final = ("tokens", "encoder", "memory", "cross_attention", "decoder", "output")
# Names in an address: where one of the first stands the opening is never played, where one of the
# others does it is not played by itself, for the reader came to see something.
GUIDED: Final = (progress.LESSON, teaching.TEACH, teaching.PRESENT)
STEP = Place("step", "translate.step")
PLACED: Final = (STEP, LAYER, HEAD)  # in the address
MEMORY: Final = "{}.origin"  # session: where a drawing began, and what was heard of it
MEAN: Final = -1  # the head that stands for the mean of all heads
FULL_SIDE: Final = 27  # up to so many tokens a side, every head is sent
PAIR_SIDE: Final = 48  # up to here the mean and the chosen head, beyond the chosen one alone
SHADES: Final = 8  # numbers shown of each vector
TOP: Final = 5  # candidates listed at each step
RESTORE: Final = -1  # in place of a candidate: the model's own token is written again
# What the model found, by its name without the numbers.
HIDDEN: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("encoder", "decoder", "cross", "vectors")),
    **dict.fromkeys(("candidates", "rest")),
}
FlowPosition = tuple[int, int, int]  # (step, layer, head)
Write = Callable[[FlowPosition, int | None], None]
FloatArray = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Cell:
    """The clicked attention tile: query `row` (decoder step) and key `token`, from 0."""

    row: int
    token: int
    layer: int
    head: int


@dataclass(frozen=True)
class FlowState:
    """The selection (from 0; head -1 is the mean) and the last click.

    `goto` is one of PAGES after a region's name was pressed. It and `cell` last for one run.
    """

    step: int
    layer: int
    head: int
    cell: Cell | None = None
    goto: str | None = None

    @property
    def place(self) -> FlowPosition:
        """(step, layer, head)."""
        return self.step, self.layer, self.head


def flow(
    view: View,
    *,
    key: str,
    step: int,
    layer: int,
    head: int,
    told: bool = False,
    is_own: bool = False,
    write: Write | None = None,
) -> FlowState:
    """Draw `view.translation`, which `is_own` if the reader wrote a token; return the selection.

    `write` is called with the selection and the candidate to write there, None for the model's own.

    `step`, `layer` and `head` are where a sentence starts. The caller may pass the returned values
    in the next run (as a URL does) and nothing changes. Other values move the drawing, and so do
    values of earlier runs that a button or a link set (`told`). Raises ValueError without a
    translation or for a step, layer or head that it lacks.
    """
    translation = view.translation
    if translation is None:
        raise ValueError("the flow drawing needs a translation")
    asks = asked.now()
    memory = st.session_state.setdefault(MEMORY.format(key), {})
    heard = _began(memory, translation, (step, layer, head), told)
    start: FlowPosition = memory["start"]
    shown: FlowPosition = memory["shown"]
    data = {
        **flow_data(translation, *start, shown[2], asks is None),
        "origin": memory["origin"],
        "sentence": translation.text if asks is None else "",
        "isOwn": is_own,
        "target": view.card.get("target", ""),
        "guided": GUIDED,
        "placed": PLACED,
        "dark": view.dark,
        "leads": not teaching.current().present,  # on a slide a candidate is too small to press
    }

    def hear(choice: Choice) -> None:
        memory["heard"] = choice
        is_now = choice.get("origin") == memory["origin"]
        place = parse_selection(translation, choice) if is_now else None
        candidate = place_in(choice, "instead", TOP)
        if write and place and (candidate is not None or choice.get("instead") == RESTORE):
            write(place, candidate)

    drawing(
        "translate/flow",
        data,
        words=view.text.section("translate.flow"),
        key=key,
        on_choice=hear,
        blank=lambda data: blank(data, asks.choices if asks else ()),
    )
    token = place_in(heard, "cell", len(data["source"]))
    goto = heard.get("goto")
    return FlowState(
        *shown,
        cell=None if token is None else Cell(shown[0], token, *shown[1:]),
        goto=goto if goto in PAGES and "instead" not in heard else None,
    )


def _began(
    memory: dict[str, Any], translation: Translation, given: FlowPosition, told: bool
) -> Choice:
    """Update `memory` with the drawing's last message: the selection and its origin.

    The selection is `shown`, the origin `start`. The origin stays while the caller only echoes the
    selection. The drawing's message wins: the browser's URL lags behind, so while the reader scrubs
    the caller may pass the selection of several runs ago.
    """
    heard: Choice = memory.pop("heard", {})
    place = (
        parse_selection(translation, heard) if heard.get("origin") == memory.get("origin") else None
    )
    sentence = _sentence(translation)
    before = memory.get("shown")
    stays = given == before if told else place is not None or given in (memory.get("given"), before)
    if memory.get("sentence") != sentence or not stays:
        turn = memory.get("turn", 0) + 1
        memory.update(sentence=sentence, turn=turn, origin=f"{turn}:{sentence}", start=given)
        place, heard = given, {}
    memory.update(given=given, shown=place or before)
    return heard if place else {}


def parse_selection(translation: Translation, choice: Choice) -> FlowPosition | None:
    """Parse the selection that a browser sent; None if invalid. Heads count from 1 there."""
    layers, heads, steps, _ = translation.attention("cross").shape
    sizes = {"at": steps, "layer": layers, "head": heads + 1}
    step, layer, head = (place_in(choice, name, size) for name, size in sizes.items())
    if step is None or layer is None or head is None:
        return None
    return step, layer, head - 1


def _sentence(translation: Translation) -> str:
    """Return a key of a translation: another model has other weights for the same words."""
    parts = (
        translation.model,
        translation.source.tokens,
        translation.fed_tokens,
        translation.predicted_tokens,
        rounded(translation.predicted_probs),
    )
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


def flow_data(
    translation: Translation, step: int, layer: int, head: int, shown: int, outcome: bool = True
) -> dict[str, Any]:
    """Return the data of `flow.js`; of a long sentence only the head that is `shown`.

    Starts at `step`, `layer`, `head`, from 0, -1 for the mean of the heads; raises ValueError if
    the translation lacks them. Probabilities are omitted if a teacher hides them.
    """
    encoder = translation.attention("encoder")
    decoder = translation.attention("decoder")
    cross = translation.attention("cross")
    layers, heads, steps, sources = cross.shape
    _check("layer", layer, 0, layers)
    _check("head", head, MEAN, heads)
    _check("step", step, 0, steps)
    sent = heads_sent(sources, steps, heads, shown)
    lower = np.tril_indices(steps)
    ids, tokens = translation.source.ids, translation.source.tokens
    vectors, scale = _vectors(translation.trace, len(encoder), layers)
    return {
        **HIDDEN,
        "source": [
            SPECIALS[UNK] if index == UNK else token
            for index, token in zip(ids, tokens, strict=True)
        ],
        "fed": list(translation.fed_tokens),
        "predicted": list(translation.predicted_tokens),
        "choices": [],
        "layers": {"encoder": len(encoder), "decoder": layers},
        "heads": heads,
        "sent": [each + 1 for each in sent],
        "encoder": packed(_select(encoder, sent)),
        "decoder": packed(_select(decoder, sent)[..., lower[0], lower[1]]),
        "cross": packed(_select(cross, sent)),
        "vectors": vectors,
        "scale": scale,
        "width": translation.trace["memory"].shape[-1],
        "vocabulary": translation.n_vocab,
        **(_candidates(translation) if outcome and not teaching.hides("probabilities") else {}),
        "view": {"at": step, "layer": layer, "head": head + 1},
    }


def blank(data: Mapping[str, Any], choices: Sequence[str]) -> dict[str, Any]:
    """Hide the answer: tokens and boxes up to the current step, without weights or vectors.

    Of the token to be written only the `choices` are left.
    """
    step = data["view"]["at"]
    return {
        **data,
        **HIDDEN,
        "fed": data["fed"][: step + 1],
        "predicted": [*data["predicted"][:step], "?"],
        "count": len(data["predicted"]),
        "choices": list(choices),
        "scale": 1.0,
        "offers": [*data["source"], *choices],
    }


def heads_sent(sources: int, steps: int, heads: int, head: int) -> tuple[int, ...]:
    """Return which heads to send: all for a short sentence, else the mean and the chosen one."""
    longest = max(sources, steps)
    if longest <= FULL_SIDE:
        return tuple(range(heads))
    if longest <= PAIR_SIDE and head != MEAN:
        return (MEAN, head)
    return (head,)


def _check(name: str, value: int, low: int, end: int) -> None:
    if not low <= value < end:
        raise ValueError(f"{name} must be {low}..{end - 1}, got {value}")


def _select(weights: FloatArray, sent: tuple[int, ...]) -> FloatArray:
    """Select the heads of `sent`, -1 for the mean: (L, H, Q, K) to (L, N, Q, K)."""
    planes = [weights.mean(axis=1) if head == MEAN else weights[:, head] for head in sent]
    return np.stack(planes, axis=1)


def _vectors(
    trace: Mapping[str, FloatArray], encoder_layers: int, layers: int
) -> tuple[dict[str, Any], float]:
    """Return 8 evenly spaced numbers of each vector as shares of the largest, and the largest."""
    # The last encoder tile is the memory itself: it differs from add2 where a final norm follows.
    encoder = [trace["encoder.embed"]]
    encoder += [_residual(trace, f"encoder.{layer}.add2") for layer in range(encoder_layers - 1)]
    encoder.append(trace["memory"])
    decoder = [trace["decoder.embed"]]
    for layer in range(layers):
        decoder += [_residual(trace, f"decoder.{layer}.add{part}") for part in (1, 2)]
    shown = np.linspace(0, encoder[0].shape[-1] - 1, SHADES).round().astype(int)
    sizes = {
        name: np.abs(np.stack(stages)[..., shown])
        for name, stages in (("encoder", encoder), ("decoder", decoder))
    }
    scale = max(float(values.max()) for values in sizes.values()) or 1.0
    return {name: packed(values / scale, 8) for name, values in sizes.items()}, scale


def _residual(trace: Mapping[str, FloatArray], name: str) -> FloatArray:
    """Return a sub-layer's output: after the norm in post-norm models, the sum in pre-norm ones."""
    normed = trace.get(f"{name}.norm")
    return trace[f"{name}.sum"] if normed is None else normed


def _candidates(translation: Translation) -> dict[str, Any]:
    """Return each step's most probable tokens with rank and whether chosen, and the rest's share.

    The chosen token is included even if it is ranked lower.
    """
    listed = []
    shares, ranks = translation.top_probs[:, :TOP], translation.predicted_ranks
    for step, (row, rank) in enumerate(zip(shares, ranks, strict=True)):
        tokens = translation.top_tokens[step][:TOP]
        found = [
            (token, share, place, place == rank)
            for place, (token, share) in enumerate(zip(tokens, rounded(row), strict=True), 1)
        ]
        if rank > len(found):
            share = rounded(translation.predicted_probs)[step]
            found.append((translation.predicted_tokens[step], share, int(rank), True))
        listed.append(found)
    rest = [max(0.0, 1.0 - sum(share for _, share, *_ in found)) for found in listed]
    return {"candidates": listed, "rest": rounded(np.array(rest))}
