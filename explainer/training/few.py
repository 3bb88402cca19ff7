"""Little data, six ways: `python -m explainer.training.few --data DIR [--only WAY ...]`.

The translator of everyday sentences has to learn verses of the Bible, which it has never seen, from
2,000 of them. Everything else is the same for every way: pairs, batches, steps and schedule. What
differs is what the network knows at the beginning and which parameters learn. Of each run the
weights with the lowest dev loss are scored. Writes explainer/data/few_pairs.json, without any text.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import torch

from explainer.data.corpus import CorpusError, Pair, read_pairs
from explainer.data.few_pairs import FILE, Way
from explainer.engine import Translator
from explainer.model import ModelConfig, Transformer
from explainer.model.store import WEIGHTS, Checkpoint, load_checkpoint, write_atomically
from explainer.tokenizer import Tokenizer, clean_text
from explainer.training.batches import Batch, IdPair, endless_batches, eval_batches, make_batch
from explainer.training.compare import score_texts, translations
from explainer.training.export import BEAM
from explainer.training.loss import dev_loss, training_loss
from explainer.training.prepare import to_ids
from explainer.training.schedule import left_of_rate

KNOWN: Final = "ko-en"  # the finished model
TARGET: Final = "en"
VERSES: Final = "extra-bible.tsv"  # beside its pairs
LONGEST: Final = 40  # tokens of either side
PAIRS, DEV, TEST = 2000, 300, 500
STEPS, WARMUP, RATE = 1200, 60, 7e-4
TOKENS: Final = 1000  # of a batch
SEED: Final = 1
EVERY: Final = 50  # steps between two looks at the dev loss
EMBEDDINGS: Final = "matrix"  # the one matrix of embeddings, of the output too
ENCODER: Final = "encoder"


@dataclass(frozen=True)
class Beginning:
    """The parameters that are ko-en's, and those that stay as they are, by how a name begins."""

    taken: tuple[str, ...]
    frozen: tuple[str, ...] = ()


BEGINNINGS: Final[dict[str, Beginning]] = {
    "none": Beginning(taken=("",), frozen=("",)),
    "scratch": Beginning(taken=()),
    "embeddings_frozen": Beginning(taken=(EMBEDDINGS,), frozen=(EMBEDDINGS,)),
    "embeddings": Beginning(taken=(EMBEDDINGS,)),
    "frozen": Beginning(taken=("",), frozen=(EMBEDDINGS, ENCODER)),
    "all": Beginning(taken=("",)),
}


@dataclass(frozen=True)
class Verses:
    train: list[IdPair]
    dev: list[IdPair]
    test: list[Pair]


def draw_verses(tokenizer: Tokenizer, path: Path, sizes: Sequence[int]) -> Verses:
    """Short pairs at random, no side of a held-out one in what is learned from.

    Raises CorpusError for a file with too few of them.
    """
    texts = [(clean_text(source), clean_text(target)) for source, target in read_pairs(path)]
    pairs = zip(texts, to_ids(tokenizer, texts), strict=True)
    short = [(text, ids) for text, ids in pairs if max(map(len, ids)) <= LONGEST]
    random.Random(SEED).shuffle(short)
    alone, seen = [], set[str]()
    for text, ids in short:
        if seen.isdisjoint(text):
            alone.append((text, ids))
        seen.update(text)
    if len(alone) < sum(sizes):
        raise CorpusError(f"{path}: {len(alone)} short pairs, {sum(sizes)} are needed")
    train, dev, test = sizes
    return Verses(
        train=[ids for _, ids in alone[:train]],
        dev=[ids for _, ids in alone[train : train + dev]],
        test=[text for text, _ in alone[train + dev : train + dev + test]],
    )


def begin(beginning: Beginning, known: Transformer, config: ModelConfig) -> Transformer:
    """A network that has what it may take of `known`; what is frozen needs no gradient."""
    torch.manual_seed(SEED)
    model = Transformer(config)
    taken = {n: t for n, t in known.state_dict().items() if n.startswith(beginning.taken)}
    model.load_state_dict(taken, strict=False)
    for name, parameter in model.named_parameters():
        parameter.requires_grad_(not name.startswith(beginning.frozen))
    return model


