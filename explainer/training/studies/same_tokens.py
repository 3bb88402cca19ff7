"""Give finished models the vocabulary of another one.

`python -m explainer.training.studies.same_tokens ko-en ko-en-gru`.

When the last part of a training extends the vocabulary by new characters, the models compared with
it get the same tokens: embeddings of new tokens are means, as in that training, and nothing else
changes. Measure scores again by `explainer.training.studies.compare` and `python -m explainer
evaluate`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from safetensors.torch import load, save

from explainer.engine import VOCABULARY
from explainer.model.store import (
    CONFIG,
    TOKENIZER,
    WEIGHTS,
    CheckpointError,
    read_card,
    read_checked,
    sha256,
    write_atomically,
)
from explainer.tokenizer import Tokenizer
from explainer.training.embeddings import MATRIX, relatives_of_new, with_new_rows


def take_tokens(folder: Path, tokenizer: bytes) -> int:
    """Replace the tokenizer of the model in `folder`; return the number of new tokens.

    Raises CheckpointError.
    """
    card = read_card(folder)
    old, new = Tokenizer(read_checked(folder, TOKENIZER, card)), Tokenizer(tokenizer)
    weights = load(read_checked(folder, WEIGHTS, card))
    if old.vocab_size != new.vocab_size:
        raise CheckpointError(f"{folder}: has {old.vocab_size} tokens, not {new.vocab_size}")
    begin = relatives_of_new(old, new)
    matrix_VD = with_new_rows({MATRIX: weights[MATRIX].float()}, begin)[MATRIX]
    stored = save({**weights, MATRIX: matrix_VD.to(weights[MATRIX].dtype)})
    write_atomically(folder / WEIGHTS, stored)
    write_atomically(folder / TOKENIZER, tokenizer)
    if VOCABULARY in card:
        card[VOCABULARY] = new.fingerprint
    card["sha256"] |= {WEIGHTS: sha256(stored), TOKENIZER: sha256(tokenizer)}
    text = json.dumps(card, indent=2, ensure_ascii=False) + "\n"
    write_atomically(folder / CONFIG, text.encode())
    return len(begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("like", help="the model whose vocabulary they get")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--folder", type=Path, default=Path("pretrained"))
    args = parser.parse_args()
    tokenizer = read_checked(args.folder / args.like, TOKENIZER, read_card(args.folder / args.like))
    for name in args.models:
        print(name, take_tokens(args.folder / name, tokenizer))


if __name__ == "__main__":
    main()
