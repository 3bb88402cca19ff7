"""A translation of random weights and words, for tests of pages and charts that need no model."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.decoding.hypothesis import make_hypothesis
from explainer.decoding.options import DecodeOptions
from explainer.model import Transformer
from explainer.tokenizer.tokens import Tokens, word_indices
from explainer.translation import Translation
from tests.analysis.small_model import made, recorded

Array = NDArray[np.float32]

D_HEAD = 8
N_VOCAB = 120
EOS_ID = 3
# A repeated token, punctuation, Markdown and LaTeX are there on purpose.
SOURCE = ("▁나는", "▁어제", "▁친구", "와", "▁영화", "를", "▁봤", "다", ".", "▁친구", "$x^2$", "*")
TARGET = ("▁I", "▁saw", "▁a", "▁mov", "ie", "▁with", "▁a", "▁friend", "▁yes", "terday", ".")
OTHERS = ("▁the", "▁one", "▁it", "▁was", "▁to", ",", "▁of", "▁in", "▁my")


def fake_translation(
    seed: int = 0, n_src: int = 10, n_tgt: int = 10, layers: int = 3, heads: int = 4
) -> Translation:
    """A consistent random translation of `n_src` source tokens and `n_tgt` decoder steps."""
    rng = np.random.default_rng(seed)
    source = _source(n_src)
    written = tuple(TARGET[i % len(TARGET)] for i in range(n_tgt - 1))
    predicted_tokens = (*written, "</s>")
    predicted = (*range(4, 4 + n_tgt - 1), EOS_ID)
    probs = rng.dirichlet(np.full(N_VOCAB, 0.15), size=n_tgt).astype(np.float32)
    order = np.argsort(-probs, axis=1)
    ids = np.array([_chosen_first(order[t], predicted[t]) for t in range(n_tgt)])
    ranked = -np.sort(-probs, axis=1)
    text = "".join(written).replace("▁", " ").strip()
    hypothesis = make_hypothesis(
        predicted,
        np.log(ranked[:, 0]).tolist(),
        finished=True,
        total=float(np.log(ranked[:, 0]).sum()),
        alpha=0.6,
    )
    return Translation(
        model="fake",
        original=source.text,
        source=source,
        changes=(),
        text=text,
        fed=(2, *predicted[:-1]),
        fed_tokens=("<s>", *written),
        predicted=predicted,
        predicted_tokens=predicted_tokens,
        predicted_words=(*_words(written), -1),
        hypotheses=(hypothesis,),
        hypothesis_texts=(text,),
        steps=(),
        top_ids=ids[:, :10],
        top_tokens=tuple((token, *OTHERS) for token in predicted_tokens),
        top_probs=ranked[:, :10],
        predicted_probs=ranked[:, 0],
        predicted_ranks=(1,) * n_tgt,
        trace=_trace(fake_model(seed, layers, heads), n_src, n_tgt),
        device="cpu",
        options=DecodeOptions(),
        n_vocab=N_VOCAB,
        unk_share=0.0,
    )


def _chosen_first(order: NDArray[np.int64], chosen: int) -> list[int]:
    return [chosen, *(int(i) for i in order if i != chosen)]


def _words(tokens: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.cumsum([token.startswith("▁") for token in tokens]) - 1)


def _source(n_src: int) -> Tokens:
    tokens = tuple(SOURCE[i % len(SOURCE)] for i in range(n_src - 1))
    spans, text = [], ""
    for token in tokens:
        shown = token.replace("▁", " ") if text else token.removeprefix("▁")
        spans.append((len(text), len(text) + len(shown)))
        text += shown
    words = (*word_indices(text, spans), -1)
    ids = (*range(4, 4 + n_src - 1), EOS_ID)
    return Tokens(text, ids, (*tokens, "</s>"), (*spans, (len(text), len(text))), words)


def fake_model(seed: int = 0, layers: int = 3, heads: int = 4) -> Transformer:
    """The model of `fake_translation`, with random weights."""
    sizes: dict[str, Any] = {"vocab_size": N_VOCAB, "max_positions": N_VOCAB, "n_heads": heads}
    sizes |= {"n_encoder_layers": layers, "n_decoder_layers": layers}
    return made(seed=seed, d_model=heads * D_HEAD, **sizes)


def _trace(model: Transformer, n_src: int, n_tgt: int) -> Mapping[str, Array]:
    """Every tensor of one pass."""
    record = recorded(model, range(4, 4 + n_src), range(4, 4 + n_tgt))
    for tensor in record.values():
        tensor.setflags(write=False)
    return MappingProxyType(record)
