"""The report on a batch of translations: one self-contained HTML file.

Shared by the page for users' own sentences and the command line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from explainer import __version__
from explainer.analysis.last_cross import has_attention
from explainer.batch.report_figures import attention, histogram, lengths
from explainer.batch.report_words import figure_words, options_words, reasons, table_words, words
from explainer.batch.rows import Row
from explainer.documents import document
from explainer.text import Text
from explainer.text.numbers import decimal, percent
from explainer.translation import InputError

if TYPE_CHECKING:
    from explainer.batch.summary import Score, Summary
    from explainer.decoding import DecodeOptions
    from explainer.engine import Translator
    from explainer.translation import Translation

TEMPLATE: Final = "report.html"
LOOKS: Final = 5  # sentences with an attention map
MOST_ROWS: Final = 2_000  # in the table
MISSING: Final = "–"


@dataclass(frozen=True)
class Setup:
    """The settings of a batch: `card` is the model's config.json, `name` the file's, or ""."""

    model: str
    card: Mapping[str, Any]
    options: DecodeOptions
    name: str = ""


@dataclass(frozen=True)
class RowMap:
    """Attention map of one sentence: weights (target tokens, source tokens), rows sum to 1."""

    number: int
    target_tokens: tuple[str, ...]
    source_tokens: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]


def least_sure(rows: Sequence[Row], count: int = LOOKS) -> list[Row]:
    """Return the rows with the lowest log-probability per token, lowest first."""
    scored = [row for row in rows if row.log_prob_per_token is not None]
    return sorted(scored, key=lambda row: (row.log_prob_per_token or 0.0, row.number))[:count]


def row_map(row: Row, translation: Translation) -> RowMap | None:
    """Return the attention map of a row's translation; None for a model without attention."""
    weights = translation.looks()
    if weights is None:
        return None
    return RowMap(
        row.number,
        translation.predicted_tokens,
        translation.source.tokens,
        tuple(tuple(float(w) for w in line) for line in weights),
    )


def row_maps(
    translator: Translator, rows: Sequence[Row], options: DecodeOptions, count: int = LOOKS
) -> tuple[RowMap, ...]:
    """Return attention maps of the least certain rows, translated again.

    Sentences that are too long have no map; models without attention have none at all.
    """
    maps = []
    for row in least_sure(rows, count) if has_attention(translator.sizes) else ():
        try:
            look = row_map(row, translator.translate(row.source, options))
        except InputError:
            continue
        maps += [look] if look else []
    return tuple(maps)


def report(
    lang: str, setup: Setup, rows: Sequence[Row], summary: Summary, *, looks: Sequence[RowMap] = ()
) -> str:
    """Render the report as HTML in a language of LANGUAGES.

    `summary` covers all rows; `rows` may be a sample, which the report then states.
    """
    text = Text(lang)
    done = [row for row in rows if row.problem is None]
    return document(
        TEMPLATE,
        lang=lang,
        words=words(text),
        columns=table_words(text),
        figures=figure_words(text),
        made_by=text("shell.version", version=__version__),
        title=text("reports.title", name=setup.name or text("reports.pasted")),
        lead=text(
            "reports.lead",
            model=setup.model,
            rows=f"{summary.rows:,}",
            translated=f"{summary.translated:,}",
        ),
        facts=_facts(text, setup, summary),
        scores=[
            _score(name, score)
            for name, score in (("BLEU", summary.bleu), ("chrF", summary.chrf))
            if score is not None
        ],
        problems=[(reasons(text)[reason], f"{n:,}") for reason, n in summary.problems.items()],
        lengths=lengths(
            [r.source_tokens or 0 for r in done],
            [r.target_tokens or 0 for r in done],
            [str(r.number) for r in done],
        )
        if done
        else None,
        sure=histogram([r.log_prob_per_token or 0.0 for r in done]) if done else None,
        unsure=_unsure(text, done, looks),
        looked=any(row.entropy is not None for row in done),
        rows=[_row(text, row) for row in rows[:MOST_ROWS]],
        cut=text("reports.cut", shown=f"{min(len(rows), MOST_ROWS):,}", rows=f"{summary.rows:,}")
        if min(len(rows), MOST_ROWS) < summary.rows
        else "",
        with_scores=any(row.chrf is not None for row in rows),
    )


def _facts(text: Text, setup: Setup, summary: Summary) -> list[tuple[str, str]]:
    """List settings and facts on the model; what its card lacks is left out."""
    card = setup.card
    facts: list[tuple[str, object]] = [
        (text("reports.model"), setup.model),
        (text("reports.languages"), f"{card.get('source', '?')} → {card.get('target', '?')}"),
        (text("reports.search"), options_words(text, setup.options)),
        (text("reports.parameters"), f"{card['parameters']:,}" if "parameters" in card else ""),
        (
            text("reports.tokens"),
            text(
                "reports.tokens_of",
                read=f"{summary.source_tokens:,}",
                written=f"{summary.target_tokens:,}",
            ),
        ),
        (text("reports.log_prob"), number(summary.log_prob_per_token, 3)),
        (text("reports.perplexity"), number(summary.perplexity, 2)),
    ]
    test = (card.get("test") or {}).get("beam") or {}
    if "bleu" in test and "chrf" in test:
        facts.append(
            (
                text("reports.test"),
                text(
                    "reports.test_of",
                    bleu=test["bleu"],
                    chrf=test["chrf"],
                    sentences=test.get("sentences", "?"),
                    signature=test.get("bleu_signature", "?"),
                ),
            )
        )
    sums = card.get("sha256") or {}
    facts.append((text("reports.sha256"), sums.get("weights.safetensors", "")))
    facts.append((text("reports.licences"), card.get("licences", "")))
    return [(name, str(value)) for name, value in facts if value not in ("", MISSING)]


def _score(name: str, score: Score) -> dict[str, str]:
    return {
        "name": name,
        "value": f"{score.value:.2f}",
        "signature": score.signature,
        "interval": f"{score.low:.2f} – {score.high:.2f}",
    }


def _unsure(text: Text, done: Sequence[Row], looks: Sequence[RowMap]) -> list[dict[str, Any]]:
    """List the least certain sentences, with attention maps if available."""
    maps = {look.number: look for look in looks}
    entries: list[dict[str, Any]] = []
    for row in least_sure(done):
        look = maps.get(row.number)
        entries.append(
            {
                **_row(text, row),
                "map": attention(look.target_tokens, look.source_tokens, look.weights)
                if look
                else None,
                "alt": text(
                    "reports.map_alt",
                    number=row.number,
                    rows=len(look.target_tokens),
                    keys=len(look.source_tokens),
                )
                if look
                else "",
            }
        )
    return entries


def _row(text: Text, row: Row) -> dict[str, str]:
    return {
        "number": str(row.number),
        "source": row.source,
        "translation": row.translation if row.problem is None else reasons(text)[row.problem],
        "problem": row.problem or "",
        "reference": row.reference or "",
        "bleu": number(row.bleu, 1),
        "chrf": number(row.chrf, 1),
        "log_prob": number(row.log_prob_per_token, 3),
        "perplexity": number(row.perplexity, 2),
        "entropy": number(row.entropy, 2),
        "coverage": share(row.coverage),
        "unk": share(row.unk_share),
    }


def number(value: float | None, places: int) -> str:
    """Format with a true minus sign; a dash for None."""
    return MISSING if value is None else decimal(value, places)


def share(value: float | None) -> str:
    """Format a share as a percentage; a dash for None."""
    return MISSING if value is None else percent(value, 0)
