"""Lines for a notebook that print a number of the page again, from the model itself.

Whatever a visitor wrote or chose enters as a `repr()` literal, so no text can become code. The
lines run in the folder of the project; layers, heads, rows and columns count from 0 in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import streamlit as st

from explainer.decoding import DecodeOptions
from explainer.frame import teaching

if TYPE_CHECKING:
    from explainer.analysis.maps import MapOptions
    from explainer.metrics.bleu import BleuSettings
    from explainer.text import Text
    from explainer.translation import Translation

Ids = Sequence[int]


@dataclass(frozen=True)
class Snippet:
    """`lines` of Python; the last one prints `shown`, as it stands on the page."""

    lines: tuple[str, ...]
    shown: str

    @property
    def code(self) -> str:
        return "\n".join(self.lines)


def draw_snippet(text: Text, page: str, snippet: Snippet) -> None:
    """A closed fold below a formula; nothing is sent while it is closed. `page` is its id."""
    if teaching.hides("code"):
        return
    place = st.expander(text("snippets.open"), key=f"{page}_snippet", on_change="rerun")
    if not place.open:
        return
    with place:
        st.caption(text("snippets.line", number=snippet.shown))
        st.code(snippet.code, language=None, wrap_lines=True)  # holds a reader's text


def print_snippet(value: float, form: str, expression: str, before: Sequence[str]) -> Snippet:
    """`before`, then a line that prints `expression`; `value` is what it gives."""
    return Snippet((*before, f'print(f"{{{expression}:{form}}}")'), f"{value:{form}}")


def form_of(value: float) -> str:
    """The decimals a formula gives a number, see `frame.formula.number`."""
    if abs(value) >= 1e5:
        return ".2e"
    return ".2f" if abs(value) >= 1 else ".3f"


def opening(translation: Translation, *imports: str) -> list[str]:
    """Imports, the model, and the translation on the page as `translation`."""
    return [
        *imports,
        "from explainer.decoding import DecodeOptions",
        "from explainer.engine import Translator",
        "from explainer.installed import models_folder",
        "",
        f"model = Translator.load(models_folder() / {translation.model!r})",
        f"translation = model.translate({translation.original!r}, {settings(translation.options)})",
    ]


def settings(options: DecodeOptions) -> str:
    """The settings as Python, without those that are as usual."""
    usual = DecodeOptions()
    values = ((field.name, getattr(options, field.name)) for field in fields(options))
    changed = (f"{n}={v!r}" for n, v in values if v != getattr(usual, n))
    return f"DecodeOptions({', '.join(changed)})"


def cell_weight(
    translation: Translation, prefix: str, place: tuple[int, int, int], value: float
) -> Snippet:
    """The weight of one cell by hand, from q and k; `place` is (head, row, column)."""
    head, row, column = place
    lines = [
        f"q = translation.trace[{prefix + '.q'!r}][{head}, {row}]",
        f"k = translation.trace[{prefix + '.k'!r}][{head}]",
        f"may_look = translation.trace[{prefix + '.mask'!r}][{head}, {row}]",
        "scores = np.where(may_look, k @ q / np.sqrt(len(q)), -np.inf)",
        "powers = np.exp(scores - scores.max())",
    ]
    before = [*opening(translation, "import numpy as np", ""), *lines]
    return print_snippet(value, ".3f", f"powers[{column}] / powers.sum()", before)


def map_weight(
    translation: Translation,
    options: MapOptions,
    predicted: bool,
    cell: tuple[int, int],
    value: float,
) -> Snippet:
    """One cell of an attention map, whichever heads are combined and whatever is merged."""
    row, column = cell
    if options.combine == "one" and not options.words and not options.hide:
        before = [
            *opening(translation),
            f"weights = translation.attention({options.kind!r})"
            f"[{options.layer}, {options.heads[0]}]",
        ]
        return print_snippet(value, ".3f", f"weights[{row}, {column}]", before)
    before = [
        *opening(translation, "from explainer.analysis.maps import MapOptions, Side, shown_map"),
        "source = Side(translation.source.pieces, translation.source.words)",
        "fed = Side(translation.fed_pieces, (-1, *translation.predicted_words[:-1]))",
        "written = Side(translation.predicted_pieces, translation.predicted_words)",
        'weights = {kind: translation.attention(kind) for kind in ("encoder", "decoder", "cross")}',
        f"shown = shown_map(weights, {options!r}, {', '.join(_sides(options.kind, predicted))})",
    ]
    return print_snippet(value, ".3f", f"shown.weights[{row}, {column}]", before)


def _sides(kind: str, predicted: bool) -> tuple[str, str]:
    if kind == "encoder":
        return "source", "source"
    return "written" if predicted else "fed", "source" if kind == "cross" else "fed"


def head_weight(
    translation: Translation, prefix: str, head: int, row: int, value: float
) -> Snippet:
    """The largest weight of a row of one head."""
    before = [
        *opening(translation),
        f"weights = translation.trace[{prefix + '.weights'!r}][{head}, {row}]",
    ]
    return print_snippet(value, ".2f", "weights.max()", before)


def greedy_total(translation: Translation, ids: Ids, forced: bool, value: float) -> Snippet:
    """The log-probability of greedy search's output, or of one with pieces put in by hand."""
    if forced:
        before = _nats(translation, ids)
        return print_snippet(value, ".2f", "logs.sum()", before)
    options = DecodeOptions(method="greedy", min_length=translation.options.min_length)
    before = [
        *opening(translation),
        "greedy = model.search([translation.source.ids],"
        f" model.within_limits({settings(options)}))",
    ]
    return print_snippet(value, ".2f", "greedy.hypotheses[0][0].total", before)


