"""BERT, GPT, BART, T5 and ELECTRA on one sentence: half, mask, objective, direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

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

Draw = Callable[["View", Sentence], None]


def _one_of(half: str, families: dict[Family, Draw]) -> Callable[[View], None]:
    """Return a view of the families that use the same half, one of them by the reader's choice."""

    chosen = OneOf(f"families_{half}", (*families,), says="families.view", said=False)

    @guarded_view
    def drawn(view: View, sentence: Sentence) -> None:
        names = {family: FAMILY_NAMES[family] for family in families}
        families[chosen.draw(view.text, names)](view, sentence)

    return drawn


PAGE = Page(
    draw={
        "encoder": _one_of("encoder", {"bert": draw_bert, "electra": draw_electra}),
        "decoder": draw_gpt,
        "both": _one_of("both", {"t5": draw_t5, "bart": draw_bart}),
    },
    gone={
        "bert": "encoder",
        "electra": "encoder",
        "gpt": "decoder",
        "t5": "both",
        "bart": "both",
        "few": "encoder",
    },
    mistake=draw_mistake,
    needs_translation=False,
    beats=(
        Beat("bert"),
        Beat("gpt", {"families_view": "decoder"}),
        Beat("t5", {"families_view": "both"}),
        Beat("bart", {"families_view": "both", "families_both": "bart"}),
        Beat("electra", {"families_encoder": "electra"}),
    ),
)
