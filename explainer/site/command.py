"""The commands `python -m explainer site OUT`, `page CHAPTER OUT.html` and `alone OUT`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from explainer.site import SiteError
from explainer.streams import print_error
from explainer.text import LANGUAGES

NEEDED: Final = "explainer/site/requirements.txt"
MOST_WORKERS: Final = 2  # each holds all models
WHERE: Final = (
    "URL it will have, for previews and the sitemap, which need full URLs; all else works at any"
    " path (robots.txt is read only at a host's root)"
)
PREVIEWS: Final = "URL it will have, for previews: a picture of its drawing is written beside it"


def add_site(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the three commands and their options to the parser."""
    site = commands.add_parser("site", help="the whole course as files, without the app")
    add = site.add_argument
    add("out", type=Path, metavar="OUT", help="a new folder")
    add("--lang", type=_names, default=LANGUAGES, metavar="L,L", help="all where not given")
    add("--chapters", type=_names, default=(), metavar="ID,ID", help="all where not given")
    add("--address", default="", metavar="URL", help=WHERE)
    workers = min(MOST_WORKERS, os.cpu_count() or 1)
    add("--workers", type=int, default=workers, metavar="N", help=f"processes, here {workers}")
    page = commands.add_parser("page", help="one chapter as one file, to be opened or mailed")
    page.add_argument("chapter", help='its id, or what the app has in the address: "masks?s=..."')
    page.add_argument("out", type=Path, metavar="OUT.html")
    alone = commands.add_parser("alone", help="pages to be shown by themselves, each as one file")
    alone.add_argument("out", type=Path, metavar="OUT", help="a new folder")
    for each in (page, alone):
        each.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[-1])
        each.add_argument("--address", default="", metavar="URL", help=PREVIEWS)
    for each in (site, page, alone):
        each.add_argument("--model", type=_names, default=(), metavar="M,M", help="as in the app")
        each.add_argument("--app", default="", metavar="URL", help="where the app is, for links")


def _names(written: str) -> list[str]:
    return written.split(",")


def run_site(arguments: argparse.Namespace) -> int:
    """Run one of the commands. Raises SiteError, also if a required package is not installed."""
    try:
        from explainer.shell.warm import use_one_thread
        from explainer.site import addresses, build
    except ModuleNotFoundError as missing:
        raise SiteError(f"no {missing.name}: pip install -r {NEEDED}") from missing
    use_one_thread()
    out: Path = arguments.out
    pages = dict[Path, addresses.PageRequest]()
    if arguments.command == "page":
        pages = {out: addresses.parse_address(arguments.chapter)}
    elif out.exists() and any(out.iterdir()):
        raise SiteError(f"{out}: there is something in it")
    elif arguments.command == "alone":
        out.mkdir(parents=True, exist_ok=True)
        pages = {out / f"{id}.html": addresses.PageRequest(id) for id in sorted(build.SOCIAL)}
    for file, target in pages.items():
        lang = target.lang if target.lang in LANGUAGES else arguments.lang
        models = [target.shared["model"]] if "model" in target.shared else arguments.model
        asked = [target.chapter], arguments.address, arguments.app
        build.write_alone(build.build_request(file, [lang], models, *asked), lang, target)
    if pages:
        return 0
    if unknown := set(arguments.lang) - {*LANGUAGES}:
        raise SiteError(
            f"no language {', '.join(sorted(unknown))}; there are: {', '.join(LANGUAGES)}"
        )
    chosen = [getattr(arguments, one) for one in ("lang", "model", "chapters", "address", "app")]
    count = build.build(build.build_request(out, *chosen), arguments.workers)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print_error(f"{out}: {count} pages, {size / 1e6:.1f} MB")
    return 0
