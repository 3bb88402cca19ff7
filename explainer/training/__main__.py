"""`python -m explainer.training RECIPE [--data DIR] [--resume]`."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

import torch

from explainer.data.corpus import CorpusError
from explainer.model import choose_device
from explainer.model.store import CheckpointError
from explainer.training.export import export
from explainer.training.loop import Trainer
from explainer.training.parallel import Group, join, leave
from explainer.training.prepare import prepare
from explainer.training.recipes import RECIPES, find_recipe
from explainer.training.state import STATE, ResumeError


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m explainer.training", description=__doc__)
    made.add_argument("recipe", help=", ".join(sorted(RECIPES)))
    made.add_argument("--data", type=Path, default=Path("data"), help="folder with the corpora")
    made.add_argument("--runs", type=Path, default=Path("runs"), help="folder for checkpoints")
    made.add_argument("--out", type=Path, default=Path("pretrained"), help="folder for the model")
    made.add_argument("--resume", action="store_true", help="continue the run that was begun")
    made.add_argument("--max-steps", type=int, help="end earlier or later than the recipe says")
    return made


def run(arguments: argparse.Namespace, group: Group, device: torch.device) -> int:
    recipe = find_recipe(arguments.recipe)
    if arguments.max_steps is not None:
        recipe = replace(recipe, max_steps=arguments.max_steps)
    folder = arguments.runs / recipe.name
    if (folder / STATE).exists() and not arguments.resume:
        raise ResumeError(f"{folder} holds a run; add --resume to continue it or move it away")
    if not group.is_main:
        group.wait()  # until the first process has written the tokenizer
    data = prepare(recipe, arguments.data, folder, arguments.out)
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
    return 0


def main() -> int:
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