@dataclass(frozen=True)
class Learned:
    """`model` has the weights of `step`, where the dev loss is the lowest of `curve`."""

    model: Transformer
    step: int
    loss: float
    curve: tuple[tuple[int, float], ...]


def learn(model: Transformer, verses: Verses, steps: int = STEPS) -> Learned:
    """The rate rises for WARMUP steps and falls to zero in a straight line."""
    dev = eval_batches(verses.dev, TOKENS)
    trained = [p for p in model.parameters() if p.requires_grad]
    curve = [(0, _loss(model, dev))]
    kept = deepcopy(model.state_dict())
    if trained:
        optimizer = torch.optim.Adam(trained, betas=(0.9, 0.98), eps=1e-9)
        batches = endless_batches(verses.train, TOKENS, SEED)
        for step in range(1, steps + 1):
            rate = RATE * min(step / WARMUP, left_of_rate(step, steps, steps - WARMUP))
            for group in optimizer.param_groups:
                group["lr"] = rate
            batch = make_batch([verses.train[index] for index in next(batches)[1]])
            model.train()
            training_loss(model, batch, 0.1).backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            if step % EVERY == 0 or step == steps:
                loss = _loss(model, dev)
                if loss <= min(before for _, before in curve):  # of equal ones the last
                    kept = deepcopy(model.state_dict())
                curve.append((step, loss))
    model.load_state_dict(kept)
    step, loss = min(reversed(curve), key=lambda point: point[1])
    return Learned(model.requires_grad_(False).eval(), step, loss, tuple(curve))


def _loss(model: Transformer, dev: list[Batch]) -> float:
    return round(dev_loss(model, dev, torch.device("cpu")), 4)


def measure(name: str, known: Checkpoint, verses: Verses, everyday: Sequence[Pair]) -> Way:
    """Raises KeyError for a way that there is not."""
    model = begin(BEGINNINGS[name], known.model, known.model.config)
    trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
    learned = learn(model, verses)
    translator = Translator(
        KNOWN, Checkpoint(learned.model, known.tokenizer, {}), torch.device("cpu")
    )
    outputs, wanted = _translate(translator, verses.test)
    bleu, chrf = (score_texts(metric, outputs, wanted, TARGET) for metric in ("bleu", "chrf"))
    other = score_texts("bleu", *_translate(translator, everyday), TARGET)
    return Way(
        name=name,
        trained=trained,
        step=learned.step,
        loss=learned.loss,
        bleu=round(bleu.value, 2),
        bleu_low=round(bleu.low, 2),
        bleu_high=round(bleu.high, 2),
        chrf=round(chrf.value, 2),
        everyday=round(other.value, 2),
        curve=learned.curve,
    )


def _translate(translator: Translator, pairs: Sequence[Pair]) -> tuple[list[str], list[str]]:
    sources, references = zip(*pairs, strict=True)
    return translations(translator, sources, BEAM), list(references)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--models", type=Path, default=Path("pretrained"))
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--only", nargs="*", default=[*BEGINNINGS], metavar="WAY")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    known = load_checkpoint(asked.models / KNOWN)
    folder = asked.data / KNOWN
    verses = draw_verses(Tokenizer(known.tokenizer), folder / VERSES, (PAIRS, DEV, TEST))
    everyday = read_pairs(folder / "test.tsv")
    old = json.loads(asked.out.read_text("utf-8"))["ways"] if asked.out.exists() else []
    ways = {way["name"]: way for way in old}
    for name in (name for name in BEGINNINGS if name in asked.only):
        ways[name] = asdict(measure(name, known, verses, everyday))
        print({**ways[name], "curve": ways[name]["curve"][-1]}, flush=True)
        about = {"pairs": PAIRS, "dev": DEV, "test": TEST, "steps": STEPS, "rate": RATE}
        about["parameters"] = known.network.n_parameters()
        about["weights"] = known.card["sha256"][WEIGHTS]
        ordered = [ways[name] for name in BEGINNINGS if name in ways]
        text = json.dumps({**about, "ways": ordered}, indent=None)
        write_atomically(asked.out, text.replace('{"name"', '\n{"name"').encode() + b"\n")


if __name__ == "__main__":
    main()
