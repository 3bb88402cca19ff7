"""A tokenizer made of a list of symbols, learned from nothing: characters, or words with a space.

It is a SentencePiece model like any other, so what can load one can load it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sentencepiece import sentencepiece_model_pb2 as proto

from explainer.tokenizer.tokenizer import BOS, EOS, PAD, SPECIALS, UNK, Tokenizer

SPACE = "▁"  # how SentencePiece writes a space
FIRST = len(SPECIALS)  # the id of the first symbol


def symbol_tokenizer(symbols: Sequence[str], words: bool = False) -> Tokenizer:
    """Symbol i has the id FIRST + i. With `words` the symbols are words between spaces, else single
    characters, of which a space is one. Raises ValueError for symbols that are not that.
    """
    if len(set(symbols)) != len(symbols) or not symbols:
        raise ValueError("symbols: each once, and at least one")
    if any(len(s.split()) != 1 if words else len(s) != 1 for s in symbols):
        raise ValueError("symbols: words without a space, or single characters")
    model = proto.ModelProto()  # type: ignore[attr-defined]  # made at run time
    kinds = model.SentencePiece
    for index, name in enumerate(SPECIALS):
        kind = kinds.UNKNOWN if index == UNK else kinds.CONTROL
        model.pieces.add(piece=name, score=0.0, type=kind)
    for symbol in symbols:
        token = SPACE + symbol if words else symbol.replace(" ", SPACE)
        model.pieces.add(piece=token, score=-1.0, type=kinds.NORMAL)
    spec = model.trainer_spec
    spec.model_type = spec.UNIGRAM  # nothing to choose from: every way but one has unknown tokens
    spec.vocab_size = len(model.pieces)
    spec.pad_id, spec.unk_id, spec.bos_id, spec.eos_id = PAD, UNK, BOS, EOS
    model.normalizer_spec.name = "identity"
    model.normalizer_spec.add_dummy_prefix = words
    return Tokenizer(model.SerializeToString())
