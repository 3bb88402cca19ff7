"""The command `python -m explainer import marian FOLDER --name NAME`."""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path
from typing import Final

from explainer.engine import MAX_CHARS
from explainer.importing.marian import ImportOptions, import_marian
from explainer.installed import NO_TRANSLATORS, models_folder
from explainer.streams import print_error

NAME: Final = re.compile(r"[A-Za-z0-9][\w-]{0,39}", re.ASCII)


def add_import(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its options to the parser."""
    command = commands.add_parser("import", help="a model that was trained elsewhere")
    add = command.add_argument
    add("format", choices=("marian",), help="that of transformers for Marian and OPUS-MT models")
    add("folder", type=Path, metavar="FOLDER", help="with config.json, weights and tokenizers")
    add("--name", required=True, metavar="NAME", help="of the new folder beside the other models")
    for side in ("source", "target"):
        add(
            f"--{side}",
            default="",
            metavar="L",
            help="language, where the folder does not say it",
        )
    said = "a sentence that the app offers; may be given several times"
    add("--example", action="append", default=[], metavar="S", help=said)


def import_model(arguments: argparse.Namespace) -> int:
    """Run the command. Raises ValueError and CheckpointError, and then leaves no new folder."""
    name, folder = arguments.name, models_folder() / arguments.name
    if not NAME.fullmatch(name) or name in NO_TRANSLATORS:
        raise ValueError(f"--name {name!r}: letters, digits, - and _ only, at most 40 of them")
    if folder.exists():
        raise ValueError(f"{folder}: already exists; choose another --name or move it away")
    for example in arguments.example:
        if not example.strip() or len(example) > MAX_CHARS:
            raise ValueError(f"--example {example!r}: a sentence of at most {MAX_CHARS} characters")
    options = ImportOptions(name, arguments.source, arguments.target, tuple(arguments.example))
    beside = folder.with_name(f".{name}")  # no model of the app's before it is whole
    try:
        card = import_marian(arguments.folder, beside, options)
        beside.rename(folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    print_error(
        f"{folder}: {card['source']}-{card['target']}, {card['parameters']:,} parameters,"
        f" licence {card['licences']}; an app with the models in {folder.parent} offers it at the"
        " next click, without a restart"
    )
    return 0
