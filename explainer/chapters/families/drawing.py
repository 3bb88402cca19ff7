"""What all families share: the drawing of masks and halves, and what was measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import (
    CROSS,
    FAMILIES,
    FAMILY_NAMES,
    HIDDEN,
    SELF,
    Family,
    looks,
)
from explainer.chapters.families.kin import ROWS, Box, KinWords, Look, Stack, kin, kin_payload
from explainer.charts.bars import Look as BarLook
from explainer.charts.bars import Series, bars
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.runs import families
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator
    from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

    from explainer.frame.view import View
    from explainer.text import Text

# Layers x d_model of a published model of the family, what it read, where that stands.
PUBLISHED: Final[dict[Family, tuple[str, str, str]]] = {
    "bert": ("12 × 768", "3.3 × 10⁹", "arXiv:1810.04805"),
    "gpt": ("12 × 768", "0.8 × 10⁹", "arXiv:1810.04805, A.4"),
    "bart": ("12 + 12 × 1024", "160 GB", "arXiv:1910.13461, 5"),
    "t5": ("12 + 12 × 768", "34 × 10⁹", "arXiv:1910.10683, 3.1"),
    "electra": ("12 × 256", "3.3 × 10⁹", "arXiv:2003.10555, 3.1"),
}


def lead(view: View, family: Family) -> tuple[DeltaGenerator, DeltaGenerator]:
    """Places for what a family does, and for who sees whom and the half that it uses."""
    text = view.text
    job, kinship = st.columns([0.4, 0.6], gap="medium")
    job.markdown(f"**{text('families.lead_job')}**")
    job.caption(text.each("families.objective_*", *FAMILY_NAMES)[family])
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


def more(view: View, *controls: str) -> ExpanderContainer:
    """The fold for what stands below the figure of a family; open where the address has one of the
    `controls` in it.
    """
    asked = any(name in st.query_params for name in controls)
    return chapter.fold(view.text("families.more"), key="families_more", expanded=asked)


def draw_rest(view: View, family: Family) -> None:
    """Last in the fold of a family: what was measured, all five."""
    text = view.text
    with chapter.figure(text("families.good"), text.each("families.good_*", *FAMILY_NAMES)[family]):
        draw_measured(view, family)
    fold = chapter.table(text("families.five"), "families_five")
    if fold.open:
        with fold:
            st.caption(text("families.five_line"))
            draw_table(text)
            st.markdown(text("families.carries"))


def measured(family: Family) -> Mapping[str, Any]:
    facts: Mapping[str, Any] = _there()[family]
    return facts


def draw_measured(view: View, family: Family) -> None:
    """Mean surprise of the dev tokens: two tables of counts and the model."""
    text, dev = view.text, measured(family)["dev"]
    keys = ("unigram", "bigram", "nats")
    labels = [text("families.unigram"), text("families.bigram"), FAMILY_NAMES[family]]
    nats = [dev[key] for key in keys]
    notes = [
        text("families.nats_and", nats=f"{n:.2f}", perplexity=f"{np.exp(n):,.1f}") for n in nats
    ]
    chapter.chart(
        bars(
            labels=labels,
            series=[Series(text("families.mean_nats"), nats, "target")],
            tones=["residual", "residual", "target"],
            notes=notes,
            label_title="",
            value_title=text("families.mean_nats"),
            look=BarLook(span=(0, 10), legend=False),
            dark=view.dark,
        ),
        text("families.measured_alt", values="; ".join(notes)),
        f"families_measured_{family}",
    )
    if "detection" in dev:
        areas = dev["detection"]
        shares = {key: f"{areas[key]:.3f}" for key in ("model", "unigram", "bigram")}
        st.markdown(text("families.detection", replaced=percent(areas["replaced"], 0), **shares))


def draw_table(text: Text) -> None:
    """The five side by side, with a published model of each."""
    halves_of = text.each("families.half_*", *FAMILY_NAMES)
    masks = text.each("families.short_mask_*", *FAMILY_NAMES)
    objectives = text.each("families.short_*", *FAMILY_NAMES)
    rows = [
        {
            "name": FAMILY_NAMES[family],
            "half": halves_of[family],
            "mask": masks[family],
            "objective": objectives[family],
            "here": f"{entry['parameters'] / 1e6:.2f} M",
            "size": PUBLISHED[family][0],
            "read": PUBLISHED[family][1],
            "source": PUBLISHED[family][2],
        }
        for family, entry in _there().items()
    ]
    columns: dict[str, Column | str] = {
        "name": Column(text("families.col_name"), pinned=True),
        "half": Column(text("families.row_half"), width="medium"),
        "mask": text("families.row_mask"),
        "objective": Column(text("families.row_objective"), width="medium"),
        "here": text("families.col_here"),
        "size": text("families.col_size"),
        "read": text("families.col_read"),
        "source": text("families.col_source"),
    }
    show_table(text("families.five_alt"), columns, rows)


def _there() -> Mapping[Family, Any]:
    """The families that are there, in the order of the page."""
    entries = families.facts()["networks"]
    return {family: entries[family] for family in FAMILIES if family in entries}
