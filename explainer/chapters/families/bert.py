"""BERT: mask a token, see what it takes the place for, and where it looks on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import MASK, Ids, ranking
from explainer.chapters.families.drawing import draw_map, draw_rest, lead, more
from explainer.chapters.families.guesses import guesses, guesses_payload
from explainer.chapters.families.state import (
    LAYER,
    SEEDED,
    Sentence,
    kind_of,
    pick_seed,
    whole,
)
from explainer.charts.axes import tone
from explainer.charts.cell_map import cell_map
from explainer.charts.tiles import Sides, State, Tile, tiles
from explainer.components.chips import Chip, ChipRow, chips
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.pickers import Picker, move, numbers_from_one
from explainer.frame.probabilities import tex_probability
from explainer.runs import families
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View

PLACE: Final = "families_place"
SHOWN: Final = 8  # candidates
DRAWS: Final = 10  # rows of the training examples


@whole
def draw_bert(view: View, sentence: Sentence) -> None:
    text = view.text
    pick = Picker(text, (sentence.ids,), shared=False)
    place = pick.number(PLACE, text("families.masked"), len(sentence.ids), telling_place(sentence))
    read = masked(sentence, place)
    trace = families.passed("bert", read)
    probs = trace["probs"][place + 1]
    with chapter.figure(text("families.bert"), text("families.bert_line")):
        job, mask = lead(view, "bert")
        with job:
            _tokens(view, sentence, place)
            _guesses(view, sentence, place, probs)
        with mask:
            draw_map(view, "bert", trace, left=families.names(read), row=place + 1)
    fold = more(view, LAYER, SEEDED)
    if fold.open:
        with fold:
            with chapter.figure(text("families.bert_looks"), text("families.bert_looks_line")):
                _looks(view, pick, trace, families.names(read), place + 1)
            with chapter.figure(text("families.rule"), text("families.rule_line")):
                _rule(view, sentence)
            draw_rest(view, "bert")
    p = float(probs[sentence.ids[place]])
    chapter.formula(
        text,
        [
            rf"\mathcal{{L}} = -\log p(x_{{{place + 1}}} \mid \tilde{{x}})"
            rf" = -\log {tex_probability(p)} = {number(-float(np.log(p)))}"
        ],
    )
    heads, tokens = trace["layers.0.self_attn.weights"].shape[:2]
    chapter.shapes(
        text,
        [
            ("embed", "B, S, d_model", (1, *trace["embed"].shape)),
            ("weights", "B, H, S, S", (1, heads, tokens, tokens)),
            ("logits", "B, S, V", (1, *trace["logits"].shape)),
        ],
    )
    chapter.code(text, "explainer.training.objectives", "masked_lm")


def _guesses(view: View, sentence: Sentence, place: int, probs: NDArray[np.float32]) -> None:
    """The most probable tokens behind [MASK], and the one that stood there."""
    text, best, true = view.text, ranking(probs, SHOWN), sentence.ids[place]
    names = families.names(best)
    data = guesses_payload(
        names,
        probs[best].tolist(),
        chosen=best.index(true) if true in best else None,
        others=text("families.others"),
        title=text("families.bert_alt", best=names[0], p=percent(float(probs[best[0]]), 0)),
        dark=view.dark,
    )
    guesses(data, key="families_bert_probs")
    p, rank = percent(float(probs[true]), 0), 1 + int((probs > probs[true]).sum())
    st.text(text("families.bert_true", piece=sentence.names[place], p=p, rank=rank))


def _looks(
    view: View,
    pick: Picker,
    trace: Mapping[str, NDArray[Any]],
    names: Sequence[str],
    place: int,
) -> None:
    """The rows of [MASK] of all heads of a layer."""
    text = view.text
    layers = sum(name.endswith("self_attn.weights") for name in trace)
    layer = pick.segments(LAYER, text("words.layer"), numbers_from_one(layers), layers - 1)
    weights = trace[f"layers.{layer}.self_attn.weights"][:, place]
    chapter.chart(
        cell_map(
            values=weights,
            row_labels=[text("families.head", number=n) for n in range(1, len(weights) + 1)],
            key_labels=names,
            row_title="",
            key_title=text("families.key"),
            value_title=text("words.weight"),
            row_colour="ink",
            dark=view.dark,
        ),
        text("families.bert_looks_alt", heads=len(weights), tokens=len(names)),
        "families_bert_weights",
    )
    mean = weights.mean(axis=0)
    before, itself, after = mean[:place].sum(), mean[place], mean[place + 1 :].sum()
    st.caption(
        text(
            "families.bert_sides",
            before=percent(before, 0),
            itself=percent(itself, 0),
            after=percent(after, 0),
        )
    )


def masked(sentence: Sentence, place: int) -> Ids:
    framed = list(sentence.framed)
    framed[place + 1] = MASK
    return tuple(framed)


def telling_place(sentence: Sentence) -> int:
    """Where the page opens: the longest token that has others on both sides."""
    inner = range(1, len(sentence.ids) - 2) or range(1)
    return max(inner, key=lambda place: len(sentence.names[place]))


def _tokens(view: View, sentence: Sentence, place: int) -> None:
    text, hole = view.text, families.names((MASK,))[0]
    shown = [
        Chip(
            hole if at == place else name,
            "special" if at == place else kind_of(index, "source"),
            (name,) if at == place else ("",),
            begins=name.startswith("▁"),
        )
        for at, (index, name) in enumerate(zip(sentence.ids, sentence.names, strict=True))
    ]
    chips(
        rows=[ChipRow("", shown)],
        title=text("families.press"),
        dark=view.dark,
        key="families_bert_tokens",
        chosen=(0, place),
        on_pick=lambda at: move(PLACE, at[1]),
    )


def _rule(view: View, sentence: Sentence) -> None:
    """Ten training examples from the sentence: what was chosen and what became of it."""
    text = view.text
    seed = pick_seed(text)
    examples = families.examples(sentence.ids, seed, DRAWS)
    kinds = [
        State(text("families.fate_none"), "page"),
        State(text("families.fate_mask"), "weight"),
        State(text("families.fate_random"), "error"),
        State(text("families.fate_keep"), "correct"),
    ]
    states = np.zeros((DRAWS, len(sentence.ids)), dtype=np.int64)
    words = []
    for row, one in enumerate(examples):
        for place, fate in zip(one.places, one.fates, strict=True):
            states[row, place] = 1 + families.FATES.index(fate)
        words.append(
            [name if states[row, at] else "" for at, name in enumerate(families.names(one.fed))]
        )
    inks = [tone(name, view.dark) for name in ("ink", "on_high")]
    counts = {
        f"{fate}_count": int((states == 1 + n).sum()) for n, fate in enumerate(families.FATES)
    }
    chapter.chart(
        tiles(
            rows=[
                [Tile(*cell, ink=inks[cell[0] > 0]) for cell in zip(*row, strict=True)]
                for row in zip(states.tolist(), words, strict=True)
            ],
            row_labels=[str(n + 1) for n in range(DRAWS)],
            key_labels=sentence.names,
            sides=Sides(
                text("families.example"),
                text("words.piece"),
                "second",
                "source_text",
                row=22,
                room=44,
                legend=True,
            ),
            kinds=kinds,
            dark=view.dark,
        ),
        text("families.rule_alt", count=DRAWS, **counts),
        "families_rule",
    )
    st.caption(text("families.rule_counts", chosen=int((states > 0).sum()), **counts))
