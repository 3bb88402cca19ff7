"""What label smoothing does to how sure a model is: two that differ in nothing else, on dev."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from explainer.charts.curves import Axis, Curve, curves
from explainer.data.calibration import Calibration, calibrations
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent

FEWEST: Final = 20  # tokens a bin has to have: the accuracy of fewer is mostly chance
TONES: Final = ("target", "error", "residual")  # in the order of `calibrations`


def draw_calibration(view: View) -> None:
    """Nothing where nothing was measured."""
    text, models = view.text, calibrations()
    if not models:
        return
    names = [
        text("training.calibration_name", model=one.model, epsilon=f"{one.epsilon:g}")
        for one in models
    ]
    ends = "; ".join(f"{n} {percent(one.error)}" for n, one in zip(names, models, strict=True))
    line = text("training.calibration_line", tokens=f"{models[0].tokens:,}", fewest=FEWEST)
    with chapter.figure(text("training.calibration"), line):
        chapter.chart(
            curves(
                lines=[*_curves(models, names), _diagonal(text)],
                x=Axis(text("training.calibration_sure"), span=(0, 1), form=".0%"),
                y=Axis(text("training.calibration_right"), span=(0, 1), form=".0%"),
                name_title=text("training.calibration_model"),
                form=".1%",
                dark=view.dark,
                height=320,
            ),
            text("training.calibration_alt", ends=ends),
            "training_calibration",
        )
        smoothed, plain = models[:2]
        facts = {
            "smoothed_sure": percent(smoothed.confidence),
            "smoothed_right": percent(smoothed.accuracy),
            "plain_sure": percent(plain.confidence),
            "plain_right": percent(plain.accuracy),
            "smoothed_loss": f"{smoothed.loss:.2f}",
            "plain_loss": f"{plain.loss:.2f}",
        }
        st.markdown(text("training.calibration_said", **facts))
        place = chapter.table(text("training.calibration_table"), "training_calibration_table")
        if place.open:
            with place:
                _table(text, models, names)


def _curves(models: Sequence[Calibration], names: Sequence[str]) -> list[Curve]:
    lines = []
    for one, name, tone in zip(models, names, TONES, strict=True):
        told = [b for b in one.bins if b.count >= FEWEST]
        sure, right = [b.confidence for b in told], [b.accuracy for b in told]
        lines.append(Curve(name, right, tone, sure, dash=() if one.epsilon else (5, 4)))
    return lines


def _diagonal(text: Text) -> Curve:
    """As often right as it is sure."""
    name = text("training.calibration_ideal")
    return Curve(name, (0, 1), "third", (0, 1), strong=False, dash=(2, 3), pointed=False)


def _table(text: Text, models: Sequence[Calibration], names: Sequence[str]) -> None:
    rows = [
        {
            "model": name,
            "sure": one.confidence,
            "right": one.accuracy,
            "error": one.error,
            "loss": one.loss,
        }
        for name, one in zip(names, models, strict=True)
    ]
    columns: dict[str, Column | str] = {
        "model": Column(text("training.calibration_model"), pinned=True, width="large"),
        "sure": Column(text("training.calibration_mean_sure"), form="percent"),
        "right": Column(text("training.calibration_mean_right"), form="percent"),
        "error": Column(
            text("training.calibration_error"),
            form="percent",
            help=text("training.calibration_error_help"),
        ),
        "loss": Column(text("training.calibration_loss"), form="%.3f"),
    }
    show_table(text("training.calibration_table_alt"), columns, rows)
