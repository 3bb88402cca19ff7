"""Starts the app without one of its chapters, for each of them: `python one_less.py FOLDER`.

FOLDER gets a copy of the program made of links, in which the folder of the chapter is missing. Each
chapter has a process of its own, forked before anything of the project is imported, so that the
libraries are loaded once: those that LIBRARIES forgets are loaded in each process, no more. Prints
a line for each chapter, whether it was missed.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

import torch
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "explainer" / "chapters"
LIBRARIES = (
    "PIL.Image",
    "jinja2",
    "numpy",
    "pandas",
    "pyarrow.pandas_compat",
    "sacrebleu",
    "safetensors.torch",
    "segno",
    "sentencepiece",
    "streamlit.emojis",
    "streamlit.material_icon_names",
)
# The first page and those that lead to others.
OPENED = ("translate", "lessons", "glossary")


def without(chapter: str, folder: Path) -> Path:
    """The folder of a program that lacks `chapter`."""
    program = folder / chapter
    (program / "explainer" / "chapters").mkdir(parents=True)
    for name in ("app.py", ".streamlit"):
        (program / name).symlink_to(ROOT / name)
    for source in (ROOT / "explainer", CHAPTERS):
        for entry in source.iterdir():
            if entry not in (CHAPTERS, CHAPTERS / chapter) and entry.name != "__pycache__":
                (program / entry.relative_to(ROOT)).symlink_to(entry)
    return program


def visit(chapter: str, program: Path, components: BidiComponentManager) -> None:
    """Import every page that is there, and open those that lead on."""
    os.chdir(program)
    sys.path[0] = str(program)
    torch.set_num_threads(1)
    import_module("explainer.chapters")
    from explainer.frame.course import chapters
    from explainer.frame.page import page_of

    there = [one.id for one in chapters()]
    folders = {path.parent.name for path in CHAPTERS.glob("*/page.py")}
    assert set(there) == folders - {chapter}
    for one in chapters():
        page_of(one)
    app = AppTest.from_file(str(program / "app.py"), default_timeout=600)
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
    folder, wrong = Path(sys.argv[1]), 0
    for name in LIBRARIES:
        import_module(name)
    # As a server does once; AppTest would search all packages in each process.
    components = BidiComponentManager()
    components.discover_and_register_components(start_file_watching=False)
    gc.freeze()  # else each process would go through all of it, and so copy it
    for chapter in sorted(path.parent.name for path in CHAPTERS.glob("*/page.py")):
        program = without(chapter, folder)
        child = os.fork()
        if not child:
            try:
                visit(chapter, program, components)
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
