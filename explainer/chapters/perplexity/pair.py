"""Perplexity of the model on one pair: the sentence above and a reference, token by token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.forcing import Forced
from explainer.analysis.perplexity import LITERATURE, NAT, Surprise, counts_of, per_unit
from explainer.chapters.perplexity.die import First, draw_dice, plain
from explainer.charts.lookup import key_bars
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker, move
from explainer.frame.probabilities import tex_probability
from explainer.frame.reference import Reference, pick_reference
from explainer.frame.view import View
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.text import Text

POSITION: Final = "perplexity_position"  # counts from 1, in the address too


@dataclass(frozen=True)
class Pair:
    """What the model says about the reference."""

    reference: Reference
    forced: Forced
    surprise: Surprise


def read_pair(view: View) -> Pair:
    """Draw the field of the reference and run it through the model. Raises Busy."""
    translation = view.translation
    reference = pick_reference(view)
    numbers = forced_pass(translation.model, translation.source.ids, reference.ids)
    return Pair(reference, numbers, Surprise(numbers.losses))


def pick_place(view: View, pair: Pair) -> int:
    """The token that is written out, from 0; at first the most surprising one."""
    text, ids = view.text, pair.reference.ids
    telling = int(pair.surprise.nats.argmax())
    return Picker(text, (ids,)).number(POSITION, text("perplexity.position"), len(ids), telling)


def draw_pair(view: View, pair: Pair, place: int) -> None:
    """The dice along the sentence, and the sum that gives the die of all."""
    text, surprise = view.text, pair.surprise
    draw_dice(
        text,
        "perplexity_walk",
        pair.reference.tokens,
        surprise,
        place,
        partial(move, POSITION),
        _first(view, pair.forced),
    )
    total = text(
        "perplexity.pair_sum",
        total=f"{surprise.total:.3f}",
        count=len(surprise.nats),
        mean=f"{surprise.mean:.4f}",
        bits=f"{surprise.bits:.4f}",
        pp=plain(surprise.perplexity),
    )
    typical = text("perplexity.typical", **{id: f"{value:g}" for id, value in LITERATURE.items()})
    st.caption("\n\n".join(filter(None, (total, _in_other_units(text, pair), typical))))


def _in_other_units(text: Text, pair: Pair) -> str:
    """The same sum shared out over words and over characters; these alone compare vocabularies.

    "" where nothing but the end was written.
    """
    units = per_unit(pair.surprise.total, counts_of(pair.reference.text))
    if not units:
        return ""
    return text(
        "perplexity.units",
        word=plain(units["word"].perplexity),
        character=plain(units["character"].perplexity),
        bits=f"{units['character'].bits:.3f}",
    )


def _first(view: View, numbers: Forced) -> list[First]:
    """At every token: what the model had expected first, how much, and the rank of what came."""
    names = model_of(view.translator_name).tokens(numbers.top_ids[:, 0].tolist())
    probs, ranks = numbers.top_probs[:, 0].tolist(), numbers.ranks.tolist()
    return list(zip(names, probs, ranks, strict=True))


def draw_numbers(view: View, pair: Pair, place: int) -> None:
    """Formula, shapes and our lines."""
    text = view.text
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, equations(view, pair, place))
    with shapes:
        size = len(pair.reference.ids)
        chapter.shapes(
            text,
            [
                ("logits", "B, T, V", (1, size, pair.forced.n_vocab)),
                ("log_probs", "B, T", (1, size)),
                ("loss", "", ()),
            ],
            text("perplexity.shapes_line", tokens=size),
        )
        chapter.code(text, "explainer.training.loss", "dev_loss")


def equations(view: View, pair: Pair, place: int) -> list[str]:
    """The chosen token's surprise, the mean, and its exponential."""
    surprise, colours = pair.surprise, tones(view.dark)
    y = in_colour(colours, "target", rf"y_{{{place + 1}}}")
    nats, count = float(surprise.nats[place]), len(surprise.nats)
    return [
        rf"-\log_2 p({y} \mid y_{{<{place + 1}}}, x) = "
        rf"-\log_2 {tex_probability(float(np.exp(-nats)))} = "
        rf"\frac{{{nats:.4f}}}{{\ln 2}} = {nats / NAT:.4f} \text{{ bit}}",
        rf"H = -\tfrac1T \textstyle\sum_t \ln p(y_t \mid y_{{<t}}, x) = "
        rf"\tfrac{{{number(surprise.total)}}}{{{count}}} = {surprise.mean:.4f}",
        rf"\mathrm{{PP}} = e^H = 2^{{H / \ln 2}} = e^{{{surprise.mean:.4f}}} = "
        rf"2^{{{surprise.bits:.4f}}} = {number(surprise.perplexity)}",
    ]


def draw_mistake(view: View, pair: Pair) -> None:
    """Perplexities of single tokens must not be averaged: the mean is taken of the losses."""
    text, surprise = view.text, pair.surprise
    chapter.wrong(text, text("perplexity.mistake_line"))
    right, wrong = surprise.perplexity, surprise.mean_of_each
    chapter.chart(
        key_bars(
            labels=[f"✓ {text('perplexity.mean_loss')}", f"✗ {text('perplexity.mean_pp')}"],
            values=np.array([right, min(wrong, 1e12)]),
            notes=[plain(right), plain(wrong)],
            colour="target",
            value_title=text("perplexity.perplexity"),
            label_title=text("words.way"),
            dark=view.dark,
        ),
        text("perplexity.mistake_alt", right=plain(right), wrong=plain(wrong)),
        "perplexity_mistake",
    )
