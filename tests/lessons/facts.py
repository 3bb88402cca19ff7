"""The facts that the lessons ask about, of the Korean model that comes with the project."""

from copy import copy
from functools import cache
from typing import Any

from tests.lessons.runs import Run


@cache
def facts_of(lesson: str) -> Any:
    return Run("ko-en").facts(lesson)


def changed(lesson: str, **values: object) -> Any:
    """The same facts with other values."""
    found = copy(facts_of(lesson))
    vars(found).update(values)
    return found
