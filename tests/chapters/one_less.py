"""Starts the app without one of its chapters, for each of them: `python one_less.py FOLDER`.

FOLDER gets a copy of the program made of links; the link of each chapter's folder is missing for a
while. Each has a process of its own. Half of the chapters are missing while a process imports the
others, and in the processes forked from it a quarter, an eighth, one: so no chapter is imported
while there is one that will be missing, and none more than some five times. Prints a line for each
chapter that was not missed.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import sys
import tomllib
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import streamlit as st
import torch
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "explainer" / "chapters"
PACKAGE = "explainer.chapters"
# That a page imports when it is drawn; one that is forgotten here is loaded in each process.
LIBRARIES = (
    "PIL.PngImagePlugin",
    "jinja2",
    "pandas",
    "pyarrow.pandas_compat",
    "segno",
    "streamlit.emojis",
    "streamlit.material_icon_names",
)
# Packages that import the chapters, and programs.
LATER = {"chapters", "shell", "__main__"}
# Those that lead to others; so does the first page.
OPENED = ("lessons", "glossary")


def linked(folder: Path) -> Path:
    """The program, every chapter with a link of its own; imported from now on."""
    (folder / "explainer" / "chapters").mkdir(parents=True)
    for name in ("app.py", ".streamlit"):
        (folder / name).symlink_to(ROOT / name)
    for source in (ROOT / "explainer", CHAPTERS):
        for entry in source.iterdir():
            if entry != CHAPTERS and entry.name != "__pycache__":
                (folder / entry.relative_to(ROOT)).symlink_to(entry)
    os.chdir(folder)
    sys.path[0] = str(folder)
    return folder / "explainer" / "chapters"


def load_all_but_chapters() -> None:
    import explainer

    for name in LIBRARIES:
        import_module(name)
    for found in pkgutil.iter_modules(explainer.__path__, "explainer."):
        if found.name.removeprefix("explainer.") not in LATER:
            inside = import_module(found.name)
            for part in pkgutil.walk_packages(getattr(inside, "__path__", ()), f"{found.name}."):
                if not part.name.endswith("__main__"):
                    import_module(part.name)
    assert not [name for name in sys.modules if name.startswith(PACKAGE)]


def parse_texts() -> None:
    """Once for all processes; which files there are each of them finds out by itself."""
    from explainer.text import LANGUAGES, strings

    tomllib.loads = cache(tomllib.loads)
    for lang in LANGUAGES:
        strings(lang)
    strings.cache_clear()


@contextmanager
def without(chapters: Sequence[Path]) -> Iterator[None]:
    folders = [chapter.readlink() for chapter in chapters]
    for chapter in chapters:
        chapter.unlink()
    try:
        yield
    finally:
        for chapter, folder in zip(chapters, folders, strict=True):
            chapter.symlink_to(folder)


def load_pages(chapters: Sequence[Path]) -> None:
    """Their modules, but not the package: it looks only once which chapters there are."""
    stand_in = ModuleType(PACKAGE)
    stand_in.__path__ = [str(chapters[0].parent)]
    sys.modules[PACKAGE] = stand_in
    for chapter in chapters:
        import_module(f"{PACKAGE}.{chapter.name}.page")
    del sys.modules[PACKAGE]


def visit(chapter: str, components: BidiComponentManager) -> None:
    """Import every page that is there, and open those that lead on."""
    import_module(PACKAGE)
    from explainer.frame.course import chapters
    from explainer.frame.page import page_of

    # An absolute path would lead past the links.
    assert not Path(str(import_module(PACKAGE).__file__)).is_relative_to(ROOT)
    there = [one.id for one in chapters()]
    folders = {path.parent.name for path in CHAPTERS.glob("*/page.py")}
    assert set(there) == folders - {chapter}
    for one in chapters():
        page_of(one)
    app = AppTest.from_file(str(Path.cwd() / "app.py"), default_timeout=600)
    app._bidi_component_manager = components
    app.run()
    assert not app.exception, app.exception
    hashes = {info["url_pathname"]: name for name, info in app._registered_pages.items()}
    for one in chapters():
        if one.id in OPENED:
            app._page_hash = hashes[one.url]
            app.run()
            assert not app.exception, (one.id, app.exception)


def miss_each(chapters: Sequence[Path], components: BidiComponentManager) -> bool:
    """Visit the app without each of them, where all others are imported; whether all went well."""
    if len(chapters) == 1:
        with without(chapters):
            visit(chapters[0].name, components)
        print(f"{chapters[0].name}: fine", flush=True)
        return True
    half = len(chapters) // 2
    parts = chapters[:half], chapters[half:]
    return all(_forked(*each, components) for each in (parts, parts[::-1]))


def _forked(
    missed: Sequence[Path], there: Sequence[Path], components: BidiComponentManager
) -> bool:
    child = os.fork()
    if not child:
        try:
            with without(missed):
                load_pages(there)
            os._exit(0 if miss_each(missed, components) else 1)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def main() -> int:
    links = linked(Path(sys.argv[1]).resolve())
    torch.set_num_threads(1)
    load_all_but_chapters()
    parse_texts()
    st.empty()  # the first element of a process has Streamlit look through all modules
    # As a server does once; AppTest would search all packages in each process.
    components = BidiComponentManager()
    components.discover_and_register_components(start_file_watching=False)
    gc.freeze()  # else each process would go through all of it, and so copy it
    names = sorted(path.parent.name for path in CHAPTERS.glob("*/page.py"))
    return 0 if miss_each([links / name for name in names], components) else 1


if __name__ == "__main__":
    sys.exit(main())
