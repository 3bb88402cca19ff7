"""Groups of links: the chapter list, prerequisites, a page's foot, and glossary terms.

One element each; a Streamlit element per link and fold would be compared by the browser on every
click.
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
    """Link of a group: its id for `on_go`, URL, words, Material Symbols icon, a note, a number."""

    id: str
    url: str
    name: str
    icon: str
    note: str = ""
    number: str = ""


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
    """Draw groups of links; a plain click calls `on_go` with the id before the next run.

    Any other click is the browser's own. `query` is appended to every URL. With the look "folds"
    headings fold their group, except a single link; the open page's group (`here`) is expanded, and
    collapses on the way to another. `title` names the whole for screen readers, `note` is drawn
    below it.
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
