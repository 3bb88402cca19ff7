"""Starts the app without some of its chapters: `python one_less.py FOLDER`.

FOLDER gets a copy of the program made of links, without those of the chapters that are missed: each
of the pages that lead to others alone, and all others at once, in a process of its own.
No chapter imports another (tests/layers), so one alone is missed by nothing that all of them are
not. Prints a line for each time that nothing was missed.
"""

import gc
import os
import pkgutil
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import torch
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = ROOT / "explainer" / "chapters"
PACKAGE = "explainer.chapters"
NAMES = {path.parent.name for path in CHAPTERS.glob("*/page.py")}
# Packages that import the chapters, and programs.
LATER = {"chapters", "shell", "site", "__main__"}
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

    for found in pkgutil.iter_modules(explainer.__path__, "explainer."):
        if found.name.removeprefix("explainer.") not in LATER:
            inside = import_module(found.name)
            for part in pkgutil.walk_packages(getattr(inside, "__path__", ()), f"{found.name}."):
                if not part.name.endswith("__main__"):
                    import_module(part.name)
    assert not [name for name in sys.modules if name.startswith(PACKAGE)]


def visit(missed: Sequence[str]) -> None:
    """Import every page that is there, and open those that lead on."""
    import_module(PACKAGE)
    from explainer.frame.course import chapters
    from explainer.frame.page import page_of

    # An absolute path would lead past the links.
    assert not Path(str(import_module(PACKAGE).__file__)).is_relative_to(ROOT)
    assert {one.id for one in chapters()} == NAMES - {*missed}
    for one in chapters():
        page_of(one)
    app = AppTest.from_file(str(Path.cwd() / "app.py"), default_timeout=600)
    app.run()
    assert not app.exception, app.exception
    hashes = {info["url_pathname"]: name for name, info in app._registered_pages.items()}
    for one in chapters():
        if one.id in OPENED:
            app._page_hash = hashes[one.url]
            app.run()
            assert not app.exception, (one.id, app.exception)


def visit_without(chapters: Path, missed: Sequence[str]) -> bool:
    """In a process of its own; whether all went well."""
    child = os.fork()
    if not child:
        try:
            for name in missed:
                (chapters / name).unlink()
            visit(missed)
            print(f"{' '.join(missed)}: fine", flush=True)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    fine = os.waitpid(child, 0)[1] == 0
    for name in missed:
        (chapters / name).symlink_to(CHAPTERS / name)
    return fine


def main() -> int:
    links = linked(Path(sys.argv[1]).resolve())
    torch.set_num_threads(1)
    load_all_but_chapters()
    gc.freeze()  # else each process would go through all of it, and so copy it
    alone = ("translate", *OPENED)
    missed = [*([name] for name in alone), sorted(NAMES - {*alone})]
    return sum(not visit_without(links, each) for each in missed)


if __name__ == "__main__":
    sys.exit(main())
