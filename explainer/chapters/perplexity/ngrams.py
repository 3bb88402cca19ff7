"""n-gram models on the user's reference: their dice beside the Transformer's."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.ngrams import (
    ORDERS,
    SMOOTHINGS,
    Counts,
    Smoothing,
    load_counts,
    probabilities,
)
from explainer.analysis.perplexity import NAT, Surprise, surprise_of
from explainer.chapters.perplexity.die import DIE, ROLLS, draw_dice, format_perplexity
from explainer.chapters.perplexity.pair import POSITION, Pair, pick_token, read_pair
from explainer.frame import address, chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.pickers import move
from explainer.frame.probabilities import tex_probability
from explainer.frame.view import View
from explainer.installed import models_folder

Floats = NDArray[np.float64]


def draw_ngrams(view: View) -> None:
    """Draw every token's probability in each model, perplexities, and one token's counts."""
    text = view.text
    address.mark_stale(DIE.name, ROLLS)  # of the other view's fragment, which Streamlit keeps
    if view.maybe_translation is None:
        chapter.no_translation(text)
        return
    counts = load_counts(models_folder() / view.translator_name)
    if counts is None:
        with chapter.figure(text("perplexity.ngrams"), text("perplexity.no_counts")):
            return
    with chapter.figure(text("perplexity.ngrams"), text("perplexity.ngrams_line")):
        drawn, choice = st.container(), st.container()
        smoothing, k = _smoothing(view)
        pair = read_pair(view)
        place = pick_token(view, pair)
        by_order = [probabilities(counts, pair.reference.ids, n, smoothing, k) for n in ORDERS]
        each = [*map(surprise_of, by_order), pair.surprise]
        with choice:
            chosen = _pick_model(view, each)
        with drawn:
            most = max(one.nats[np.isfinite(one.nats)].max() for one in each) / NAT
            tokens, surprise = pair.reference.tokens, each[chosen]
            go = partial(move, POSITION)
            draw_dice(text, "perplexity_walk", tokens, surprise, place, go, most=float(most))
        st.caption(_said_of_held_out(view, counts))
    _draw_counts(view, counts, pair, place, (smoothing, k))
    chapter.code(text, "explainer.analysis.ngrams", "probabilities")


MODELS = ("unigram", "bigram", "trigram", "transformer")
MODEL = OneOf("perplexity_by", MODELS, usual="trigram")
SMOOTHING = OneOf("perplexity_smoothing", SMOOTHINGS, usual="interpolated")
K = Slider("perplexity_k", 0.01, 1.0, 0.01, usual=0.1)


def _smoothing(view: View) -> tuple[Smoothing, float]:
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="large"):
        chosen = SMOOTHING.draw(text)
        k = K.draw(text) if chosen == "add_k" else 0.1
    st.caption(text.each("perplexity.smoothing_*_line", *SMOOTHINGS)[chosen])
    return chosen, k


def _pick_model(view: View, each: list[Surprise]) -> int:
    """Draw the choice of a model beside its perplexity; return its index."""
    orders = view.text.each("perplexity.lit_*", "unigram", "bigram", "trigram")
    names = dict(zip(MODELS, [*orders.values(), view.text("perplexity.transformer")], strict=True))
    told = zip(names.items(), each, strict=True)
    said = {id: f"{name} · {format_perplexity(one.perplexity)}" for (id, name), one in told}
    return MODELS.index(MODEL.draw(view.text, said))


def _draw_counts(
    view: View, counts: Counts, pair: Pair, place: int, smoothed: tuple[Smoothing, float]
) -> None:
    """Draw the counts behind one token for each order."""
    text, tokens = view.text, pair.reference.tokens
    before = ("<s>", "<s>", *tokens)[place : place + 2]
    st.text(
        text("perplexity.history", place=place + 1, before=" ".join(before), token=tokens[place])
    )
    chapter.formula(text, equations(counts, pair.reference.ids, place, *smoothed))


def equations(
    counts: Counts, ids: tuple[int, ...], place: int, smoothing: Smoothing, k: float
) -> list[str]:
    """Return p of one token for each order: name, general form and numbers."""
    lines = []
    for n, history in zip(ORDERS, ("", r"\mid y_{t-1}", r"\mid y_{t-2}\, y_{t-1}"), strict=True):
        p = float(probabilities(counts, ids, n, smoothing, k)[place])
        seen, followed = (int(one[place]) for one in counts.counts_of(ids, n))
        name = rf"P_{n}(y_t {history})"
        if smoothing == "interpolated":
            weights = counts.weights[n - 1, : n + 1]
            terms = " + ".join(rf"\lambda_{i} P_{i}" for i in range(n + 1))
            ratios = [
                rf"{weights[i]:.3f} \cdot {_ratio(counts, ids, place, i)}" for i in range(1, n + 1)
            ]
            floor = rf"\tfrac{{{weights[0]:.4f}}}{{{counts.vocabulary}}}"
            body = rf"{terms} = {floor} + {' + '.join(ratios)}"
        elif smoothing == "add_k":
            body = (
                rf"\frac{{c + k}}{{c_{{history}} + kV}} = "
                rf"\frac{{{seen} + {k:g}}}{{{followed} + {k:g} \cdot {counts.vocabulary}}}"
            )
        else:
            body = rf"\frac{{c}}{{c_{{history}}}} = \frac{{{seen}}}{{{followed}}}"
        lines.append(f"{name} = {body} = {tex_probability(p) if p else 0}")
    return lines


def _ratio(counts: Counts, ids: tuple[int, ...], place: int, n: int) -> str:
    seen, followed = (int(one[place]) for one in counts.counts_of(ids, n))
    return rf"\tfrac{{{seen}}}{{{followed}}}"


def _said_of_held_out(view: View, counts: Counts) -> str:
    """State the perplexities on held-out sentences."""
    unigram, bigram, trigram = (f"{value:.1f}" for value in counts.held_out.tolist())
    return view.text(
        "perplexity.held_out",
        held=f"{counts.held_out_tokens:,}",
        unigram=unigram,
        bigram=bigram,
        trigram=trigram,
        transformer=f"{float(view.card['dev']['perplexity']):.2f}",
        counted=f"{counts.tokens:,}",
        sentences=f"{counts.sentences:,}",
    )
