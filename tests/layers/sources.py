"""The project's own files, for tests that read source code."""

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[2]

# Folders a clone does not have: caches, and unfinished training runs at the top.
FOREIGN = {"__pycache__", "node_modules"}
UNFINISHED = ROOT / "runs"
OUR_DOT_FOLDERS = {".ci", ".deploy", ".devcontainer", ".docs", ".github", ".streamlit"}


def files(*parts: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    """Our files below the given places (files or folders relative to the repository root)."""
    found = [path for part in parts for path in walk(ROOT / part) if path.suffix in suffixes]
    if not found:
        raise ValueError(f"nothing with {suffixes} below {parts}: a test of it could not fail")
    return sorted(found)


def walk(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
        return
    for entry in sorted(place.iterdir()):
        hidden = entry.name.startswith(".") and entry.name not in OUR_DOT_FOLDERS
        if entry.is_dir() and not hidden and entry.name not in FOREIGN and entry != UNFINISHED:
            yield from walk(entry)
        elif entry.is_file():
            yield entry


# What a visitor sees, and what asks the model for a visitor: the layers that know Streamlit.
SCREENS = ("drawings", "runs", "frame", "chapters", "shell", "web")


def screens(*more: str) -> list[Path]:
    """The Python files of those layers."""
    return files(*more, *(f"explainer/{name}" for name in SCREENS))


def name_of(path: Path) -> str:
    """The path from the repository root, as test ids and messages show it."""
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path), filename=name_of(path))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes below one that is kept: a dozen tests go through the same ones."""
    return tuple(ast.walk(tree))


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    """The constants that are documentation and not data."""
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    found = set()
    for node in nodes_of(tree):
        if isinstance(node, owners) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(first.value)
    return found


T = TypeVar("T")


def for_each(
    things: Sequence[T], named: Callable[[Any], str] = name_of
) -> Callable[[Callable[[T], None]], Callable[[], None]]:
    """A check of one file, or of another thing, becomes one test of all, which names every one that
    fails.

    A test a file would be thousands: pytest needs longer to count them than they to run.
    """

    def one_test(check: Callable[[T], None]) -> Callable[[], None]:
        def test() -> None:
            assert things, "nothing to check"
            wrong = []
            for thing in things:
                try:
                    check(thing)
                except AssertionError as error:
                    wrong.append(f"{named(thing)}: {error}")
            assert not wrong, "\n".join(wrong)

        # Not functools.wraps: pytest would look for a fixture of the check's argument.
        test.__name__, test.__doc__, test.__module__ = (
            check.__name__,
            check.__doc__,
            check.__module__,
        )
        return test

    return one_test