def beam_score(
    translation: Translation,
    options: DecodeOptions,
    ranking: tuple[float, int],
    place: int,
    value: float,
) -> Snippet:
    """The score of the hypothesis at `place` (from 0) under `ranking`: alpha, minimum length."""
    alpha, least = ranking
    before = [
        *opening(translation, "from explainer.decoding import rerank"),
        f"options = model.within_limits({settings(options)})",
        "result = model.search([translation.source.ids], options, keep=True)",
        "open_ends = [one for one in result.hypotheses[0] if not one.finished]",
        "stored = [*result.finished(0), *open_ends]",
        f"order = rerank(stored, {alpha!r}, {least!r}) or rerank(stored, {alpha!r})",
    ]
    return print_snippet(value, ".3f", f"order[{place}].score", before)


def perplexity(translation: Translation, ids: Ids, value: float) -> Snippet:
    """e to the mean loss of a reference, given as its piece ids."""
    return print_snippet(value, form_of(value), "np.exp(-logs.mean())", _nats(translation, ids))


def _nats(translation: Translation, ids: Ids) -> list[str]:
    """`logs`: the log-probability of every piece of `ids`, each after those before it."""
    return [
        *opening(translation, "import numpy as np", "", "from explainer.tokenizer import BOS"),
        f"wanted = {[int(index) for index in ids]!r}",
        'logits = model.run(translation.source.ids, [BOS, *wanted[:-1]])["logits"].astype(float)',
        "logits -= logits.max(axis=-1, keepdims=True)",
        "logs = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))",
        "logs = logs[range(len(wanted)), wanted]",
    ]


def bleu_score(
    texts: tuple[str, Sequence[str]], settings: BleuSettings, tokenizer: str, value: float
) -> Snippet:
    """BLEU of a candidate against its references; `value` 0..100."""
    candidate, references = texts
    before = [
        "from explainer.metrics.bleu import BleuSettings, score, statistics",
        "from explainer.metrics.bleu_tokens import tokenize",
        "",
        f"candidate = tokenize({candidate!r}, {tokenizer!r})",
        f"references = [tokenize(one, {tokenizer!r}) for one in {list(references)!r}]",
        f"settings = {settings!r}",
        "counts = statistics(candidate, references, settings.max_order)",
    ]
    form = ".0f" if not value else ".2f" if value >= 0.005 else ".2e"
    return print_snippet(value, form, "score(counts, settings).score", before)
