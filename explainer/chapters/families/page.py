"""BERT, GPT, BART, T5 and ELECTRA on one sentence: half, mask, objective, direction."""

from __future__ import annotations

from explainer.chapters.families.bert import draw_bert
from explainer.chapters.families.electra import draw_electra
from explainer.chapters.families.few import draw_few
from explainer.chapters.families.gpt import draw_gpt
from explainer.chapters.families.mistake import draw_mistake
from explainer.chapters.families.prediction import PREDICT
from explainer.chapters.families.seq2seq import draw_bart, draw_t5
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={
        "bert": draw_bert,
        "gpt": draw_gpt,
        "t5": draw_t5,
        "bart": draw_bart,
        "electra": draw_electra,
        "few": draw_few,
    },
    mistake=draw_mistake,
    needs_translation=False,
    more=("bart", "electra", "few"),
    beats=(
        Beat("bert"),
        Beat("gpt", {"families_view": "gpt"}),
        Beat("t5", {"families_view": "t5"}),
        Beat("bart", {"families_view": "bart"}),
        Beat("electra", {"families_view": "electra"}),
    ),
    predict=PREDICT,
)
