"""BART denoises a sentence, T5 maps text to text: encoder, decoder, cross-attention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import BOS, EOS, Family, Generated, Ids
from explainer.chapters.families.drawing import draw_map, figure
from explainer.chapters.families.state import SEEDED, Sentence, token_chips
from explainer.frame import chapter
from explainer.frame.chips import ChipRow, chips
from explainer.frame.choices import OneOf
from explainer.frame.formula import number
from explainer.runs import families
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View

Arrays = Mapping[str, NDArray[Any]]
TASKS: Final = {"fill": "fill:", "order": "order:"}  # T5's, as training wrote them
TASK = OneOf("families_task", (*TASKS,))
NOISE = OneOf("families_noise", ("mask", "delete", "permute", "infill"), usual="infill")


def draw_bart(view: View, sentence: Sentence) -> None:
    """Draw BART's reconstruction of a corrupted sentence."""
    text = view.text
    with figure(view, "bart") as (mask, job):
        with job:
            noise = NOISE.draw(text)
            damaged = families.add_noise(sentence.ids, noise, SEEDED.draw(text))
            read = (*damaged, EOS)
            output = families.generate("bart", read)
            rows = [
                ChipRow(text("families.row_original"), token_chips(sentence.ids, "source")),
                ChipRow(text("families.row_damaged"), token_chips(damaged, "source")),
                ChipRow(text("families.row_repaired"), _output_chips(output)),
            ]
            _rows(view, "bart", rows)
            same = output.ids[:-1] == sentence.ids
            st.caption(text("families.repaired_same" if same else "families.repaired_other"))
        with mask:
            trace = _draw_masks(view, "bart", read, output)
    _below(view, "bart", trace, read, sentence.ids, "infilling")


def draw_t5(view: View, sentence: Sentence) -> None:
    """Draw T5's output for a task prefix and the sentence."""
    text = view.text
    with figure(view, "t5") as (mask, job):
        with job:
            names = {task: f"{prefix} …" for task, prefix in TASKS.items()}
            task = TASK.draw(text, names)
            read, wanted = families.t5_example(sentence.ids, TASKS[task], SEEDED.draw(text))
            output = families.generate("t5", read)
            rows = [
                ChipRow(text("families.row_in"), token_chips(read[:-1], "source")),
                ChipRow(text("families.row_wanted"), token_chips(wanted, "target")),
                ChipRow(text("families.row_out"), _output_chips(output)),
            ]
            _rows(view, "t5", rows)
            st.caption(text("families.put_back"))
            again = families.apply_t5_answer(TASKS[task], read, output.ids)
            st.code(families.text_of(again), language=None, wrap_lines=True)
        with mask:
            trace = _draw_masks(view, "t5", read, output)
    _below(view, "t5", trace, read, wanted, "span_corruption")


def _output_chips(output: Generated) -> Any:
    return token_chips(output.ids, "target", [[percent(p, 0)] for p in output.probs])


def _rows(view: View, family: Literal["bart", "t5"], rows: Sequence[ChipRow]) -> None:
    chips(
        rows=rows,
        title=view.text.each("families.*_chips", "bart", "t5")[family],
        key=f"families_{family}_tokens",
    )


def _draw_masks(view: View, family: Family, read: Ids, output: Generated) -> Arrays:
    """Draw the masks while the answer is generated; return that pass."""
    fed = (BOS, *output.ids[:-1])
    trace = families.forward_pass(family, read, fed)
    telling = len(read) + len(fed) // 2  # it sees all of one side and a part of the other
    draw_map(view, family, trace, families.token_names(read), families.token_names(fed), telling)
    return trace


def _below(
    view: View, family: Family, trace: Arrays, read: Ids, wanted: Ids, function: str
) -> None:
    """Draw formula, shapes and code."""
    text = view.text
    nats = loss(family, read, wanted)
    chapter.formula(
        text,
        [
            r"\mathcal{L} = -\tfrac{1}{T} \textstyle\sum_t"
            r" \log p(y_t \mid y_{<t}, \mathrm{enc}(\tilde{x}))"
            rf" = {number(nats)}"
        ],
    )
    cross = trace["decoder.0.cross_attn.weights"].shape
    chapter.shapes(
        text,
        [
            ("memory", "B, S, d_model", (1, *trace["memory"].shape)),
            ("cross", "B, H, T, S", (1, *cross)),
            ("logits", "B, T, V", (1, *trace["logits"].shape)),
        ],
    )
    chapter.code(text, "explainer.training.objectives", function)


def loss(family: Family, read: Ids, wanted: Ids) -> float:
    """Return the teacher-forced loss of the expected output, EOS included, in nats per token."""
    trace = families.forward_pass(family, read, (BOS, *wanted))
    log_probs = trace["log_probs"]
    asked_for = [*wanted, EOS]
    return -float(log_probs[np.arange(len(asked_for)), asked_for].mean(dtype=np.float64))
