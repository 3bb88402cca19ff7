"""Explain why a file or line was rejected."""

from __future__ import annotations

from explainer.batch.cells import FileProblem
from explainer.batch.rows import Row
from explainer.frame.sentence_warnings import refusal
from explainer.text import Text
from explainer.translation import InputError


def file_problem(text: Text, problem: FileProblem) -> str:
    """Explain a file's problem and its remedy."""
    sentences = {
        "unknown_kind": "sentences.bad_kind",
        "empty": "sentences.bad_empty",
        "too_big": "sentences.bad_size",
        "too_many_lines": "sentences.bad_lines",
        "too_many_columns": "sentences.bad_columns",
        "cell_too_long": "sentences.bad_cell",
        "archive": "sentences.bad_archive",
        "not_text": "sentences.bad_binary",
        "not_utf8": "sentences.bad_encoding",
        "unknown_encoding": "sentences.which_encoding",
        "line_too_long": "sentences.bad_line",
        "bad_quotes": "sentences.bad_quotes",
        "extra_cells": "sentences.bad_extra",
    }
    facts = {
        name: f"{fact:,}" if isinstance(fact, int) else fact for name, fact in problem.facts.items()
    }
    return text(sentences[problem.reason], **facts)


def row_problem(text: Text, row: Row) -> str:
    """Explain why a line has no translation; "" if it has one."""
    if row.problem is None:
        return ""
    return refusal(text, InputError(row.problem, row.problem_found, row.problem_limit))


def reason_names(text: Text) -> dict[str, str]:
    """Return short names of the reasons, for counts."""
    return {
        "empty": text("sentences.reason_empty"),
        "no_known_tokens": text("sentences.reason_unknown"),
        "too_long_text": text("sentences.reason_long"),
        "too_long_tokens": text("sentences.reason_long"),
    }
