"""First view: draw a digit, see its tokens, and the word that an encoder-decoder writes of it."""

from __future__ import annotations

from typing import Any, Final

import streamlit as st

from explainer.analysis.pictures import TOKENS, spelled
from explainer.chapters.images.state import (
    EXACT,
    SPELLER,
    config_of,
    draw_own,
    network_names,
    pick_patch,
    read_choice,
    rounded,
    take_patch,
)
from explainer.charts.bars import BarStyle, Series, bars
from explainer.data.digits import LETTERS, MOST, SIZE, STROKE
from explainer.drawings import drawing as draw_module
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text import Text

LEAST: Final = 0.01  # probability of another letter that is told


def draw_read(view: View) -> None:
    """Draw sheet, tokens and the word; below them networks and parameter counts."""
    text = view.text
    with chapter.figure(text("images.read"), text("images.read_line")):
        place = st.container(key="read_images")
        drawing = read_choice(text)
        with place:
            sheet, read = st.columns([0.2, 0.8], gap="medium")
        with sheet:
            draw_module(
                "images/drawpad",
                {"size": SIZE, "letters": LETTERS, "parting": STROKE, "most": MOST},
                words=text.section("images.drawpad"),
                key="images_pad",
                chosen={"written": drawing.written, "own": drawing.own},
                computed=True,
                on_choice=draw_own,
            )
        with read:
            draw_module(
                "images/patchview",
                {"picture": drawing.pixels, "word": _word(drawing.written)},
                words=text.section("images.patchview"),
                key="images_cut",
                chosen={"patch": pick_patch(text, drawing)},
                on_choice=take_patch,
            )
        st.caption(text("images.as_mnist"))
    with chapter.figure(text("images.compare"), text("images.compare_line")):
        _bars(view)
        st.markdown(text("images.buys", **_gain()))
    fold = chapter.table(text("images.parts"), "images_parts")
    if fold.open:
        with fold:
            st.caption(text("images.parts_line"))
            _parts(text)
    chapter.shapes(text, _shapes(), text("images.shapes_note"), own="YXPFC")
    chapter.code(
        text,
        "explainer.model.vision.patches",
        "to_patches",
        more=[("explainer.model.vision.networks", "AttentionNetwork.forward")],
    )


def _word(written: str) -> list[dict[str, Any]]:
    """Return the letters that the decoder writes of a drawing; none of an empty sheet."""
    letters = spelled(pictures.forward_pass(SPELLER, written)) if written else []
    return [
        {
            "letter": one.letter,
            "p": one.p,
            "rival": one.rival if one.rival[1] > LEAST else None,
            "looks": rounded(one.looks),
        }
        for one in letters
    ]


def _bars(view: View) -> None:
    """Draw each network's accuracy; attention-only ones in another colour."""
    text, names = view.text, network_names(view.text)
    results = [scores(name) for name in names]
    notes = [f"{one['mean']:.4f} ({one['parameters']:,})" for one in results]
    chapter.chart(
        bars(
            labels=list(names.values()),
            series=[Series(text("images.accuracy"), [one["mean"] for one in results], "residual")],
            tones=["weight" if config_of(name)["n_layers"] else "residual" for name in names],
            notes=notes,
            label_title=text("images.network"),
            value_title=text("images.accuracy"),
            look=BarStyle(span=(0, 1.5), legend=False),
            dark=view.dark,
        ),
        text("images.bars_alt", values="; ".join(notes)),
        "images_accuracy",
    )


def scores(name: str) -> dict[str, Any]:
    """Return a network's size and its test accuracy: mean and range over seeds."""
    facts = pictures.read_config()["networks"][name]
    right = [run["accuracy"] for run in facts["test"]]
    return {
        "parameters": facts["parameters"],
        "seeds": len(right),
        "mean": sum(right) / len(right),
        "low": min(right),
        "high": max(right),
    }


def _gain() -> dict[str, str]:
    """Compare networks that differ only in attention, and the two small ViTs."""
    exact, dense, vit, blind = map(scores, (EXACT, "dense", "vit", "vit-no-positions"))
    return {
        "more": f"{exact['parameters'] - dense['parameters']:,}",
        "exact": f"{exact['mean']:.4f}",
        "dense": f"{dense['mean']:.4f}",
        "vit": f"{vit['mean']:.4f}",
        "small": f"{vit['parameters']:,}",
        "blind": f"{blind['mean']:.4f}",
    }


def _parts(text: Text) -> None:
    """Draw the parameter count of the exact network part by part."""
    names = text.each("images.part_*", "first", "second", "hidden", "out")
    parts = pictures.network_parts(EXACT)
    total = sum(part.count for part in parts)
    show_table(
        text("images.parts_alt", total=f"{total:,}"),
        {
            "part": Column(
                text("images.part"), [*names.values(), text("images.part_all")], width=136
            ),
            "written": Column(
                text("images.written"), [*(part.formula for part in parts), ""], width=128
            ),
            "count": Column(
                text("images.parameters"),
                [*(part.count for part in parts), total],
                "localized",
                width=80,
            ),
            "share": Column(
                text("images.share"),
                [*(100 * part.count / total for part in parts), 100.0],
                "%.1f %%",
            ),
        },
    )


def _shapes() -> list[tuple[str, str, tuple[int, ...]]]:
    return [
        ("picture", "B, Y, X", (1, 28, 28)),
        ("patches", "B, S, P", (1, TOKENS, 16)),
        ("q, k, v", "B, H, S, d_k", (1, 16, TOKENS, 4)),
        ("weights", "B, H, S, S", (1, 16, TOKENS, TOKENS)),
        ("flat", "B, F", (1, 784)),
        ("logits", "B, C", (1, 10)),
    ]
