"""BERT, GPT and their families on one sentence: half, mask, objective, direction."""

from __future__ import annotations

from typing import Final

from explainer.chapters.families.bert import draw_bert
from explainer.chapters.families.electra import draw_electra
from explainer.chapters.families.gpt import draw_gpt
from explainer.chapters.families.mistake import draw_mistake
from explainer.chapters.families.seq2seq import draw_bart, draw_t5
from explainer.frame.page import Beat, Page
from explainer.runs import families

EVERY: Final = {
    "bert": draw_bert,
    "gpt": draw_gpt,
    "t5": draw_t5,
    "bart": draw_bart,
    "electra": draw_electra,
}
# Their names and sentences, for a family that has no model has no view.
WORDS: Final = (
    *("families.view_bert", "families.view_gpt", "families.view_t5", "families.view_bart"),
    *("families.view_electra", "families.beat_bert", "families.beat_gpt", "families.beat_t5"),
    *("families.beat_bart", "families.beat_electra"),
)
VISIBLE: Final = 3  # views; those after them are seen by who asks for more


def shipped() -> tuple[str, ...]:
    """The families of the folder; all, each with its message, where it cannot be read."""
    try:
        there = families.facts()["networks"]
    except families.UNREADABLE:
        return tuple(EVERY)
    return tuple(name for name in EVERY if name in there)


SHIPPED: Final = shipped()

PAGE = Page(
    draw={name: EVERY[name] for name in SHIPPED},
    mistake=draw_mistake,
    needs_translation=False,
    more=SHIPPED[VISIBLE:],
    beats=tuple(
        Beat(name, {} if name == SHIPPED[0] else {"families_view": name}) for name in SHIPPED
    ),
)
