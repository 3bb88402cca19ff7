"""The installed models: what each was trained on, how large and how good it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import streamlit as st

from explainer import installed
from explainer.chapters.models.compared import (
    CHOSEN,
    ID,
    bleu_of,
    draw_compared,
    languages,
)
from explainer.data.samples import example_of
from explainer.frame import beats, chapter
from explainer.frame.choices import Field
from explainer.frame.page import Page
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.runs import registry
from explainer.text import Text

SENTENCE = Field("models_s", says="models.sentence", said=False)  # all models translate it
HEAD: Final = re.compile(r"\A---\n.*?\n---\n\n", re.DOTALL)


def draw(view: View) -> None:
    """Draw the scores of all models and the chosen one's card; unusable models show the reason."""
    text, models = view.text, _in_groups(installed.installed_models().values())
    if not models:
        st.info(text("models.none"))
        return
    problems = {model.name: registry.model_problem(model) for model in models}
    working = [model for model in models if not problems[model.name]]
    if working:
        _working(view, working)
    beats.here()
    for model in models:
        if problem := problems[model.name]:
            with chapter.figure(model.name):
                st.error(text("models.broken"))
                st.code(problem, language=None, wrap_lines=True)


def _working(view: View, models: Sequence[Entry]) -> None:
    text = view.text
    usual = str(st.session_state.get("model"))
    names = [model.name for model in models]
    with chapter.figure(text("models.scores"), text("models.scores_line")):
        first = usual if usual in names else names[0]
        sentence = SENTENCE.draw(text, _usual_sentence(models, first))
        picked = CHOSEN.in_drawing(text, first)
        picked = picked if picked in names else first
        draw_compared(view, models, sentence, picked)
        _pages(text, next(model for model in models if model.name == picked))


def _in_groups(models: Iterable[Entry]) -> list[Entry]:
    """Sort models by language pair, pairs with most models first; damaged ones last."""
    known = list(models)
    pairs = Counter(languages(model) for model in known)

    def key(model: Entry) -> tuple[bool, int, tuple[str, str], float]:
        pair = languages(model)
        return bool(model.problem), -pairs[pair], pair, -bleu_of(model)

    return sorted(known, key=key)


def _usual_sentence(models: Iterable[Entry], name: str) -> str:
    """Return the example in the model's source language."""
    model = next(model for model in models if model.name == name)
    return example_of(model.card, ID)


def _pages(text: Text, model: Entry) -> None:
    """Draw what the training program and those who ran it wrote, in English, as it is."""
    for name, label in (
        ("CARD.md", text("models.card", model=model.name)),
        ("TRIED.md", text("models.tried", model=model.name)),
    ):
        page = model.folder / name
        if page.is_file():
            with st.expander(label, key=f"{page.stem}_{model.name}"):
                st.markdown(_body(page.read_text(encoding="utf-8")))


def _body(page: str) -> str:
    """Return a model card without front matter, title and links to files of its folder."""
    _, _, body = HEAD.sub("", page).partition("\n")
    lines = (line for line in body.splitlines() if not line.startswith("!["))
    return re.sub(r"\[([^\]]+)\]\([A-Za-z]+\.md\)", r"\1", "\n".join(lines))


PAGE = Page(draw, needs_translation=False)
