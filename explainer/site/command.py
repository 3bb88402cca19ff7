"""The commands `python -m explainer site OUT` and `page CHAPTER OUT.html`."""

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
    "where it will be: for previews and a sitemap, which is nothing without whole addresses; all"
    " else works below any path (robots.txt is read at the root of a host alone)"
)


def add_site(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the two commands and their options to the parser."""
    site = commands.add_parser("site", help="the whole course as files, to be read without it")
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
    page.add_argument("--lang", choices=LANGUAGES, default=LANGUAGES[-1])
    for each in (site, page):
        each.add_argument("--model", type=_names, default=(), metavar="M,M", help="as in the app")
        each.add_argument("--app", default="", metavar="URL", help="where the app is, for links")


def _names(written: str) -> list[str]:
    return written.split(",")


def run_site(arguments: argparse.Namespace) -> int:
    """Run `site` or `page`. Raises SiteError, also if a required package is not installed."""
    try:
        from explainer.shell.warm import use_one_thread
        from explainer.site import addresses, build
    except ModuleNotFoundError as missing:
        raise SiteError(f"no {missing.name}: pip install -r {NEEDED}") from missing
    use_one_thread()
    out: Path = arguments.out
    if arguments.command == "page":
        request = addresses.parse_address(arguments.chapter)
        lang = request.lang if request.lang in LANGUAGES else arguments.lang
        models = [request.shared["model"]] if "model" in request.shared else arguments.model
        order = build.build_request(out, [lang], models, [request.chapter], app=arguments.app)
        out.write_text(build.single_page(order, lang, request), encoding="utf-8")
        return 0
    if out.exists() and any(out.iterdir()):
        raise SiteError(f"{out}: there is something in it")
    if unknown := set(arguments.lang) - {*LANGUAGES}:
        raise SiteError(
            f"no language {', '.join(sorted(unknown))}; there are: {', '.join(LANGUAGES)}"
        )
    chosen = [getattr(arguments, one) for one in ("lang", "model", "chapters", "address", "app")]
    count = build.build(build.build_request(out, *chosen), arguments.workers)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print_error(f"{out}: {count} pages, {size / 1e6:.1f} MB")
    return 0
