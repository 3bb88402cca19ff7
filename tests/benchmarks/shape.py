"""What is compared: one shape, one set of random weights, four searches of equal length."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from explainer.decoding import DecodeOptions, Method
from explainer.model import ModelConfig, Transformer
from explainer.model.store import Checkpoint
from explainer.tokenizer.tokenizer import BOS, EOS, PAD, UNK, Tokenizer

SHAPE = ModelConfig(
    vocab_size=8000,
    d_model=256,
    n_heads=8,
    d_ff=1024,
    n_encoder_layers=3,
    n_decoder_layers=3,
    dropout=0.0,
)
SOURCE_TOKENS = 16  # the end of sentence counted
STEPS = 24
ALPHA = 0.6
# Tokens that no search may produce; our searches leave them out, the others get this logit.
FORBIDDEN = (PAD, UNK, BOS)
NEVER = -1e9

Rows = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Case:
    """One search over `batch` sentences at once."""

    batch: int
    method: Method
    width: int = 1

    @property
    def name(self) -> str:
        search = f"beam {self.width}" if self.method == "beam" else self.method
        return f"batch {self.batch}, {search}"

    def options(self) -> DecodeOptions:
        """Exactly STEPS steps: an end of sentence is refused until the last one."""
        return DecodeOptions(
            method=self.method,
            width=self.width,
            n_best=1,
            alpha=ALPHA,
            min_length=STEPS,
            max_length=STEPS,
        )


CASES = (Case(1, "greedy"), Case(32, "greedy"), Case(1, "beam", 4), Case(32, "beam", 4))


def word_tokenizer() -> Tokenizer:
    """A vocabulary of the wanted size in which every word is one token."""
    import io

    import sentencepiece as spm

    words = [f"w{i}" for i in range(SHAPE.vocab_size - 4)]
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(words),
        model_writer=model,
        model_type="word",
        vocab_size=SHAPE.vocab_size,
        character_coverage=1.0,
        pad_id=PAD,
        unk_id=UNK,
        bos_id=BOS,
        eos_id=EOS,
        minloglevel=2,
    )
    return Tokenizer(model.getvalue())


def checkpoint(seed: int = 0) -> Checkpoint:
    """A random model as if it had been read from a folder."""
    torch.manual_seed(seed)
    model = Transformer(SHAPE)
    for parameter in model.parameters():
        if parameter.dim() == 1:  # norms and biases: zeros and ones would make mistakes invisible
            parameter.data += 0.1 * torch.randn_like(parameter)
    model.requires_grad_(False).eval()
    return Checkpoint(model, word_tokenizer().model_bytes, {})


def sentences(batch: int, seed: int = 1) -> list[str]:
    """Sentences of SOURCE_TOKENS tokens each."""
    chance = random.Random(seed)
    return [
        " ".join(f"w{chance.randrange(SHAPE.vocab_size - 4)}" for _ in range(SOURCE_TOKENS - 1))
        for _ in range(batch)
    ]
