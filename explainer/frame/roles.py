"""The words for what a head seems to do."""

from __future__ import annotations

from collections.abc import Sequence

from explainer.analysis.head_roles import ORDER, HeadRole
from explainer.text import Text
from explainer.text.numbers import percent


def role_names(text: Text) -> dict[str, str]:
    """What a head of each role does: "looks at itself"."""
    return text.each(
        "words.role_*",
        *ORDER,
    )


def short_names(text: Text) -> dict[str, str]:
    """The same in a word or two, to stand under a small map."""
    return text.each(
        "words.role_short_*",
        *ORDER,
    )


def role_line(text: Text, role: HeadRole, key_tokens: Sequence[str]) -> str:
    """One sentence: the role and how sure it is, or what a head without one looks at most.

    It may hold a token of a visitor's sentence, so it is no Markdown.
    """
    name, share = role_names(text)[role.role], percent(role.score, 0)
    if role.role == "mixed":
        token = key_tokens[role.favourite]
        return text("words.role_line_mixed", role=name, token=token, share=share)
    if role.role == "broad":
        return text("words.role_line_broad", role=name, share=f"{role.score:.2f}")
    return text("words.role_line", role=name, share=share, even=percent(role.chance, 0))
