"""BLEU, worked out: from the words of a candidate to its score, every step to open."""

from __future__ import annotations

from explainer.chapters.bleu.bench import draw_bench
from explainer.chapters.bleu.corpus import draw_corpus
from explainer.chapters.bleu.mistake import draw_mistake
from explainer.chapters.bleu.model import draw_model
from explainer.frame.page import Beat, Page

PAGE = Page(
    draw={"bench": draw_bench, "corpus": draw_corpus, "model": draw_model},
    mistake=draw_mistake,
    needs_translation=False,
    barless=("bench", "corpus"),
    beats=(
        Beat("words", {"bleu_view": "bench", "bleu_n": "1"}),
        Beat("pairs", {"bleu_view": "bench", "bleu_n": "2"}),
        Beat("clip", {"bleu_view": "bench", "bleu_case": "C", "bleu_n": "1"}),
        Beat("zero", {"bleu_view": "bench", "bleu_case": "B", "bleu_n": "4"}),
        Beat("corpus", {"bleu_view": "corpus"}),
    ),
    homes={"bleu_corpus": "corpus", "bleu_lines": "corpus", "bleu_model_reference": "model"},
)
