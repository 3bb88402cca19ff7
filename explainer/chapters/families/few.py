"""Little data: what 2,000 verses teach a translator, by what it knew before and what may learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from explainer.charts.curves import Axis, Curve, Rule, curves
from explainer.data.few_pairs import FewPairs, Way, few_pairs
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View

NONE: Final = "none"  # the way on which nothing is learned
WAYS: Final = ("none", "scratch", "embeddings_frozen", "embeddings", "frozen", "all")
# Of each way its tone, and whether its embeddings or its encoder are frozen: then it is dashed.
LINES: Final[Mapping[str, tuple[str, bool]]] = {
    "scratch": ("residual", False),
    "embeddings_frozen": ("source", True),
    "embeddings": ("source", False),
    "frozen": ("target", True),
    "all": ("target", False),
}


def draw_few(view: View) -> None:
    text, few = view.text, few_pairs()
    if few is None:
        st.info(text("families.few_missing"), icon=":material/info:")
        return
    names = text.each("families.few_way_*", *WAYS)
    line = text("families.few_line", pairs=f"{few.pairs:,}", dev=f"{few.dev:,}")
    with chapter.figure(text("families.few"), line):
        _losses(view, few, names)
    line = text("families.few_scores_line", test=f"{few.test:,}")
    with chapter.figure(text("families.few_scores"), line):
        _scores(view, few, names)
        st.markdown(text("families.few_said", **_facts(few)))
        rate = f"{few.rate:g}"
        st.caption(text("families.few_protocol", steps=f"{few.steps:,}", rate=rate))
    chapter.code(text, "explainer.training.few", "begin")


def _facts(few: FewPairs) -> dict[str, str]:
    """The scores that the text is about, by the names of the ways and by what they stand for."""
    ways = {way.name: way for way in few.ways}
    return {
        **{name: f"{way.bleu:.1f}" for name, way in ways.items() if name != NONE},
        "kept": f"{ways['frozen'].everyday:.1f}",
        "lost": f"{ways['all'].everyday:.1f}",
        "before": f"{ways[NONE].everyday:.1f}",
        "step": f"{ways['all'].step:,}",
        "pairs": f"{few.pairs:,}",
    }


def _losses(view: View, few: FewPairs, names: Mapping[str, str]) -> None:
    text = view.text
    learning = [way for way in few.ways if way.name in LINES]
    level = [Rule(way.loss, names[way.name], "second") for way in few.ways if way.name == NONE]
    ends = "; ".join(f"{names[way.name]} {way.loss:.2f}" for way in few.ways)
    chapter.chart(
        curves(
            lines=[_curve(way, names) for way in learning],
            levels=level,
            x=Axis(text("families.few_step"), form="d"),
            y=Axis(text("families.few_loss"), span=(_lowest(learning), _highest(learning))),
            name_title=text("families.few_way"),
            form=".2f",
            dark=view.dark,
            height=340,
        ),
        text("families.few_alt", ends=ends),
        "families_few",
    )


def _curve(way: Way, names: Mapping[str, str]) -> Curve:
    tone, frozen = LINES[way.name]
    steps, losses = zip(*way.curve, strict=True)
    dash = (4, 3) if frozen else ()
    return Curve(names[way.name], losses, tone, steps, dash=dash, pointed=False)


def _lowest(ways: list[Way]) -> float:
    return min(loss for way in ways for _, loss in way.curve) - 0.2


def _highest(ways: list[Way]) -> float:
    return max(loss for way in ways for _, loss in way.curve) + 0.2


def _scores(view: View, few: FewPairs, names: Mapping[str, str]) -> None:
    text = view.text
    rows = [
        {
            "way": names[way.name],
            "trained": way.trained,
            "step": way.step,
            "loss": way.loss,
            "bleu": way.bleu,
            "interval": f"{way.bleu_low:.1f}…{way.bleu_high:.1f}",
            "chrf": way.chrf,
            "everyday": way.everyday,
        }
        for way in few.ways
    ]
    ends = "; ".join(f"{names[way.name]} {way.bleu:.1f}" for way in few.ways)
    columns: dict[str, Column | str] = {
        "way": Column(text("families.few_way"), pinned=True, width="medium"),
        "trained": Column(text("families.few_trained"), form="localized"),
        "step": Column(text("families.few_best"), form="localized"),
        "loss": Column(text("families.few_lowest"), form="%.2f"),
        "bleu": Column(text("families.few_bleu"), form="%.1f"),
        "interval": text("families.few_interval"),
        "chrf": Column("chrF", form="%.1f"),
        "everyday": Column(
            text("families.few_everyday"),
            form="%.1f",
            help=text("families.few_everyday_help"),
        ),
    }
    show_table(text("families.few_scores_alt", ends=ends), columns, rows)
