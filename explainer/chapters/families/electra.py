"""ELECTRA: a generator fills masks, a discriminator detects replaced tokens."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.families import BOS, EOS, MASK, Ids
from explainer.chapters.families.drawing import draw_map, figure
from explainer.chapters.families.state import SEEDED, Sentence, token_chips
from explainer.charts.bars import BarStyle, Series, bars
from explainer.frame import chapter
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.choices import Slider
from explainer.frame.formula import number
from explainer.frame.probabilities import tex_probability
from explainer.runs import families
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View
COUNT = Slider("families_count", 1)


def draw_electra(view: View, sentence: Sentence) -> None:
    """Draw the generator's replacements and the discriminator's verdict on every token."""
    text = view.text
    with figure(view, "electra") as (mask, job):
        with job:
            most = max(1, len(sentence.ids) // 3)
            left, right = st.columns(2)
            with left:
                count = COUNT.draw(text, min(2, most), most)
            with right:
                seed = SEEDED.draw(text)
            masked = mask_tokens(sentence.ids, count, seed)
            framed = (BOS, *masked, EOS)
            proposed = families.propose_replacements(framed, seed)
            fed, wrong = families.apply_replacements(sentence.framed, proposed)
            trace = families.forward_pass("electra", framed, fed)
            _chips(
                view,
                sentence,
                masked,
                fed[1:-1],
                wrong[1:-1],
                trace["generator.probs"][1:-1],
            )
        with mask:
            draw_map(
                view, "electra", trace, families.token_names(framed), families.token_names(fed)
            )
        _verdicts(view, fed[1:-1], wrong[1:-1], trace["probs"][1:-1])
    _formula(view, trace["probs"], wrong)
    chapter.code(text, "explainer.training.objectives", "replace_tokens")


def mask_tokens(ids: Ids, count: int, seed: int) -> Ids:
    """Replace `count` tokens by [MASK], chosen by seed."""
    places = Random(seed).sample(range(len(ids)), count)
    return tuple(MASK if at in places else index for at, index in enumerate(ids))


def _chips(
    view: View,
    sentence: Sentence,
    masked: Ids,
    fed: Ids,
    wrong: list[bool],
    generated: NDArray[np.float32],
) -> None:
    text = view.text
    lines = [
        [percent(float(generated[at, index]), 0)] if masked[at] == MASK else [""]
        for at, index in enumerate(fed)
    ]
    proposals: list[Chip] = [
        Chip(chip.token, "target" if masked[at] == MASK else chip.kind, chip.lines, chip.begins)
        for at, chip in enumerate(token_chips(fed, "source", lines))
    ]
    chips(
        rows=[
            ChipRow(text("families.row_original"), token_chips(sentence.ids, "source")),
            ChipRow(text("families.row_generator"), token_chips(masked, "source")),
            ChipRow(text("families.row_proposed"), proposals),
        ],
        title=text("families.electra_chips"),
        key="families_electra_tokens",
    )
    hits = sum(one == MASK for one in masked) - sum(wrong)
    st.caption(text("families.hits", hits=hits, count=sum(one == MASK for one in masked)))


def _verdicts(view: View, fed: Ids, wrong: list[bool], probs: NDArray[np.float32]) -> None:
    """Draw for every token how sure the discriminator is that it was replaced."""
    text, names = view.text, families.token_names(fed)
    st.markdown(f"**{text('families.verdicts')}**")
    chapter.chart(
        bars(
            labels=names,
            series=[Series(text("families.p_replaced"), probs, "residual")],
            tones=["error" if one else "residual" for one in wrong],
            label_title=text("words.token"),
            value_title=text("families.p_replaced"),
            look=BarStyle(True, span=(0, 1), form=".0%", label_colour="source_text"),
            dark=view.dark,
        ),
        text("families.verdicts_alt", suspect=names[int(probs.argmax())]),
        "families_electra_verdicts",
    )
    hits = sum(one and p >= 0.5 for one, p in zip(wrong, probs, strict=True))
    false = sum(not one and p >= 0.5 for one, p in zip(wrong, probs, strict=True))
    st.caption(text("families.verdict", found=hits, count=sum(wrong), false=false))


def _formula(view: View, probs: NDArray[np.float32], wrong: list[bool]) -> None:
    """Draw the loss of the worst-classified token."""
    right = np.where(wrong, probs, 1 - probs).astype(np.float64)
    at = int(right.argmin())
    p = float(probs[at])
    inside = tex_probability(p) if wrong[at] else rf"(1 - {tex_probability(p)})"
    chapter.formula(
        view.text,
        [
            r"\mathcal{L}_t = -y_t \log D_t - (1 - y_t) \log (1 - D_t)",
            rf"\mathcal{{L}}_{{{at}}} = -\log {inside} = {number(-float(np.log(right[at])))}",
        ],
    )
