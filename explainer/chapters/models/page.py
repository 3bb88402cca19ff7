"""The installed models: what each was trained on, how large and how good it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import streamlit as st

from explainer.chapters.models.charts import Log, loss_curves, read_log
from explainer.frame import beats, chapter
from explainer.frame.page import Page
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import registry
from explainer.runs.registry import Entry
from explainer.text import Text
from explainer.text.numbers import decimal


def draw(view: View) -> None:
    """A table of all models, then the card of each."""
    models = list(registry.installed_models().values())
    if not models:
        st.info(view.text("models.none"))
        return
    _table(view.text, [model for model in models if not model.problem])
    beats.here()
    logs = {model.name: read_log(model.folder / "log.csv") for model in models}
    for model in models:
        _card(view, model, logs)


def _table(text: Text, models: Iterable[Entry]) -> None:
    rows: list[dict[str, Any]] = []
    for model in models:
        card, test = model.card, model.card["test"]["beam"]
        sizes = card["model"]
        layers = [sizes.get(f"n_{side}_layers", 1) for side in ("encoder", "decoder")]
        rows.append(
            {
                "name": model.name,
                "bleu": test["bleu"],
                "chrf": test["chrf"],
                "millions": card["parameters"] / 1e6,
                "layers": f"{layers[0]} + {layers[1]}",
                "heads": sizes.get("n_heads"),
                "d_model": sizes.get("d_model", sizes.get("d_embed")),
                "vocabulary": sizes["vocab_size"],
            }
        )
    show_table(
        text("models.table_alt", count=len(rows)),
        {
            "name": text("models.col_name"),
            "bleu": Column(text("models.bleu"), form="%.1f"),
            "chrf": Column(text("models.chrf"), form="%.1f"),
            "millions": Column(text("models.millions"), form="%.1f"),
            "layers": text("models.layers"),
            "heads": text("models.heads"),
            "d_model": text("models.d_model"),
            "vocabulary": text("models.vocabulary"),
        },
        rows,
        height="content",
        placeholder="–",
    )


def _card(view: View, model: Entry, logs: Mapping[str, Log | None]) -> None:
    text = view.text
    with chapter.figure(model.name):
        if problem := registry.problem(model):
            st.error(text("models.broken"))
            st.code(problem, language=None, wrap_lines=True)
            return
        _losses(view, model, logs)
        test = model.card["test"]["beam"]
        bleu, sentences = f"{test['bleu']:.1f}", test["sentences"]
        st.markdown(text("models.score_line", bleu=bleu, sentences=sentences))
        st.code(test["bleu_signature"], language=None, wrap_lines=True)
        # Written by the training program and by those who ran it, in English; shown as they are.
        for name, label in (
            ("CARD.md", text("models.card", model=model.name)),
            ("TRIED.md", text("models.tried")),
        ):
            page = model.folder / name
            if page.is_file():
                with st.expander(label, key=f"{page.stem}_{model.name}"):
                    st.markdown(_body(page.read_text(encoding="utf-8")))


def _losses(view: View, model: Entry, logs: Mapping[str, Log | None]) -> None:
    """The course of the training, where it was written down."""
    text, name, log = view.text, model.name, logs[model.name]
    if log is None:
        return
    words = text.each("models.loss_*", "step", "loss", "train", "dev", "line")
    chapter.chart(
        loss_curves(log, filter(None, logs.values()), words, view.dark),
        text(
            "models.curve_alt",
            model=name,
            steps=f"{log.step[-1]:,.0f}",
            first=decimal(log.dev[0]),
            last=decimal(log.dev[-1]),
        ),
        f"loss_{name}",
        width="stretch",
    )
    st.caption(text("models.curve"))
    if not model.card["model"].get("causal", True):
        st.info(text("models.without_mask", bleu=decimal(model.card["test"]["beam"]["bleu"], 1)))


def _body(page: str) -> str:
    """Without the title, which stands above, and without links to files beside it."""
    _, _, body = page.partition("\n")
    lines = (line for line in body.splitlines() if not line.startswith("!["))
    return re.sub(r"\[([^\]]+)\]\([A-Za-z]+\.md\)", r"\1", "\n".join(lines))


PAGE = Page(draw, needs_translation=False, fragment=False)
