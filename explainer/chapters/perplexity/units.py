"""Why perplexities are comparable only in the same units: the same sum, shared out differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import streamlit as st

from explainer.analysis.perplexity import LITERATURE, Unit, counts_of, per_unit
from explainer.chapters.perplexity.die import plain
from explainer.chapters.perplexity.shelf import Die, shelf, shelf_payload
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.runs import registry
from explainer.runs.forced import forced_pass
from explainer.runs.registry import model_of

if TYPE_CHECKING:
    from explainer.chapters.perplexity.pair import Pair
    from explainer.frame.view import View
    from explainer.text import Text

HIGHEST: Final = 1e12  # of a die; its number says what is above


def draw_units(view: View, pair: Pair) -> None:
    """One sentence, one probability, many perplexities."""
    text, total = view.text, pair.surprise.total
    names = {
        "piece": text("perplexity.unit_piece", model=view.translator_name),
        "word": text("perplexity.unit_word"),
        "character": text("perplexity.unit_character"),
        "byte": text("perplexity.unit_byte"),
    }
    counts = counts_of(pair.reference.text, len(pair.reference.ids))
    rows = [(names[name], unit) for name, unit in per_unit(total, counts).items()]
    rows[1:1] = [
        (text("perplexity.unit_other", model=model), Unit(count, total / count))
        for model, count in other_counts(view, pair.reference.text).items()
    ]
    with chapter.figure(
        text("perplexity.units"), text("perplexity.units_line", total=f"{total:.3f}")
    ):
        _dice(view, rows)
        _table(text, rows)
        _rivals(view, pair)
        st.caption(text("perplexity.units_end"))


def other_counts(view: View, words: str) -> dict[str, int]:
    """Into how many pieces the other installed tokenizers cut the same text, EOS included."""
    entries = registry.usable()
    mine = entries[view.translator_name].card["sha256"].get("tokenizer.model")
    counts: dict[str, int] = {}
    seen = {mine}
    for name, entry in entries.items():
        print_of = entry.card["sha256"].get("tokenizer.model")
        if print_of not in seen and not registry.problem(entry):
            seen.add(print_of)
            counts[name] = len(model_of(name).tokenizer.encode(words).ids)
    return counts


def _dice(view: View, rows: list[tuple[str, Unit]]) -> None:
    """The same sentence as another die for each unit."""
    dice = [
        Die(
            name,
            view.text("perplexity.times", count=f"{unit.count:,}"),
            min(unit.perplexity, HIGHEST),
            plain(unit.perplexity),
        )
        for name, unit in rows
    ]
    shelf(shelf_payload(dice, view.dark), key="perplexity_units")


def _table(text: Text, rows: list[tuple[str, Unit]]) -> None:
    show_table(
        text("perplexity.units_table"),
        {
            "unit": text("perplexity.unit"),
            "count": Column(text("perplexity.count"), width=60),
            "perplexity": Column(text("perplexity.perplexity"), width=90, alignment="right"),
            "nats": Column(text("perplexity.nats_each"), form="%.3f", width=80),
            "bits": Column(text("perplexity.bits_each"), form="%.3f", width=80),
        },
        [
            {
                "unit": name,
                "count": unit.count,
                "perplexity": plain(unit.perplexity),
                "nats": unit.nats,
                "bits": unit.bits,
            }
            for name, unit in rows
        ],
    )


def _rivals(view: View, pair: Pair) -> None:
    """Other models of the same two languages on the same pair: there, bits a character compare."""
    translation = view.translation
    text, sides = view.text, ("source", "target")
    characters = len(pair.reference.text)
    rows = [_rival(view.translator_name, pair.surprise.total, len(pair.reference.ids), characters)]
    for name, entry in registry.usable().items():
        same = all(entry.card[side] == view.card[side] for side in sides)
        if name == view.translator_name or not same or registry.problem(entry):
            continue
        tokenizer = model_of(name).tokenizer
        wanted = tokenizer.encode(pair.reference.text).ids
        source = tokenizer.encode(translation.source.text).ids
        if max(len(wanted), len(source)) <= entry.card["model"]["max_positions"]:
            total = -forced_pass(name, source, wanted).total
            rows.append(_rival(name, total, len(wanted), characters))
    if len(rows) < 2:
        return
    st.markdown(text("perplexity.rivals"))
    cards = {name: entry.card for name, entry in registry.usable().items()}
    if ahead := [
        row["model"] for row in rows if not cards[row["model"]]["model"].get("causal", True)
    ]:
        st.text(text("perplexity.looks_ahead", models=", ".join(ahead)))
    show_table(
        text("perplexity.rivals"),
        {
            "model": text("perplexity.model"),
            "total": Column(text("perplexity.sum_nats"), form="%.3f"),
            "pieces": text("perplexity.count"),
            "perplexity": Column(text("perplexity.per_piece"), alignment="right"),
            "bits": Column(text("perplexity.per_character"), form="%.3f"),
        },
        rows,
    )


def _rival(name: str, total: float, pieces: int, characters: int) -> dict[str, Any]:
    units = per_unit(total, {"piece": pieces, "character": characters})
    return {
        "model": name,
        "total": total,
        "pieces": pieces,
        "perplexity": plain(units["piece"].perplexity),
        "bits": units["character"].bits if "character" in units else None,
    }


def draw_literature(view: View) -> None:
    """Published figures and those of our models, with what one event was in each."""
    text = view.text
    names = text.each("perplexity.lit_*", "unigram", "bigram", "trigram", "base", "big")
    units = {"word": text("perplexity.a_word"), "piece": text("perplexity.a_piece")}
    dice = [
        Die(names[one.id], units[one.unit], one.perplexity, f"{one.perplexity:g}", own=False)
        for one in LITERATURE
    ]
    for name, value, vocabulary in own_figures():
        unit = text("perplexity.a_piece_of", vocabulary=f"{vocabulary:,}")
        dice.append(Die(text("perplexity.lit_ours", model=name), unit, value, f"{value:.2f}"))
    with chapter.figure(text("perplexity.literature"), text("perplexity.literature_line")):
        shelf(shelf_payload(dice, view.dark), key="perplexity_literature")
        st.caption(text("perplexity.lit_slp"))
        st.caption(text("perplexity.lit_paper"))
        st.caption(text("perplexity.lit_card"))


def own_figures() -> list[tuple[str, float, int]]:
    """Name, dev perplexity and vocabulary of every installed model whose card has a dev figure."""
    figures = []
    for name, entry in registry.usable().items():
        value = entry.card.get("dev", {}).get("perplexity")
        if isinstance(value, int | float) and value >= 1:
            figures.append((name, float(value), int(entry.card["model"]["vocab_size"])))
    return figures
