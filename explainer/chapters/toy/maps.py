"""The trained toy as a model: translate an own row, draw all attention maps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.chapters.toy import settings, shown
from explainer.frame import chapter, downloads, teaching
from explainer.frame.choices import Field
from explainer.frame.maps import Scale, draw_map, named_sides
from explainer.frame.pickers import KIND, pick_head, sides
from explainer.frame.symbols import SIDES
from explainer.runs import toy
from explainer.text.numbers import percent
from explainer.tokenizer import UNK
from explainer.translation import InputError, prefix_of

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator
    from explainer.frame.view import View
    from explainer.runs.toy import Course

ROWS: Final = {task: Field(f"toy_row_{task}", says="toy.row") for task in toy.ALLOWED["task"]}


def draw_maps(view: View) -> None:
    """Draw input row, output, maps, and the model download."""
    text = view.text
    course = shown.course(settings.from_controls())
    opened = None if course is None else toy.load_model(course)
    if course is None or opened is None:
        st.info(text("toy.nothing_trained"))
        return
    last, model = opened
    with chapter.figure(text("toy.maps", step=f"{last.step:,}"), text("toy.maps_line")):
        st.markdown(
            f"**{settings.run_name(text, course.settings)}** · "
            + text("toy.taken_at", step=f"{last.step:,}", rows=percent(last.rows, 0))
        )
        read = _read(view, course, model)
        if read is not None:
            _map(view, read)
    if read is not None:
        rows = [
            (
                f"{prefix_of(kind, 0)}.weights",
                f"H, {', '.join(SIDES[kind])}",
                read.attention(kind)[0].shape,
            )
            for kind in ("encoder", "decoder", "cross")
        ]
        chapter.shapes(text, rows)
    _take_away(view, course)


def _read(view: View, course: Course, model: Translator) -> Translation | None:
    """Translate the typed row; None, with a message, if invalid."""
    text = view.text
    usual = toy.row_for_maps(course.problem.held_out)[0]
    row = ROWS[course.settings.task].draw(text, usual, 320)
    try:
        read = toy.translate_row(model, row)
    except InputError as problem:
        reasons = {
            "empty": text("toy.row_empty"),
            "no_known_tokens": text("toy.row_unknown"),
        }
        st.error(reasons.get(problem.reason, text("toy.row_long")))
        return None
    if UNK in read.source.ids:
        st.error(text("toy.row_unknown"))
        return None
    st.text(f"{read.source.text} → {read.text}")
    return read


def _map(view: View, read: Translation) -> None:
    text = view.text
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = KIND.draw(text)
        _, layer, head = pick_head(text, read, kind)
    rows, keys = sides(read, kind)
    scores = read.trace[f"{prefix_of(kind, layer)}.masked_scores"][head]
    draw_map(
        text,
        "toy_maps",
        read.attention(kind)[layer, head],
        text("toy.maps_alt", layer=layer + 1, head=head + 1),
        scale=Scale(text("words.weight")),
        masked=np.asarray(~np.isfinite(scores)),
        **named_sides(text, kind, rows.tokens, keys.tokens),
    )


def _take_away(view: View, course: Course) -> None:
    """Draw the download of the model folder, zipped on demand."""
    if teaching.hides("downloads"):
        return
    text = view.text
    downloads.button(
        text("toy.download"),
        lambda: toy.model_zip(course) or b"",
        file_name=f"{toy.NAME}.zip",
        mime="application/zip",
        key="toy_download",
        icon=":material/download:",
    )
    st.caption(text("toy.download_line"))
    st.code(text("toy.command"), language="bash", wrap_lines=True)
