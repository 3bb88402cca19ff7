"""What the page of pieces needs of a model: its tokenizer, all ways to cut, small translations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from explainer.components.chips import Chip, Kind
from explainer.runs import resources
from explainer.tokenizer.lattice import Arc, Lattice, Way, best_ways, by_letters
from explainer.tokenizer.tokenizer import EOS, UNK

if TYPE_CHECKING:
    from explainer.text import Text
    from explainer.tokenizer import Pieces, Tokenizer

COUNT = 8  # ways that are shown
LETTERS = "letters"


def tokenizer(model: str) -> Tokenizer:
    """The tokenizer of an installed model."""
    return resources.translator(model, resources.usable()[model].version).tokenizer


def lattice(model: str) -> Lattice:
    """The vocabulary of a model, ready to look up."""
    return _lattice(model, resources.usable()[model].version)


@st.cache_resource(max_entries=8, show_spinner=False)
def _lattice(name: str, version: str) -> Lattice:
    return Lattice(resources.translator(name, version).tokenizer)


@dataclass(frozen=True)
class Cuts:
    """A sentence with ▁ for spaces, every piece that fits, and ways through them by option id."""

    marked: str
    arcs: tuple[Arc, ...]
    ways: dict[str, Way]

    @property
    def best(self) -> Way:
        return self.ways["1"]


def cuts(model: str, sentence: str) -> Cuts:
    """All that can be cut in a sentence, kept for each sentence."""
    return _cuts(model, resources.usable()[model].version, sentence)


@st.cache_resource(max_entries=64, show_spinner=False)
def _cuts(name: str, version: str, sentence: str) -> Cuts:
    vocabulary = _lattice(name, version)
    found = best_ways(resources.translator(name, version).tokenizer, vocabulary, sentence, COUNT)
    marked = "".join(arc.piece for arc in found[0].arcs)
    ways = {str(rank): way for rank, way in enumerate(found, start=1)}
    ways[LETTERS] = by_letters(vocabulary, marked)
    known = dict.fromkeys(vocabulary.arcs(marked))
    known |= dict.fromkeys(arc for way in found for arc in way.arcs)  # runs of unknown characters
    return Cuts(marked, tuple(known), ways)


def translated(text: Text, model: str, ids: Sequence[int]) -> str | None:
    """What the model makes of source ids, greedily; None, after a message, when all are busy."""
    try:
        return resources.generated(model, tuple(ids))[2]
    except resources.Busy:
        st.warning(text("shell.busy"), icon=":material/hourglass_top:")
        return None


def kind_of(index: int, side: Kind) -> Kind:
    """How a chip looks: unknown and special pieces are not of a side."""
    if index == UNK:
        return "unknown"
    return "special" if index <= EOS else side


def source_chips(pieces: Pieces) -> list[Chip]:
    """The pieces of a sentence with their ids and the characters they cover."""
    words = (-2, *pieces.words)
    found = zip(pieces.pieces, pieces.ids, pieces.spans, strict=True)
    return [
        Chip(
            piece,
            kind_of(index, "source"),
            (str(index), f"{start}–{end}" if end > start else "·"),
            begins=words[place] != words[place + 1],
        )
        for place, (piece, index, (start, end)) in enumerate(found)
    ]


def arc_chips(arcs: Sequence[Arc]) -> list[Chip]:
    """The pieces of a path with their ids."""
    return [
        Chip(arc.piece, kind_of(arc.id, "source"), (str(arc.id),), arc.piece.startswith("▁"))
        for arc in arcs
    ]
