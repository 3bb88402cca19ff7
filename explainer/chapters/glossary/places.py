"""Where a term lives: parts of the figure of all chapters, or one of the places outside of it."""

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


def places(term: Term) -> tuple[str, ...]:
    """Those of PLACES under which a term is listed, the first its home: what the term says, or the
    part of the course that its chapter is of, or what the chapter magnifies.
    """
    if term.parts:
        return term.parts
    chapter = chapter_of(term.page)
    if chapter is None:
        return ("others",)
    if part_of(chapter).id in OUTSIDE:
        return (part_of(chapter).id,)
    parts = lit(chapter)
    return parts if 0 < len(parts) <= FEW else ("others",)


def lights(term: Term) -> tuple[str, ...]:
    """The parts of the figure that light up for a term: of one outside what its chapter is about,
    and at least all of them.
    """
    if inside := tuple(place for place in places(term) if place in REGIONS):
        return inside
    chapter = chapter_of(term.page)
    return (chapter and lit(chapter)) or tuple(REGIONS)


def living_in(place: str) -> list[Term]:
    """The terms of a place: those that are at home there, then the others, as the list has them."""
    there = [term for term in glossary.terms() if place in places(term)]
    return sorted(there, key=lambda term: places(term)[0] != place)
