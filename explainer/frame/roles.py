"""The words for what a head seems to do."""

from __future__ import annotations

from explainer.text import Text


def role_names(text: Text) -> dict[str, str]:
    """The words for each role of a head."""
    return {
        "previous": text("words.role_previous"),
        "same": text("words.role_same"),
        "next": text("words.role_next"),
        "start": text("words.role_start"),
        "end": text("words.role_end"),
        "punctuation": text("words.role_punctuation"),
        "diagonal": text("words.role_diagonal"),
        "broad": text("words.role_broad"),
        "mixed": text("words.role_mixed"),
    }
