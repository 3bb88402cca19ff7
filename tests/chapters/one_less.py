"""Starts the app without one of its chapters, for each of them: `python one_less.py FOLDER`.

FOLDER gets a copy of the program made of links; the link of each chapter's folder is missing for a
while. Each has a process of its own, forked before any chapter is imported: libraries, and what no
chapter is part of, are loaded once. Prints a line for each chapter, whether it was missed.
"""

from __future__ import annotations

import gc
import os
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import streamlit as st
import torch
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "explainer" / "chapters"
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
    assert not [name for name in sys.modules if name.startswith("explainer.chapters")]


@contextmanager
def without(chapter: Path) -> Iterator[None]:
    folder = chapter.readlink()
    chapter.unlink()
    yield
    chapter.symlink_to(folder)


def visit(chapter: str, components: BidiComponentManager) -> None:
    """Import every page that is there, and open those that lead on."""
    import_module("explainer.chapters")
    from explainer.frame.course import chapters
    from explainer.frame.page import page_of

    # An absolute path would lead past the links.
    assert not Path(str(import_module("explainer.chapters").__file__)).is_relative_to(ROOT)
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


def main() -> int:
    wrong, links = 0, linked(Path(sys.argv[1]).resolve())
    torch.set_num_threads(1)
    load_all_but_chapters()
    st.empty()  # the first element of a process has Streamlit look through all modules
    # As a server does once; AppTest would search all packages in each process.
    components = BidiComponentManager()
    components.discover_and_register_components(start_file_watching=False)
    gc.freeze()  # else each process would go through all of it, and so copy it
    for chapter in sorted(path.parent.name for path in CHAPTERS.glob("*/page.py")):
        with without(links / chapter):
            child = os.fork()
            if not child:
                try:
                    visit(chapter, components)
                except BaseException:
                    traceback.print_exc()
                    os._exit(1)
                os._exit(0)
            status = os.waitpid(child, 0)[1]
        print(f"{chapter}: {'fine' if not status else 'missed'}", flush=True)
        wrong += status != 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
