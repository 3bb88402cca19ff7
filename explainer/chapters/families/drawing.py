"""What all families share: the drawing of masks and halves, and what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import (
    CROSS,
    FAMILY_NAMES,
    HIDDEN,
    SELF,
    Family,
    looks,
)
from explainer.chapters.families.kin import ROWS, Box, KinWords, Look, Stack, kin, kin_payload
from explainer.runs import families

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from explainer.frame.view import View
    from explainer.text import Text


def lead(view: View, family: Family) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Places for what a family does, and for who sees whom and the half that it uses."""
    text = view.text
    job, kinship = st.columns([0.4, 0.6], gap="medium")
    job.markdown(f"**{text('families.lead_job')}**")
    job.caption(text.each("families.objective_*", *FAMILY_NAMES)[family])
    dev = families.facts()["networks"][family]["dev"]
    counted = {name: f"{dev[name]:.2f}" for name in ("nats", "unigram", "bigram")}
    job.caption(text("families.measured", **counted))
    return job, kinship


def _alternative(stack: Stack) -> str:
    said = [f"{box.title} ({box.note})" if box.note else box.title for box in stack.boxes]
    return f"{stack.name}: " + ", ".join(one for one in said if one)


def stacks(text: Text, family: Family) -> tuple[Stack, Stack, tuple[int, int] | None]:
    """Both stacks of a family and what goes over from the left to the right one."""
    both, causal = text("families.both_sides"), text("families.causal")
    encoder, decoder = text("families.encoder"), text("families.decoder")
    none_encoder = Stack(text("families.no_encoder"), _column(text, "", both, False, ""), "none")
    none_decoder = Stack(text("families.no_decoder"), _column(text, "", causal, True, ""), "none")
    reads = text.each("families.reads_*", "masked", "before", "damaged", "own", "proposed")
    says = text.each("families.says_*", "masked", "next", "sentence", "spans", "replaced")
    if family == "bert":
        column = _column(text, reads["masked"], both, False, says["masked"])
        return Stack(encoder, column, "source"), none_decoder, None
    if family == "gpt":
        column = _column(text, reads["before"], causal, False, says["next"])
        return none_encoder, Stack(decoder, column, "target"), None
    if family == "electra":
        first = _column(text, reads["masked"], both, False, says["masked"])
        second = _column(text, reads["proposed"], both, False, says["replaced"])
        return (
            Stack(text("families.generator"), first, "source"),
            Stack(text("families.discriminator"), second, "source"),
            (ROWS - 1, 0),
        )
    wanted = says["spans"] if family == "t5" else says["sentence"]
    first = _column(text, reads["damaged"], both, False, "")
    second = _column(text, reads["own"], causal, True, wanted)
    return Stack(encoder, first, "source"), Stack(decoder, second, "target"), (4, 3)


def _column(text: Text, reads: str, mask: str, cross: bool, says: str) -> list[Box]:
    return [
        Box(reads),
        Box(text("families.box_embedding")),
        Box(text("families.box_self"), mask),
        Box(text("families.box_cross")) if cross else Box(""),
        Box(text("families.box_ffn")),
        Box(says),
    ]


def draw_map(
    view: View,
    family: Family,
    trace: Mapping[str, NDArray[Any]],
    left: Sequence[str] = (),
    right: Sequence[str] = (),
    row: int = -1,
) -> None:
    """Who may look at whom in the pass on screen, all masks in one map, that `row` lit; and the
    halves that the family uses.
    """
    text, states = view.text, looks(family, trace).states
    every = {
        SELF: Look("s", text("families.look_self"), "weight"),
        CROSS: Look("c", text("families.look_cross"), "memory"),
        HIDDEN: Look("h", text("families.look_hidden"), "line"),
    }
    marks = {state: look.state for state, look in every.items()}
    encoder, decoder, over = stacks(text, family)
    seen, hidden = int((states > HIDDEN).sum()), int((states == HIDDEN).sum())
    sides = {"left": _alternative(encoder), "right": _alternative(decoder)}
    names = (*left, *right)
    data = kin_payload(
        names=names,
        states=["".join(marks.get(state, " ") for state in line) for line in states.tolist()],
        looks=[look for state, look in every.items() if (states == state).any()],
        row=row % len(names),
        stacks=(encoder, decoder),
        over=over,
        words=KinWords(
            who=text("families.lead_mask"),
            which=text("families.lead_half"),
            mask=text.each("families.mask_*", *FAMILY_NAMES)[family],
            direction=text.each("families.direction_*", *FAMILY_NAMES)[family],
            map=text("families.map_alt", name=FAMILY_NAMES[family], seen=seen, hidden=hidden),
            halves=text("families.halves_alt", name=FAMILY_NAMES[family], **sides),
            told=text.template("families.row_sees"),
        ),
        dark=view.dark,
    )
    kin(data, key=f"families_kin_{family}")
