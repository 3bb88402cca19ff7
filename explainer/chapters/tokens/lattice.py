"""All segmentations of the sentence: the lattice, a chosen one, and its translation."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any

import streamlit as st

from explainer.chapters.tokens.data import translate_ids, write_from
from explainer.drawings import Choice, drawing
from explainer.frame import chapter
from explainer.frame.choices import Drawn, OneOf
from explainer.frame.formula import in_colour, tones
from explainer.frame.view import View
from explainer.runs.tokenizers import COUNT, LETTERS, Segmentations, segmentations
from explainer.text import Text
from explainer.text.numbers import power
from explainer.tokenizer.lattice import MARK, LatticePath, count_paths
from explainer.tokenizer.tokenizer import EOS, SPECIALS, UNK

WAY = OneOf("tokens_way", (*map(str, range(1, COUNT + 1)), LETTERS))
CUT = Drawn("tokens_cut", str)  # of the reader's own: where its tokens begin, joined by dots
TERMS = 2  # a longer sum is written with its first terms, dots, and the last
SUMS_AGREE = 1e-3  # SentencePiece adds up to 200 logarithms in 32 bits


def draw_lattice(view: View) -> None:
    """Draw the sentence in one of its segmentations, and what follows from it."""
    text, translation = view.text, view.translation
    cut = segmentations(translation.model, translation.source.text)
    longest = int(view.card.get("model", {}).get("max_positions", 256))
    ways = {name: way for name, way in cut.ways.items() if len(way.ids) <= longest}
    with chapter.figure(text("tokens.ways_title"), text("tokens.ways_line")):
        chosen = WAY.in_drawing(text)
        of = (chosen, translation.source.text)  # who chooses a way wants it
        own = _own(cut, CUT.in_drawing(text, "", of=of))
        way = own or ways.get(chosen, cut.best)
        _figure(view, cut, ways, way)
    left, right = chapter.details()
    with left:
        chapter.formula(text, _equations(view, cut, way))
        difference = max(abs(way.score - way.sentencepiece_score) for way in cut.ways.values())
        chapter.agreement(text, difference, SUMS_AGREE)
    with right:
        width = translation.trace["memory"].shape[-1]
        chapter.shapes(
            text,
            [
                ("ids", "B, S", (1, len(way.ids))),
                ("memory", "B, S, d_model", (1, len(way.ids), width)),
            ],
            text("tokens.shapes_note"),
        )


def count_ways(view: View) -> dict[str, str]:
    """Return in how many ways the vocabulary can cut the sentence."""
    cut = segmentations(view.translation.model, view.translation.source.text)
    count = count_paths(cut.arcs, len(cut.marked))
    return {"ways": f"{count:,}" if count < 1e9 else power(count, 1)}


def _own(cut: Segmentations, written: str) -> LatticePath | None:
    """Return the way of the reader's own, written as the places where its tokens begin.

    None if there is none, or the vocabulary lacks one of its tokens.
    """
    if not re.fullmatch(r"0(\.\d{1,4})+", written):
        return None
    starts = [int(place) for place in written.split(".")]
    fit = (arc for arc in cut.arcs if arc.id != UNK or arc in cut.best.arcs)
    known = {(arc.start, arc.end): arc for arc in fit}
    arcs = [known.get(ends) for ends in pairwise((*starts, len(cut.marked)))]
    return LatticePath(tuple(filter(None, arcs)), math.nan) if all(arcs) else None


def _figure(
    view: View, cut: Segmentations, ways: Mapping[str, LatticePath], taken: LatticePath
) -> None:
    """Draw the sentence in the way that is taken, and what the model makes of it."""
    text, names = view.text, list(ways)
    through = (arc for way in ways.values() for arc in way.arcs)
    arcs = sorted({*cut.arcs, *through}, key=lambda arc: (arc.start, arc.end))
    place = {arc: index for index, arc in enumerate(arcs)}
    paths = [[place[arc] for arc in way.arcs] for way in ways.values()]
    path = [place[arc] for arc in taken.arcs]

    def choose(choice: Choice) -> None:
        """Take one of the ways, or a cut of the reader's own, which the next run examines."""
        sent = choice.get("path")
        if sent in paths:
            st.session_state[WAY.name], st.session_state[CUT.name] = names[paths.index(sent)], ""
        elif isinstance(sent, list) and all(
            type(one) is int and one in range(len(arcs)) for one in sent
        ):
            st.session_state[CUT.name] = ".".join(str(arcs[one].start) for one in sent)

    best = translate_ids(view, cut.best.ids) or ""
    ids, tokens, now = write_from(view, taken.ids) or ((), (), "")
    out = [{"token": token, "id": id} for token, id in zip(tokens, ids, strict=True)]
    drawing(
        "tokens/segmentation",
        {
            "marked": cut.marked,
            "arcs": [asdict(arc) for arc in arcs],
            "ways": paths,
            "names": [_name(text, name) for name in names],
            "end": {"token": SPECIALS[EOS], "id": EOS},
            "written": {"path": path, "best": best, "now": now, "tokens": out},
        },
        words=text.section("tokens.segmentation"),
        key="tokens_segmentation",
        chosen={"path": path},
        on_choice=choose,
        blank=_blank,
    )


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    """Hide the answer: every word uncut.

    The reader may choose one, or cut all of them by hand.
    """
    marked = data["marked"]
    starts = [at for at, sign in enumerate(marked) if sign == MARK or at == 0]
    ends = [*starts[1:], len(marked)]
    arcs = [
        {"start": start, "end": end, "token": "?", "id": "?", "score": None}
        for start, end in zip(starts, ends, strict=True)
    ]
    offers = [marked[arc["start"] : arc["end"]].removeprefix(MARK) for arc in arcs]
    return {**data, "arcs": arcs, "ways": [[*range(len(arcs))]], "offers": offers}


def _name(text: Text, name: str) -> str:
    return text("tokens.way_letters") if name == LETTERS else text("tokens.way", rank=name)


def _equations(view: View, cut: Segmentations, way: LatticePath) -> list[str]:
    """Return the sum over tokens, and the ratio to the most likely segmentation."""
    terms = [f"{arc.score:.2f}" for arc in way.arcs]
    shown = terms if len(terms) <= TERMS + 1 else [*terms[:TERMS], r"\cdots", terms[-1]]
    total = "".join(
        term if i == 0 or term.startswith("-") else f"+{term}" for i, term in enumerate(shown)
    )
    source = in_colour(tones(view.dark), "source", rf"{way.score:.2f}")
    gap = way.score - cut.best.score
    return [
        rf"\log P(x) = \sum_i \log p(x_i) = {total} = {source}",
        rf"\frac{{P(x)}}{{P(x^*)}} = e^{{\log P(x) - \log P(x^*)}}"
        rf" = e^{{{way.score:.2f} - ({cut.best.score:.2f})}} = {_power(math.exp(gap))}",
    ]


def _power(value: float) -> str:
    """Format a share 0..1, a small one as a power of ten."""
    if value >= 1e-3:
        return f"{value:.4f}"
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"
