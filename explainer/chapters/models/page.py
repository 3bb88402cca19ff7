"""The installed models: what each was trained on, how large and how good it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from explainer.chapters.models import guess
from explainer.chapters.models.charts import loss_curves
from explainer.chapters.models.ranking import (
    Group,
    Look,
    Ranked,
    RankingWords,
    ranking,
    ranking_payload,
)
from explainer.chapters.models.sizes import of_one_size
from explainer.data.samples import default_sentence
from explainer.frame import beats, chapter, choices, teaching
from explainer.frame.hints import refusal, script_shares
from explainer.frame.page import Page
from explainer.frame.params import DEFAULTS
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import recipe, registry, resources
from explainer.runs.registry import Entry
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import InputError

ID: Final = "models"
CHOSEN: Final = "models_model"
SENTENCE: Final = "models_s"  # all models translate it
BASE: Final = "models_base"  # what the chosen one is compared with
GUESS: Final = "models_guess"
HALF: Final = 0.5  # of the letters: then a sentence is of that script


def draw(view: View) -> None:
    """The scores of all models and the card of the chosen one; what cannot be used says why."""
    text, models = view.text, _in_groups(registry.installed_models().values())
    if not models:
        st.info(text("models.none"))
        return
    problems = {model.name: registry.problem(model) for model in models}
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
    names = {model.name: model.name for model in models}
    with chapter.figure(text("models.scores"), text("models.scores_line")):
        first = usual if usual in names else next(iter(names))
        sentence = choices.sentence_field(
            SENTENCE,
            text("models.sentence"),
            _usual_sentence(models, first),
            "stretch",
            said=False,
        )
        drawing = st.container()
        with st.container(width=280):
            picked = choices.select(text, CHOSEN, text("models.choose"), names, first)
        with drawing:
            _ranking(view, models, picked, sentence)
    logs = {model.name: recipe.read_log(model.folder) for model in models}
    _card(view, next(model for model in models if model.name == picked), logs)
    fold = chapter.table(text("models.sizes"), "models_sizes")
    if fold.open:
        with fold:
            _table(text, models)


def _in_groups(models: Iterable[Entry]) -> list[Entry]:
    """The languages with most models first, the best of each first; the broken at the end."""
    known = list(models)
    pairs = Counter(_languages(model) for model in known)

    def key(model: Entry) -> tuple[bool, int, tuple[str, str], float]:
        pair = _languages(model)
        return bool(model.problem), -pairs[pair], pair, -_bleu(model)

    return sorted(known, key=key)


def _languages(model: Entry) -> tuple[str, str]:
    return str(model.card.get("source", "")), str(model.card.get("target", ""))


def _bleu(model: Entry) -> float:
    return 0.0 if model.problem else float(model.card["test"]["beam"]["bleu"])


def _usual_sentence(models: Iterable[Entry], name: str) -> str:
    """The example in the language that a model reads."""
    model = next(model for model in models if model.name == name)
    return default_sentence(_languages(model)[0], ID)


def _ranking(view: View, models: Sequence[Entry], picked: str, sentence: str) -> None:
    """What the models write to tell apart and to compare, beside their sizes and scores. Those that
    read the script of `sentence` get it, the others the example of their language.
    """
    text, names = view.text, [model.name for model in models]
    groups = [
        _group(text, pair, list(members), sentence) for pair, members in groupby(models, _languages)
    ]
    base = choices.value_in_drawing(text, BASE, "", lambda name: name if name in names else None)
    said = choices.value_in_drawing(text, GUESS, "", guess.known)
    wrote = [model.wrote for model in groups[0].models]
    cards = () if teaching.hides("answers") else guess.cards_of(wrote)
    nameless = [wrote[card] for card in cards]
    asked = guess.Guess(cards, guess.read(said, nameless)) if cards else None

    def heard(chosen: str, base: str, code: int) -> None:
        st.session_state[CHOSEN], st.session_state[BASE] = chosen, base
        if asked:
            st.session_state[GUESS] = guess.written(code, nameless)

    ranking(
        ranking_payload(groups, sentence, Look(picked, base, asked), _words(text), view.dark),
        key="models_ranking",
        on_view=heard,
    )


def _words(text: Text) -> RankingWords:
    return RankingWords(
        name=text("models.scores"),
        bleu=text("models.bleu"),
        parameters=text("models.millions"),
        size=text("models.size"),
        tokens=text("models.tokens"),
        wrote=text("models.wrote"),
        area=text("models.area"),
        base=text("models.base"),
        chosen=text("models.chosen"),
        as_base=text.template("models.as_base"),
        same=text("models.same"),
        lost=text("models.lost"),
        added=text("models.added"),
        alone=text("models.alone"),
        ask=text.template("models.guess_ask"),
        drag=text("models.guess_drag"),
        ready=text("models.guess_ready"),
        check=text("models.guess_check"),
        skip=text("models.guess_skip"),
        again=text("models.guess_again"),
        hidden=text("models.guess_hidden"),
        own=text.template("models.guess_own"),
        right=text.template("models.guess_right"),
    )


def _group(text: Text, pair: tuple[str, str], models: Sequence[Entry], sentence: str) -> Group:
    own = script_shares(sentence).get(pair[0], 0.0) > HALF
    given = sentence if own else default_sentence(pair[0], ID)
    try:
        ranked = _ranked(pair, models, given)
    except InputError as problem:
        st.info(refusal(text, problem), icon=":material/edit:")
        given = default_sentence(pair[0], ID)
        ranked = _ranked(pair, models, given)
    return Group(" → ".join(pair), given, ranked, _reading(text, ranked))


def _ranked(pair: tuple[str, str], models: Sequence[Entry], sentence: str) -> list[Ranked]:
    return [
        Ranked(
            model.name,
            model.name.removeprefix("-".join((*pair, ""))),
            round(_bleu(model), 1),
            int(model.card["parameters"]),
            int(model.card.get("training", {}).get("target_tokens", 0)),
            _wrote(model, sentence),
        )
        for model in models
    ]


def _reading(text: Text, models: Sequence[Ranked]) -> str:
    """What models of one size have in common, and what not."""
    alike = of_one_size(models)
    if not alike:
        return ""
    best, last = alike[0], alike[-1]
    return text(
        "models.reading",
        count=len(alike),
        millions=decimal(last.parameters / 1e6, 1),
        best=best.label,
        high=decimal(best.bleu, 1),
        last=last.label,
        low=decimal(last.bleu, 1),
    )


def _wrote(model: Entry, sentence: str) -> str:
    """What it makes of the sentence by the usual search; "" for a language without one."""
    if not sentence:
        return ""
    return resources.text_of(model.name, sentence, DEFAULTS.options())


def _table(text: Text, models: Iterable[Entry]) -> None:
    rows: list[dict[str, Any]] = []
    for model in models:
        card, test = model.card, model.card["test"]["beam"]
        sizes = card["model"]
        layers = [sizes.get(f"n_{side}_layers", 1) for side in ("encoder", "decoder")]
        rows.append(
            {
                "name": model.name,
                "bleu": round(test["bleu"], 1),  # a browser rounds 12.25 up, Python down
                "chrf": round(test["chrf"], 1),
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


def _card(view: View, model: Entry, logs: Mapping[str, recipe.Log | None]) -> None:
    text = view.text
    with chapter.figure(model.name):
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


def _losses(view: View, model: Entry, logs: Mapping[str, recipe.Log | None]) -> None:
    """The course of the training, where it was written down."""
    text, name, log = view.text, model.name, logs[model.name]
    if log is None:
        return
    words = text.each("models.loss_*", "step", "loss", "train", "dev", "others", "line")
    others = [one for other, one in logs.items() if one is not None and other != name]
    own, *behind = [(one.step, one.train, one.dev) for one in (log, *others)]
    chapter.chart(
        loss_curves(own, behind, words, view.dark),
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


PAGE = Page(draw, needs_translation=False)
