"""`python -m explainer.training RECIPE [--data DIR] [--resume]`; `own` for your own pairs."""

from __future__ import annotations

import argparse
import sys
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import torch

from explainer.data.corpus import CorpusError
from explainer.data.encodings import ENCODINGS
from explainer.model import choose_device
from explainer.model.store import CheckpointError
from explainer.training.export import export
from explainer.training.loop import Trainer
from explainer.training.own import OWN, Own, begin_own, continue_own, outline, summary
from explainer.training.parallel import Group, join, leave
from explainer.training.prepare import Data, prepare
from explainer.training.recipe import Recipe
from explainer.training.recipes import RECIPES, find_recipe
from explainer.training.state import STATE, ResumeError, lock_folder


def parser() -> argparse.ArgumentParser:
    """Build the parser of the command line."""
    made = argparse.ArgumentParser(prog="python -m explainer.training", description=__doc__)
    made.add_argument("recipe", help=", ".join([OWN, *sorted(RECIPES)]))
    made.add_argument("--data", type=Path, default=Path("data"), help="folder with the corpora")
    made.add_argument("--runs", type=Path, default=Path("runs"), help="folder for checkpoints")
    made.add_argument("--out", type=Path, default=Path("pretrained"), help="folder for the model")
    made.add_argument("--resume", action="store_true", help="continue the run that was begun")
    made.add_argument("--max-steps", type=int, help="end earlier or later than the recipe says")
    own = made.add_argument_group(f"pairs of your own ({OWN})").add_argument
    own("--pairs", type=Path, metavar="FILE", help="on each line a sentence, a tab, another")
    own("--encoding", choices=ENCODINGS, metavar="E", help="of FILE, where it cannot be told")
    own("--source", metavar="LANG", help="language of the first column, to translate from: ko, en")
    own("--target", metavar="LANG", help="language of the second column, to translate into")
    own("--swap", action="store_true", help="the columns stand the other way round")
    own("--name", metavar="NAME", help="folder of the new model")
    return made


def own_of(arguments: argparse.Namespace) -> Own | None:
    """Read the options of `own`; None for a recipe of the project.

    Raises ValueError for missing options and for options that the recipe does not take.
    """
    required = {name: getattr(arguments, name) for name in ("pairs", "source", "target", "name")}
    if arguments.recipe != OWN:
        optional = {"swap": arguments.swap, "encoding": arguments.encoding}
        given = [name for name, value in {**required, **optional}.items() if value]
        if given:
            raise ValueError(f"--{given[0]}: only {OWN} takes it")
        return None
    missing = [f"--{name}" for name, value in required.items() if value is None]
    if missing:
        raise ValueError(f"{OWN} needs {', '.join(missing)}")
    languages = required["source"], required["target"]
    return Own(required["pairs"], required["name"], *languages, arguments.swap, arguments.encoding)


def run(arguments: argparse.Namespace, group: Group, device: torch.device) -> int:
    """Train in the run's folder, locked; return the exit status."""
    own = own_of(arguments)
    folder = arguments.runs / (own.name if own else find_recipe(arguments.recipe).name)
    if (folder / STATE).exists() and not arguments.resume:
        raise ResumeError(f"{folder} holds a run; add --resume to continue it or move it away")
    with lock_folder(folder) if group.is_main else nullcontext():
        return train(arguments, own, folder, group, device)


def train(
    arguments: argparse.Namespace, own: Own | None, folder: Path, group: Group, device: torch.device
) -> int:
    """Prepare the data, train or resume, and export the model."""
    if not group.is_main:
        group.wait()  # until the first process has written the tokenizer
    recipe, data = recipe_and_data(arguments, own, folder, writes=group.is_main)
    if group.is_main:
        group.wait()
    trainer = Trainer(recipe, data, folder, device, group)
    if arguments.resume:
        trainer.resume()
    else:
        trainer.begin(arguments.out)
    ended = trainer.train()
    if not group.is_main:
        return 0
    if ended == "stopped":
        print(f"stopped at step {trainer.progress.step}; --resume continues", file=sys.stderr)
        return 130
    out = export(recipe, data, trainer.progress, folder, arguments.out, device)
    print(f"{out}: done ({ended}, step {trainer.progress.step})")
    if own:
        print(summary(out))
    return 0


def recipe_and_data(
    arguments: argparse.Namespace, own: Own | None, folder: Path, writes: bool
) -> tuple[Recipe, Data]:
    """Return a run's recipe and data, with `--max-steps` applied.

    For own pairs the process that `writes` has to finish first: unless it resumes, it writes the
    files and the tokenizer that the others read.
    """
    if own is None:
        recipe, corpora = find_recipe(arguments.recipe), arguments.data
    elif writes and not arguments.resume:
        recipe, corpora = begin_own(own, folder, arguments.out), folder
    else:
        recipe, corpora = continue_own(own, folder), folder
    if arguments.max_steps is not None:
        recipe = replace(recipe, max_steps=arguments.max_steps)
    data = prepare(recipe, corpora, folder, arguments.out)
    if own and writes:
        print(outline(own, recipe, data), flush=True)
    return recipe, data


def main() -> int:
    """Run the command; return the exit status."""
    arguments = parser().parse_args()
    group = Group()
    try:
        group, device = join(choose_device())
        return run(arguments, group, device)
    except OSError as error:
        line = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except (CorpusError, ResumeError, CheckpointError, ValueError) as error:
        line = str(error)
    finally:
        leave(group)
    if group.is_main:
        print(f"error: {line}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
