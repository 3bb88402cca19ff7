"""Links to chapters: the list beside a page, what to read before it, the way on at its foot; and
the words of the glossary.

One element each instead of one of Streamlit's for every link and fold, which the browser would go
through again with every click on the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Literal

from explainer.drawings import Choice, drawing

Look = Literal["folds", "line", "foot", "words"]


@dataclass(frozen=True)
class Item:
    """A link: what `on_go` gets, the last part of its address, its words, the name of an icon of
    the Material Symbols that Streamlit brings, and what stands below it, or beside a word.
    """

    id: str
    url: str
    name: str
    icon: str
    note: str = ""


@dataclass(frozen=True)
class Group:
    """Links with a heading."""

    name: str
    items: tuple[Item, ...]


@lru_cache(maxsize=512)  # the same few lists with every run
def _travelling(group: Group) -> dict[str, Any]:
    return asdict(group)


def pagelinks(
    *,
    key: str,
    look: Look,
    groups: Sequence[Group],
    query: str,
    on_go: Callable[[str], None],
    here: str = "",
    title: str = "",
    note: str = "",
) -> None:
    """Draw the links; a plain click on one calls `on_go` with its id before the next run, any other
    is the browser's. `query` follows every address.

    As "folds" the heading of a group folds it, and a link alone has none: the group of the open
    page `here` is unfolded, and folds again on the way to another. `title` names the whole for a
    screen reader, and `note` stands below it.
    """
    data = {
        "look": look,
        "title": title,
        "note": note,
        "groups": [_travelling(group) for group in groups],
        "here": here,
        "query": query,
    }
    known = {item.id for group in groups for item in group.items}

    def clicked(choice: Choice) -> None:
        wanted = choice.get("go")
        if isinstance(wanted, str) and wanted in known:
            on_go(wanted)

    drawing("pagelinks", data, words={}, key=key, on_choice=clicked)
