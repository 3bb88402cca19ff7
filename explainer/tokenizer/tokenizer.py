"""SentencePiece unigram tokenizer (Kudo, arXiv:1804.10959), one vocabulary for both languages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import sentencepiece as spm

from explainer.tokenizer.normalise import normalise, tidy
from explainer.tokenizer.tokens import UNSPACED, Segmentation, Tokens, word_indices

PAD, UNK, BOS, EOS = 0, 1, 2, 3
SPECIALS = ("<pad>", "<unk>", "<s>", "</s>")
MANY = 1000  # sentences; for fewer, starting threads takes longer than tokenizing


class Tokenizer:
    """Wrapper of a SentencePiece model; thread-safe, except `sample_ids`."""

    def __init__(self, model: bytes, cleans: bool = True) -> None:
        """`model` is a serialised SentencePiece model. Raises ValueError if it is not one.

        `cleans`: text is cleaned as in our training; else `tidy` alone, for a vocabulary that was
        trained elsewhere.
        """
        try:
            # An empty model would be accepted and leave the processor unloaded.
            self._sp = spm.SentencePieceProcessor(model_proto=model or b"empty")
        except RuntimeError as error:
            raise ValueError("not a SentencePiece model") from error
        ids = (self._sp.pad_id(), self._sp.unk_id(), self._sp.bos_id(), self._sp.eos_id())
        if ids != (PAD, UNK, BOS, EOS):
            raise ValueError(f"special ids are {ids}, not {(PAD, UNK, BOS, EOS)}")
        self._model = model
        self.cleans = cleans

    @classmethod
    def load(cls, path: Path) -> Tokenizer:
        """Load a SentencePiece model file. Raises ValueError."""
        return cls(path.read_bytes())

    @property
    def model_bytes(self) -> bytes:
        """The serialised SentencePiece model."""
        return self._model

    @property
    def vocab_size(self) -> int:
        return int(self._sp.get_piece_size())

    def check(self, size: int, fingerprint: str | None) -> None:
        """Check that this tokenizer belongs to a model, by vocabulary size and known fingerprint.

        Another model's tokenizer would not cause an error, only translations made of wrong words.
        Raises ValueError.
        """
        if self.vocab_size != size:
            raise ValueError(f"has {self.vocab_size} tokens, the model {size}")
        if fingerprint is not None and fingerprint != self.fingerprint:
            raise ValueError("holds the tokens of another model")

    @property
    def fingerprint(self) -> str:
        """SHA-256 of all tokens and scores in id order."""
        rows = ((self._sp.id_to_piece(i), self.score(i)) for i in range(self.vocab_size))
        return hashlib.sha256("".join(f"{p}\t{s!r}\n" for p, s in rows).encode()).hexdigest()

    def token(self, index: int) -> str:
        """Return the token of an id; special tokens are <pad>, <unk>, <s>, </s>."""
        return SPECIALS[index] if index < len(SPECIALS) else str(self._sp.id_to_piece(int(index)))

    def score(self, index: int) -> float:
        """Return log p(token) of the unigram model, in nats."""
        return float(self._sp.get_score(int(index)))

    def is_cut(self, index: int) -> bool:
        """Return whether text is ever cut into this token: not if only the other side has it."""
        return not self._sp.is_unused(int(index))

    def clean(self, text: str) -> tuple[str, tuple[str, ...]]:
        """Normalise a sentence for this vocabulary; return it with the ids of the changes made."""
        return normalise(text, self.is_word) if self.cleans else tidy(text)

    def is_word(self, word: str) -> bool:
        """Return whether a whole word is one token."""
        return int(self._sp.piece_to_id(f"▁{word}")) != UNK

    def encode(self, text: str) -> Tokens:
        """Normalise `text` and split it into tokens with their spans; EOS comes last."""
        clean, _ = self.clean(text)
        mapping = self._sp.encode(clean, return_type="offset_mapping")
        spans: list[tuple[int, int]] = mapping["offsets"]
        return Tokens(
            text=clean,
            ids=(*mapping["ids"], EOS),
            tokens=(*mapping["pieces"], SPECIALS[EOS]),
            spans=(*spans, (len(clean), len(clean))),
            words=(*word_indices(clean, spans), -1),
        )

    def encode_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Encode many already normalised sentences, with EOS; the fast path for training."""
        threads = 1 if len(texts) < MANY else -1  # as many as there are cores
        rows = self._sp.encode(list(texts), return_type=int, num_threads=threads)
        return [[*ids, EOS] for ids in rows]

    def sample_ids(self, text: str, alpha: float, seed: int) -> list[int]:
        """Sample a segmentation of a normalised sentence from p(x) ** alpha; ids with EOS.

        Subword regularisation; reproducible by seed. Not thread-safe: SentencePiece has one global
        seed.
        """
        spm.set_random_generator_seed(seed)
        drawn = self._sp.encode(
            text, enable_sampling=True, nbest_size=-1, alpha=alpha, return_type=int
        )
        return [*drawn, EOS]

    def decode(self, ids: Iterable[int]) -> str:
        """Decode ids to text; special tokens are dropped, UNK becomes U+2047 between spaces."""
        kept = [int(i) for i in ids if i not in (PAD, BOS, EOS)]
        return str(self._sp.decode(kept)).strip()

    def words(self, ids: Sequence[int]) -> tuple[int, ...]:
        """Return the word index of each output id, -1 for special tokens.

        ▁ starts a word; in a script without spaces every token does.
        """
        words, current, before = [], -1, ""
        for index in ids:
            if index in (PAD, BOS, EOS):
                words.append(-1)
                continue
            token = self.token(index)
            unspaced = before != "▁" and UNSPACED.match(token)
            if token.startswith("▁") or current < 0 or unspaced:
                current += 1
            words.append(current)
            before = token
        return tuple(words)

    def segmentations(self, text: str, n: int) -> list[Segmentation]:
        """Return the n most probable segmentations of `text`, best first, without EOS."""
        clean, _ = self.clean(text)
        if not clean:
            return []
        return [
            Segmentation(
                tokens=tuple(p.piece for p in proto.pieces),
                ids=tuple(p.id for p in proto.pieces),
                score=float(proto.score),
            )
            for proto in self._sp.nbest_encode(clean, nbest_size=n, return_type="proto").nbests
        ]


def train_tokenizer(sentences: Iterable[str], vocab_size: int, threads: int = 2) -> Tokenizer:
    """Train a unigram model on normalised sentences of both languages."""
    import io

    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences),
        model_writer=model,
        model_type="unigram",
        vocab_size=vocab_size,
        character_coverage=0.9998,
        normalization_rule_name="nfkc",
        pad_id=PAD,
        unk_id=UNK,
        bos_id=BOS,
        eos_id=EOS,
        num_threads=threads,
        minloglevel=2,
    )
    return Tokenizer(model.getvalue())
