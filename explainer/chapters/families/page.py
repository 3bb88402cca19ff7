"""BERT, GPT, BART, T5 and ELECTRA on one sentence: half, mask, objective, direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from explainer.analysis.families import FAMILY_NAMES, Family
from explainer.chapters.families.bert import draw_bert
from explainer.chapters.families.electra import draw_electra
from explainer.chapters.families.gpt import draw_gpt
from explainer.chapters.families.mistake import draw_mistake
from explainer.chapters.families.seq2seq import draw_bart, draw_t5
from explainer.chapters.families.state import Sentence, guarded_view
from explainer.frame.choices import OneOf
from explainer.frame.page import Beat, Page

if TYPE_CHECKING:
    from explainer.frame.view import View

DRAW: Final[dict[Family, Callable[[View, Sentence], None]]] = {
    "bert": draw_bert,
    "gpt": draw_gpt,
    "t5": draw_t5,
    "bart": draw_bart,
    "electra": draw_electra,
}
FAMILY = OneOf("families_view", (*DRAW,))


@guarded_view
def _draw(view: View, sentence: Sentence) -> None:
    """Draw the family that the story line names."""
    DRAW[FAMILY.in_drawing(view.text)](view, sentence)


PAGE = Page(
    draw=_draw,
    gone={"encoder": "bert", "decoder": "gpt", "both": "t5"},
    mistake=draw_mistake,
    needs_translation=False,
    beats=tuple(
        Beat(family, {"families_view": family} if at else {}, label=FAMILY_NAMES[family])
        for at, family in enumerate(DRAW)
    ),
)
