"""Build two tokenizers from a Marian model's SentencePiece models and its shared vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sentencepiece as spm
from sentencepiece import sentencepiece_model_pb2 as proto

from explainer.tokenizer.symbols import begin_with_specials
from explainer.tokenizer.tokenizer import Tokenizer


def read_model(name: str, data: bytes) -> Any:
    """Parse a SentencePiece model. Raises ValueError, with its `name`, if it cannot be used."""
    try:
        spm.SentencePieceProcessor(model_proto=data or b"empty")
    except RuntimeError as error:
        raise ValueError(f"{name}: not a SentencePiece model") from error
    model = proto.ModelProto.FromString(data)  # type: ignore[attr-defined]
    spec = model.trainer_spec
    if spec.model_type != spec.UNIGRAM:
        kind = spec.ModelType.Name(spec.model_type)
        raise ValueError(f"{name}: model_type is {kind}, this program reads UNIGRAM")
    if spec.byte_fallback:
        raise ValueError(f"{name}: byte_fallback is not supported")
    return model


def usable_tokens(model: Any) -> dict[str, Any]:
    """Return all tokens that text can be split into, by name."""
    kinds = (model.SentencePiece.NORMAL, model.SentencePiece.USER_DEFINED)
    return {piece.piece: piece for piece in model.pieces if piece.type in kinds}


def side(name: str, model: Any, pieces: Sequence[str]) -> Tokenizer:
    """Return a tokenizer that splits as `model` does.

    Its ids are our special tokens, then `pieces`. Pieces of the other side are UNUSED: they can be
    named and decoded, but no text is split into them. Raises ValueError.
    """
    own = usable_tokens(model)
    made = proto.ModelProto()  # type: ignore[attr-defined]
    made.CopyFrom(model)
    begin_with_specials(made)
    for piece in pieces:
        if piece in own:
            made.pieces.add().CopyFrom(own[piece])
        else:
            made.pieces.add(piece=piece, score=0.0, type=made.SentencePiece.UNUSED)
    made.trainer_spec.vocab_size = len(made.pieces)
    try:
        return Tokenizer(made.SerializeToString(), cleans=False)
    except ValueError as error:
        raise ValueError(f"{name}: does not go with the vocabulary") from error


def without_id(pieces: Iterable[str], *models: Any) -> list[str]:
    """List tokens of the models that the vocabulary lacks; they are encoded as <unk>."""
    known = set(pieces)
    every = dict.fromkeys(piece for model in models for piece in usable_tokens(model))
    return [piece for piece in every if piece not in known]
