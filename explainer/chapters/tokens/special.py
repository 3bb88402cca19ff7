"""Special tokens, padding of several sentences, and unknown characters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from explainer.chapters.tokens.data import source_chips, translate_ids
from explainer.data.samples import Sample, examples_of
from explainer.frame import address, chapter
from explainer.frame.chips import Chip, ChipRow, chips
from explainer.frame.choices import Field
from explainer.frame.controls import LONGEST_LINK
from explainer.frame.view import View
from explainer.runs.tokenizers import tokenizer
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer import Tokens
from explainer.tokenizer.tokenizer import BOS, EOS, PAD, SPECIALS, UNK

LINES, LINE_CHARS, LINE_TOKENS = 5, 200, 64
RARE = "龘"
RARE_CHARS = 12
OTHERS = "齉🍕"  # to set another unknown character beside the typed one


def draw_special(view: View) -> None:
    """Draw the four special tokens' uses and positions in this run."""
    translation = view.translation
    text, source = view.text, translation.source
    unknown = sum(index == UNK for index in source.ids)
    ended = EOS in translation.predicted
    end = text("tokens.eos_here", source=len(source), target=len(translation.predicted))
    cards = (
        (PAD, text("tokens.pad_for"), text("tokens.pad_here")),
        (UNK, text("tokens.unk_for"), text("tokens.unk_here", count=unknown, total=len(source))),
        (BOS, text("tokens.bos_for"), text("tokens.bos_here")),
        (EOS, text("tokens.eos_for"), end if ended else text("tokens.eos_cut", source=len(source))),
    )
    with chapter.figure(text("tokens.special_title"), text("tokens.special_line")):
        for column, (index, purpose, here) in zip(st.columns(4), cards, strict=True):
            with column:
                chips(
                    rows=[ChipRow("", [Chip(SPECIALS[index], "special", (str(index),))])],
                    title=SPECIALS[index],
                    key=f"tokens_special_{index}",
                )
                st.markdown(f"{purpose}\n\n:small[{here}]")


@chapter.panel
def draw_batch(view: View) -> None:
    """Draw the user's sentence and others padded to one grid of ids."""
    translation = view.translation
    text, language = view.text, str(view.card.get("source", ""))
    with chapter.figure(text("tokens.batch_title"), text("tokens.batch_line")):
        key, usual = f"tokens_batch_{language}", _other_sentences(examples_of(view.card))
        address.seed_text(key, usual, _lines)
        typed = st.text_area(
            text("tokens.batch_label"),
            key=key,
            height=96,
            max_chars=LINES * LINE_CHARS,
            help=text("tokens.batch_help", lines=LINES, chars=LINE_CHARS),
        )
        address.keep(key, typed[:LONGEST_LINK], usual)
        rows = [translation.source, *_rows(text, translation.model, typed)]
        width = max(map(len, rows))
        cells, empty = len(rows) * width, len(rows) * width - sum(map(len, rows))
        chips(
            rows=_grid(rows, width),
            title=text("tokens.batch_alt", rows=len(rows), columns=width, empty=empty),
            key="tokens_grid",
            layout="grid",
        )
        st.caption(
            text(
                "tokens.batch_facts",
                rows=len(rows),
                columns=width,
                cells=cells,
                empty=empty,
                share=percent(empty / cells, 0),
            )
        )
        left, right = chapter.details()
        with left:
            chapter.shapes(text, [("src", "B, S", (len(rows), width))], text("tokens.batch_mask"))
        with right:
            chapter.code(text, "explainer.model.masks", "pad")


def _grid(rows: Sequence[Tokens], width: int) -> list[ChipRow]:
    """Return a row per sentence, padded to the longest."""
    pad = Chip("", "pad", (str(PAD),))
    cut = ([replace(chip, lines=chip.lines[:1]) for chip in source_chips(row)] for row in rows)
    return [
        ChipRow(str(number), [*row, *[pad] * (width - len(row))])
        for number, row in enumerate(cut, start=1)
    ]


def _other_sentences(examples: Sequence[Sample]) -> str:
    """Return the shortest and the longest easy example."""
    easy = sorted((sample.text for sample in examples if not sample.hard), key=len)
    return "\n".join(dict.fromkeys((easy[0], easy[-1]))) if easy else ""


def _lines(written: str) -> str | None:
    return written if len(written) <= LONGEST_LINK else None


def _rows(text: Text, model: str, typed: str) -> list[Tokens]:
    """Tokenize typed lines; report and drop what exceeds the limits."""
    lines = [line.strip() for line in typed.splitlines() if line.strip()]
    cut = [tokenizer(model).encode(line[:LINE_CHARS]) for line in lines[:LINES]]
    fitting = [row for row in cut if len(row) <= LINE_TOKENS]
    if len(fitting) < len(lines) or any(len(line) > LINE_CHARS for line in lines[:LINES]):
        st.info(text("tokens.batch_too_much", lines=LINES, chars=LINE_CHARS, tokens=LINE_TOKENS))
    return fitting


FIELD = Field("tokens_rare", says="tokens.unknown_label", most=RARE_CHARS)


@chapter.panel
def draw_unknown(view: View) -> None:
    """Draw a character outside the vocabulary: how it is encoded and decoded."""
    translation = view.translation
    text, cutter = view.text, tokenizer(translation.model)
    with chapter.figure(text("tokens.unknown_title"), text("tokens.unknown_line")):
        typed = FIELD.draw(text, RARE, limit=RARE_CHARS).strip() or RARE
        tokens = cutter.encode(f"{translation.source.text} {typed}")
        chips(
            rows=[ChipRow("", source_chips(tokens))],
            title=text("tokens.unknown_title"),
            key="tokens_unknown_chips",
        )
        lost = [p for p, i in zip(tokens.tokens, tokens.ids, strict=True) if i == UNK]
        if not lost:
            st.caption(text("tokens.unknown_none"))
            return
        st.text(text("tokens.unknown_found", tokens="  ".join(lost), id=UNK))
        other = next(char for char in OTHERS if char not in typed)
        twin = cutter.encode(f"{translation.source.text} {other}")
        if twin.ids == tokens.ids:
            st.text(text("tokens.unknown_twin", other=other))
        back, made = st.columns(2, gap="medium")
        with back:
            st.caption(text("tokens.unknown_back"))
            st.code(cutter.decode(tokens.ids), language=None, wrap_lines=True)
        with made:
            st.caption(text("tokens.unknown_translation"))
            result = translate_ids(view, tokens.ids)
            st.code(result or " ", language=None, wrap_lines=True)
