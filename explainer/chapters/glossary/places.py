"""Parts of the figure under which terms are listed."""

from __future__ import annotations

from typing import Final

from explainer.data import glossary
from explainer.data.glossary import Term
from explainer.frame.course import chapter_of, part_of
from explainer.frame.figuremap import REGIONS, lit

# What is done to the model, how it is judged, and models of another build.
OUTSIDE: Final = ("learning", "measuring", "others")
PLACES: Final = (*REGIONS, *OUTSIDE)
FEW: Final = 4  # parts of the figure that can be one place; what has more is another model


def parts_of(term: Term) -> tuple[str, ...]:
    """Return the parts under which a term is listed, its own part first."""
    if term.parts:
        return term.parts
    chapter = chapter_of(term.page)
    if chapter is None:
        return ("others",)
    if part_of(chapter).id in OUTSIDE:
        return (part_of(chapter).id,)
    parts = lit(chapter)
    return parts if 0 < len(parts) <= FEW else ("others",)


def lit_parts(term: Term) -> tuple[str, ...]:
    """Return the parts of the figure to highlight for a term, else its chapter's, else all."""
    if inside := tuple(place for place in parts_of(term) if place in REGIONS):
        return inside
    chapter = chapter_of(term.page)
    return (chapter and lit(chapter)) or tuple(REGIONS)


def terms_of_part(place: str) -> list[Term]:
    """Return the terms of a part in list order, in which the data flows."""
    return [term for term in glossary.terms() if place in parts_of(term)]


def first_of_part(place: str) -> Term:
    """Return the first term that is at home in a part."""
    return next(term for term in terms_of_part(place) if parts_of(term)[0] == place)
