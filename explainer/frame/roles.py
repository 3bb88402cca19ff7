"""Texts for the roles of attention heads."""

from __future__ import annotations

from collections.abc import Sequence

from explainer.analysis.head_roles import ORDER, HeadRole
from explainer.text import Text
from explainer.text.numbers import percent


def role_names(text: Text) -> dict[str, str]:
    """Return a description of each role: "looks at itself"."""
    return text.each(
        "words.role_*",
        *ORDER,
    )


def short_names(text: Text) -> dict[str, str]:
    """Return a short name of each role, for small maps."""
    return text.each(
        "words.role_short_*",
        *ORDER,
    )


def role_line(text: Text, role: HeadRole, key_tokens: Sequence[str]) -> str:
    """Describe a head's role with its score, or the favourite token of a head without a role.

    It may contain user input, so it must not be rendered as Markdown.
    """
    name, share = role_names(text)[role.role], percent(role.score, 0)
    if role.role == "mixed":
        token = key_tokens[role.favourite]
        return text("words.role_line_mixed", role=name, token=token, share=share)
    if role.role == "broad":
        return text("words.role_line_broad", role=name, share=f"{role.score:.2f}")
    return text("words.role_line", role=name, share=share, even=percent(role.chance, 0))
