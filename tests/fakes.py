"""A translation nobody computed, for tests of pages and charts that need no model.

Its numbers are random but agree with each other: scores are q.k / sqrt(d_head), weights are the
softmax of the masked scores, probabilities sum to 1. So a page that shows a wrong cell is caught.
"""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from explainer.decoding.hypothesis import make_hypothesis
from explainer.decoding.options import DecodeOptions
from explainer.tokenizer.tokens import Tokens, word_indices
from explainer.translation import Translation

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
        trace=_trace(rng, n_src, n_tgt, layers, heads),
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


def _trace(
    rng: np.random.Generator, n_src: int, n_tgt: int, layers: int, heads: int
) -> Mapping[str, Array]:
    """Every attention tensor, and residual sums and norms of random numbers."""
    record: dict[str, Array] = {}
    width = heads * D_HEAD
    sizes = {"encoder": n_src, "decoder": n_tgt}
    for stack, size in sizes.items():
        record[f"{stack}.embed"] = _normal(rng, size, width)
        for layer in range(layers):
            name = f"{stack}.{layer}"
            causal = stack == "decoder"
            _attend(record, rng, f"{name}.self_attn", (heads, size, size), causal=causal)
            adds = ["add1", "add2"]
            if causal:
                _attend(record, rng, f"{name}.cross_attn", (heads, size, n_src), causal=False)
                adds.append("add3")
            for add in adds:
                record[f"{name}.{add}.sum"] = _normal(rng, size, width)
                record[f"{name}.{add}.norm"] = _normal(rng, size, width)
            for part, wide in (("pre", 4 * width), ("act", 4 * width), ("out", width)):
                record[f"{name}.ffn.{part}"] = _normal(rng, size, wide)
    record["memory"] = _normal(rng, n_src, width)
    record["logits"] = _normal(rng, n_tgt, N_VOCAB)
    record["probs"] = _softmax(record["logits"])
    record["log_probs"] = np.log(record["probs"])
    for tensor in record.values():
        tensor.setflags(write=False)
    return MappingProxyType(record)


def _attend(
    record: dict[str, Array],
    rng: np.random.Generator,
    name: str,
    shape: tuple[int, int, int],
    *,
    causal: bool,
) -> None:
    heads, n_queries, n_keys = shape
    q = 2.0 * _normal(rng, heads, n_queries, D_HEAD)
    k = _normal(rng, heads, n_keys, D_HEAD)
    v = _normal(rng, heads, n_keys, D_HEAD)
    scores = q @ k.transpose(0, 2, 1) / np.float32(np.sqrt(D_HEAD))
    may_look = np.ones(shape, dtype=bool)
    may_look = np.tril(may_look) if causal else may_look
    masked = np.where(may_look, scores, -np.inf)
    weights = _softmax(masked.astype(np.float32))
    mixed = weights @ v
    concat = mixed.transpose(1, 0, 2).reshape(n_queries, heads * D_HEAD)
    values = {
        "q": q,
        "k": k,
        "v": v,
        "scores": scores,
        "mask": may_look,
        "masked_scores": masked,
        "weights": weights,
        "heads": mixed,
        "concat": concat,
        "out": concat.copy(),
    }
    record.update({f"{name}.{part}": value.astype(np.float32) for part, value in values.items()})


def _normal(rng: np.random.Generator, *shape: int) -> Array:
    return rng.standard_normal(shape).astype(np.float32)


def _softmax(scores: Array) -> Array:
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), dtype=np.float32)
