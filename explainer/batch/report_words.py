"""Texts of the report in the reader's language, under the names used in the template."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explainer.decoding import DecodeOptions
    from explainer.text import Text


def words(text: Text) -> dict[str, str]:
    """Return headings and captions."""
    return text.each(
        "reports.*",
        "summary",
        "scores",
        "scores_line",
        "no_scores",
        "problems",
        "figures",
        "unsure",
        "unsure_line",
        "map_line",
        "no_map",
        "no_attention",
        "table",
        "footer",
        "nothing",
    )


def table_words(text: Text) -> dict[str, str]:
    """Return column names of the tables."""
    return {
        "number": text("reports.number"),
        "source": text("reports.source"),
        "translation": text("reports.translation"),
        "reference": text("reports.reference"),
        "log_prob": text("reports.log_prob_short"),
        "perplexity": text("reports.perplexity"),
        "entropy": text("reports.entropy"),
        "coverage": text("reports.coverage"),
        "unk": text("reports.unk"),
        "metric": text("reports.metric"),
        "score": text("reports.score"),
        "interval": text("reports.interval"),
        "signature": text("reports.signature"),
    }


def figure_words(text: Text) -> dict[str, str]:
    """Return titles and labels of the figures."""
    return text.each(
        "reports.*",
        "lengths",
        "lengths_line",
        "read",
        "written",
        "sure",
        "sure_line",
        "log_prob",
        "count",
    )


def reasons(text: Text) -> dict[str, str]:
    """Return texts for the reasons why a sentence has no translation, see InputError."""
    return {
        "empty": text("reports.reason_empty"),
        "no_known_tokens": text("reports.reason_unknown"),
        "too_long_text": text("reports.reason_long"),
        "too_long_tokens": text("reports.reason_long"),
    }


def options_words(text: Text, options: DecodeOptions) -> str:
    """Describe the search settings briefly."""
    if options.method == "beam":
        return text("reports.beam", width=options.width, alpha=f"{options.alpha:g}")
    if options.method == "greedy":
        return text("reports.greedy")
    return text("reports.sample", temperature=f"{options.temperature:g}", seed=options.seed)
