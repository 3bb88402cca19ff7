"""The installed models: what each was trained on, how large and how good it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.frame.page import Page
from explainer.runs import resources
from explainer.runs.resources import Entry

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text


def draw(view: View) -> None:
    """A table of all models, then the card of each."""
    models = list(resources.installed_models().values())
    if not models:
        st.info(view.text("models.none"))
        return
    _table(view.text, [model for model in models if not model.problem])
    for model in models:
        _card(view.text, model)


def _table(text: Text, models: Iterable[Entry]) -> None:
    rows: list[dict[str, Any]] = []
    for model in models:
        card, test = model.card, model.card["test"]["beam"]
        sizes = card["model"]
        rows.append(
            {
                "name": model.name,
                "bleu": test["bleu"],
                "chrf": test["chrf"],
                "millions": card["parameters"] / 1e6,
                "layers": f"{sizes['n_encoder_layers']} + {sizes['n_decoder_layers']}",
                "heads": sizes["n_heads"],
                "d_model": sizes["d_model"],
                "vocabulary": sizes["vocab_size"],
            }
        )
    st.dataframe(
        rows,
        hide_index=True,
        alt=text("models.table_alt", count=len(rows)),
        column_config={
            "name": st.column_config.TextColumn(text("models.col_name")),
            "bleu": st.column_config.NumberColumn(text("models.bleu"), format="%.1f"),
            "chrf": st.column_config.NumberColumn(text("models.chrf"), format="%.1f"),
            "millions": st.column_config.NumberColumn(text("models.millions"), format="%.1f"),
            "layers": st.column_config.TextColumn(text("models.layers")),
            "heads": st.column_config.NumberColumn(text("models.heads")),
            "d_model": st.column_config.NumberColumn(text("models.d_model")),
            "vocabulary": st.column_config.NumberColumn(text("models.vocabulary")),
        },
    )


def _card(text: Text, model: Entry) -> None:
    st.header(model.name, anchor=False)
    if problem := resources.problem(model):
        st.error(text("models.broken"))
        st.code(problem, language=None, wrap_lines=True)
        return
    test = model.card["test"]["beam"]
    st.markdown(text("models.score_line", bleu=f"{test['bleu']:.1f}", sentences=test["sentences"]))
    st.code(test["bleu_signature"], language=None, wrap_lines=True)
    curve = model.folder / "curve.svg"
    if curve.is_file():
        said = text("models.curve")
        st.image(str(curve), width="stretch", caption=said, alt=said)
    # Written by the training program and by those who ran it, in English; shown as they are.
    for name, label in (
        ("CARD.md", text("models.card", model=model.name)),
        ("TRIED.md", text("models.tried")),
    ):
        page = model.folder / name
        if page.is_file():
            with st.expander(label, key=f"{page.stem}_{model.name}"):
                st.markdown(_body(page.read_text(encoding="utf-8")))


def _body(page: str) -> str:
    """Without the title, which stands above, and without links to files beside it."""
    _, _, body = page.partition("\n")
    lines = (line for line in body.splitlines() if not line.startswith("!["))
    return re.sub(r"\[([^\]]+)\]\([A-Za-z]+\.md\)", r"\1", "\n".join(lines))


PAGE = Page(draw, needs_translation=False, fragment=False)
