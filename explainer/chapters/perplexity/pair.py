"""The model's perplexity on a reference, token by token."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from explainer.analysis.forcing import Forced
from explainer.analysis.perplexity import LITERATURE, NAT, Surprise, counts_of, per_unit
from explainer.chapters.perplexity.die import First, draw_dice, format_perplexity
from explainer.charts.lookup import key_bars
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker, move
from explainer.frame.probabilities import tex_probability
from explainer.frame.reference import Reference, pick_reference
from explainer.frame.view import View
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.tokenizer import is_unspaced

POSITION = Place("perplexity_position")  # counts from 1, in the address too


@dataclass(frozen=True)
class Pair:
    """A reference with its teacher-forced pass and surprisal."""

    reference: Reference
    forced: Forced
    surprise: Surprise


def read_pair(view: View) -> Pair:
    """Draw the reference field and score it. Raises Busy."""
    translation = view.translation
    reference = pick_reference(view)
    numbers = forced_pass(translation.model, translation.source.ids, reference.ids)
    return Pair(reference, numbers, Surprise(numbers.losses))


def pick_token(view: View, pair: Pair) -> int:
    """Return the chosen token, from 0; by default the most surprising one."""
    text, ids = view.text, pair.reference.ids
    telling = int(pair.surprise.nats.argmax())
    return Picker(text, (ids,)).number(POSITION, len(ids), telling)


def draw_pair(view: View, pair: Pair, place: int) -> None:
    """Draw the dice along the sentence, and their mean as the perplexity's die."""
    text, surprise = view.text, pair.surprise
    draw_dice(
        text,
        "perplexity_walk",
        pair.reference.tokens,
        surprise,
        place,
        partial(move, POSITION),
        first=_first(view, pair.forced),
    )
    total = text(
        "perplexity.pair_sum",
        total=f"{surprise.total:.3f}",
        count=len(surprise.nats),
        mean=f"{surprise.mean:.4f}",
        bits=f"{surprise.bits:.4f}",
        pp=format_perplexity(surprise.perplexity),
    )
    st.caption(total)
    fold = chapter.fold(text("perplexity.compared"), "perplexity_compared")
    if fold.open:
        known = {id: f"{value:g}" for id, value in LITERATURE.items()}
        told = (_in_other_units(text, pair), text("perplexity.typical", **known))
        fold.markdown("\n\n".join(filter(None, told)))


def _in_other_units(text: Text, pair: Pair) -> str:
    """State the cross-entropy per word and per character, which compare across vocabularies.

    Where words have no spaces between them, per character alone.
    """
    written = pair.reference.text
    units = per_unit(pair.surprise.total, counts_of(written))
    if not units:
        return ""
    return text(
        "perplexity.units_unspaced" if is_unspaced(written) else "perplexity.units",
        word=format_perplexity(units["word"].perplexity),
        character=format_perplexity(units["character"].perplexity),
        bits=f"{units['character'].bits:.3f}",
    )


def _first(view: View, numbers: Forced) -> list[First]:
    """Return the model's first choice at every token, its p, and the actual token's rank."""
    names = model_of(view.translator_name).tokens(numbers.top_ids[:, 0].tolist())
    probs, ranks = numbers.top_probs[:, 0].tolist(), numbers.ranks.tolist()
    return list(zip(names, probs, ranks, strict=True))


def draw_numbers(view: View, pair: Pair, place: int) -> None:
    """Draw formula, shapes and code."""
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
    """Return the chosen token's surprisal, the mean, and its exponential."""
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
    """Show why token perplexities must not be averaged; the mean is taken of losses."""
    text, surprise = view.text, pair.surprise
    chapter.wrong(text, text("perplexity.mistake_line"))
    right, wrong = surprise.perplexity, surprise.mean_of_each
    chapter.chart(
        key_bars(
            labels=[f"✓ {text('perplexity.mean_loss')}", f"✗ {text('perplexity.mean_pp')}"],
            values=np.array([right, min(wrong, 1e12)]),
            notes=[format_perplexity(right), format_perplexity(wrong)],
            colour="target",
            value_title=text("perplexity.perplexity"),
            label_title=text("words.way"),
            dark=view.dark,
        ),
        text(
            "perplexity.mistake_alt", right=format_perplexity(right), wrong=format_perplexity(wrong)
        ),
        "perplexity_mistake",
    )
