"""What every kept state writes for our example sentences.

`python -m explainer.training.growing ko-en explainer/data/growth.json` writes them as JSON: greedy
search, cut after MOST tokens where a state knows no end.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

import torch

from explainer.data.samples import samples
from explainer.engine import Translator
from explainer.model.store import WEIGHTS, history_steps, load_checkpoint, read_card
from explainer.tokenizer import EOS

MOST: Final = 24
FINISHED: Final = -1


def written(folder: Path, step: int) -> dict[str, str]:
    """Example sentence to translation; `step` FINISHED is the finished model."""
    device = torch.device("cpu")
    checkpoint = load_checkpoint(folder, device, None if step == FINISHED else step)
    state = Translator(folder.name, checkpoint, device)
    found = {}
    for sample in samples(str(state.card["source"])):
        ids = state.generate(state.tokenizer.encode(sample.text).ids, (), None, MOST)
        text = state.tokenizer.decode(ids) or " ".join(state.pieces(ids))
        found[sample.text] = text + ("" if ids[-1:] == (EOS,) else " …")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("file", type=Path, help="the JSON file to write")
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    asked = parser.parse_args()
    folder: Path = asked.models / asked.model
    card = read_card(folder)
    steps = (*history_steps(card), FINISHED)
    states = {step: written(folder, step) for step in steps}
    found = {"weights": card["sha256"][WEIGHTS], "states": states}
    text = json.dumps({folder.name: found}, ensure_ascii=False, indent=1)
    asked.file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
