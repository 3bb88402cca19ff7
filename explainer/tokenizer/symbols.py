"""Build a tokenizer from a fixed list of symbols (characters or whole words) without training.

The result is an ordinary SentencePiece model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sentencepiece import sentencepiece_model_pb2 as proto

from explainer.tokenizer.tokenizer import BOS, EOS, PAD, SPECIALS, UNK, Tokenizer

SPACE = "▁"  # how SentencePiece writes a space
FIRST = len(SPECIALS)  # the id of the first symbol


def symbol_tokenizer(symbols: Sequence[str], words: bool = False) -> Tokenizer:
    """Build the tokenizer; symbol i gets the id FIRST + i.

    With `words` the symbols are space-separated words, else single characters, which may include
    the space. Raises ValueError for any other symbols.
    """
    if len(set(symbols)) != len(symbols) or not symbols:
        raise ValueError("symbols must be distinct, and at least one")
    if any(len(s.split()) != 1 if words else len(s) != 1 for s in symbols):
        raise ValueError("symbols must be words without spaces or single characters")
    model = proto.ModelProto()  # type: ignore[attr-defined]  # created at run time
    begin_with_specials(model)
    for symbol in symbols:
        token = SPACE + symbol if words else symbol.replace(" ", SPACE)
        model.pieces.add(piece=token, score=-1.0, type=model.SentencePiece.NORMAL)
    spec = model.trainer_spec
    spec.model_type = spec.UNIGRAM  # unambiguous: only one segmentation has no unknown tokens
    spec.vocab_size = len(model.pieces)
    model.normalizer_spec.name = "identity"
    model.normalizer_spec.add_dummy_prefix = words
    return Tokenizer(model.SerializeToString())


def begin_with_specials(model: Any) -> None:
    """Give a SentencePiece model our special tokens with their ids, and no others."""
    del model.pieces[:]
    for index, name in enumerate(SPECIALS):
        kind = model.SentencePiece.UNKNOWN if index == UNK else model.SentencePiece.CONTROL
        model.pieces.add(piece=name, score=0.0, type=kind)
    spec = model.trainer_spec
    spec.pad_id, spec.unk_id, spec.bos_id, spec.eos_id = PAD, UNK, BOS, EOS
    spec.pad_piece, spec.unk_piece, spec.bos_piece, spec.eos_piece = SPECIALS
