"""Drawings shared by all families: masks, stacks, and measured scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import FAMILY_NAMES, Family, attention_map
from explainer.drawings import drawing
from explainer.frame import chapter

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from explainer.frame.view import View
    from explainer.text import Text


@contextmanager
def figure(view: View, family: Family) -> Iterator[tuple[DeltaGenerator, DeltaGenerator]]:
    """Yield containers for a family's masks and stacks, and for its output; say its objective.

    The figures of all families are one to Streamlit: the map stays and moves.
    """
    text = view.text
    with chapter.figure(text("families.who"), text.each("families.mask_*", *FAMILY_NAMES)[family]):
        kinship, job = st.columns([0.62, 0.38], gap="medium")
        job.markdown(f"**{text('families.lead_job')}**")
        job.caption(text.each("families.*_line", *FAMILY_NAMES)[family])
        yield kinship, job
        st.caption(text.each("families.objective_*", *FAMILY_NAMES)[family])


Stack = dict[str, Any]  # name, tone, boxes from the bottom up: of each a title and a note


def stacks(text: Text, family: Family) -> tuple[Stack, Stack, tuple[int, int] | None]:
    """Return both stacks of a family, and what passes from the left to the right one."""
    both, causal = text("families.both_sides"), text("families.causal")
    encoder, decoder = text("families.encoder"), text("families.decoder")
    none_encoder = _stack(text("families.no_encoder"), _column(text, "", both, False, ""), "none")
    none_decoder = _stack(text("families.no_decoder"), _column(text, "", causal, True, ""), "none")
    reads = text.each("families.reads_*", "masked", "before", "damaged", "own", "proposed")
    says = text.each("families.says_*", "masked", "next", "sentence", "spans", "replaced")
    if family == "bert":
        column = _column(text, reads["masked"], both, False, says["masked"])
        return _stack(encoder, column, "source"), none_decoder, None
    if family == "gpt":
        column = _column(text, reads["before"], causal, False, says["next"])
        return none_encoder, _stack(decoder, column, "target"), None
    if family == "electra":
        first = _column(text, reads["masked"], both, False, says["masked"])
        second = _column(text, reads["proposed"], both, False, says["replaced"])
        return (
            _stack(text("families.generator"), first, "source"),
            _stack(text("families.discriminator"), second, "source"),
            (5, 0),
        )
    wanted = says["spans"] if family == "t5" else says["sentence"]
    first = _column(text, reads["damaged"], both, False, "")
    second = _column(text, reads["own"], causal, True, wanted)
    return _stack(encoder, first, "source"), _stack(decoder, second, "target"), (4, 3)


def _stack(name: str, boxes: list[tuple[str, str]], tone: str) -> Stack:
    return {"name": name, "tone": tone, "boxes": boxes}


def _column(text: Text, reads: str, mask: str, cross: bool, says: str) -> list[tuple[str, str]]:
    return [
        (reads, ""),
        (text("families.box_embedding"), ""),
        (text("families.box_self"), mask),
        (text("families.box_cross") if cross else "", ""),
        (text("families.box_ffn"), ""),
        (says, ""),
    ]


def draw_map(
    view: View,
    family: Family,
    trace: Mapping[str, NDArray[Any]],
    left: Sequence[str] = (),
    right: Sequence[str] = (),
    row: int = -1,
) -> None:
    """Draw all attention masks of the pass as one map, `row` selected, and the stacks used."""
    text, names = view.text, [*left, *right]
    encoder, decoder, over = stacks(text, family)
    seen = attention_map(family, trace)
    data = {
        "name": FAMILY_NAMES[family],
        "names": names,
        "states": seen.states.tolist(),
        "left": seen.left,
        "row": row % len(names),
        "stacks": [encoder, decoder],
        "over": over,
        "direction": text.each("families.direction_*", *FAMILY_NAMES)[family],
    }
    words = text.section("families.attention_pattern")
    drawing("families/attention_pattern", data, words=words, key="families_kin")
