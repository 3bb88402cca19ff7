"""The words of the report in the reader's language, by the names the template knows them by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explainer.decoding import DecodeOptions
    from explainer.text import Text


def words(text: Text) -> dict[str, str]:
    """Headings and lines."""
    return {
        "summary": text("reports.summary"),
        "scores": text("reports.scores"),
        "scores_line": text("reports.scores_line"),
        "no_scores": text("reports.no_scores"),
        "problems": text("reports.problems"),
        "comparison": text("reports.comparison"),
        "comparison_line": text("reports.comparison_line"),
        "figures": text("reports.figures"),
        "unsure": text("reports.unsure"),
        "unsure_line": text("reports.unsure_line"),
        "map_line": text("reports.map_line"),
        "no_map": text("reports.no_map"),
        "table": text("reports.table"),
        "footer": text("reports.footer"),
        "nothing": text("reports.nothing"),
    }


def table_words(text: Text) -> dict[str, str]:
    """Names of columns and of texts."""
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
        "first": text("reports.first"),
        "second": text("reports.second"),
        "difference": text("reports.difference"),
    }


def figure_words(text: Text) -> dict[str, str]:
    return {
        "lengths": text("reports.lengths"),
        "lengths_line": text("reports.lengths_line"),
        "read": text("reports.read"),
        "written": text("reports.written"),
        "sure": text("reports.sure"),
        "sure_line": text("reports.sure_line"),
        "log_prob": text("reports.log_prob"),
        "count": text("reports.count"),
    }


def reasons(text: Text) -> dict[str, str]:
    """Why a sentence has no translation, see InputError."""
    return {
        "empty": text("reports.reason_empty"),
        "no_known_pieces": text("reports.reason_unknown"),
        "too_long_text": text("reports.reason_long"),
        "too_long_pieces": text("reports.reason_long"),
    }


def options_words(text: Text, options: DecodeOptions) -> str:
    """The search in a few words."""
    if options.method == "beam":
        return text("reports.beam", width=options.width, alpha=f"{options.alpha:g}")
    if options.method == "greedy":
        return text("reports.greedy")
    return text("reports.sample", temperature=f"{options.temperature:g}", seed=options.seed)
