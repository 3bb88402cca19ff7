"""Convert models in the Marian format of `transformers` to our Transformer, with equal results.

A Marian model has its sines in the first half of the channels and its cosines in the second; ours
alternate. So channels are permuted, and with them every weight that reads or writes them. Rows of
the vocabulary are permuted so that the special tokens are 0 to 3, as in ours.

Shape suffixes: V their vocabulary, N ours, D d_model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import torch
from safetensors.torch import load_file
from torch import Tensor

from explainer.model.config import Activation, ModelConfig
from explainer.model.embedding import sinusoidal_positions
from explainer.model.store import SUFFIX, CheckpointError
from explainer.model.transformer import Transformer

WEIGHTS: Final = ("model.safetensors", "pytorch_model.bin")
# Our module name -> theirs, inside one layer.
PARTS: Final = {
    "encoder": {
        "self_attn": "self_attn",
        "add1.norm": "self_attn_layer_norm",
        "ffn.expand": "fc1",
        "ffn.contract": "fc2",
        "add2.norm": "final_layer_norm",
    },
    "decoder": {
        "self_attn": "self_attn",
        "add1.norm": "self_attn_layer_norm",
        "cross_attn": "encoder_attn",
        "add2.norm": "encoder_attn_layer_norm",
        "ffn.expand": "fc1",
        "ffn.contract": "fc2",
        "add3.norm": "final_layer_norm",
    },
}
READS: Final = ("q_proj", "k_proj", "v_proj", "expand")  # the residual stream; others write it
ACTIVATIONS: Final[dict[Any, Activation]] = {"relu": "relu", "swish": "swish", "silu": "swish"}
# The values of a setting that our model supports; None: it may be missing.
ONLY: Final[dict[str, tuple[object, ...]]] = {
    "model_type": ("marian",),
    "is_encoder_decoder": (True, None),
    "scale_embedding": (True,),
    "normalize_before": (False, None),
    "normalize_embedding": (False, None),
    "add_final_layer_norm": (False, None),
    "static_position_embeddings": (True, None),
}
SIZES: Final = {  # ours -> theirs
    "vocab_size": "vocab_size",
    "d_model": "d_model",
    "n_heads": "encoder_attention_heads",
    "d_ff": "encoder_ffn_dim",
    "n_encoder_layers": "encoder_layers",
    "n_decoder_layers": "decoder_layers",
    "max_positions": "max_position_embeddings",
}
SAME: Final = {  # pairs of settings that must be equal in our model
    "decoder_attention_heads": "encoder_attention_heads",
    "decoder_ffn_dim": "encoder_ffn_dim",
    "decoder_vocab_size": "vocab_size",
}
NEVER: Final = -256.0  # logit of an id that is never output: its probability is 0
SOURCE, TARGET = "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight"
SHARED, OUTPUT, BIAS = "model.shared.weight", "lm_head.weight", "final_logits_bias"
TABLES: Final = tuple(f"model.{stack}.embed_positions.weight" for stack in PARTS)


class UnlikeMarian(ValueError):
    """Error for a model that cannot be converted; the message names the setting or tensor."""


def read_weights(folder: Path) -> dict[str, Tensor]:
    """Read the weights file of a folder, in any supported format. Raises CheckpointError."""
    path = next((folder / name for name in WEIGHTS if (folder / name).is_file()), None)
    if path is None:
        raise CheckpointError(f"{folder}: no {' and no '.join(WEIGHTS)}")
    try:
        if path.suffix == SUFFIX:
            return load_file(path)
        weights = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:  # the libraries raise errors of many types
        raise CheckpointError(f"{path}: damaged, or no file of weights") from error
    if not isinstance(weights, dict) or not all(map(torch.is_tensor, weights.values())):
        raise CheckpointError(f"{path}: holds something else than weights")
    return weights


def stored_as(weights: Mapping[str, Tensor]) -> torch.dtype:
    """Return the precision to store weights in: half if all are half, else single."""
    half = all(tensor.dtype == torch.float16 for tensor in weights.values())
    return torch.float16 if half else torch.float32


def sizes_of(settings: Mapping[str, Any]) -> ModelConfig:
    """Read the sizes from config.json. Raises UnlikeMarian for settings that our model lacks."""
    for name, values in ONLY.items():
        if settings.get(name) not in values:
            raise UnlikeMarian(f"{name} is {settings.get(name)!r}, not {values[0]!r}")
    activation = settings.get("activation_function")
    if activation not in ACTIVATIONS:
        raise UnlikeMarian(f"activation_function is {activation!r}, not 'relu' or 'swish'")
    for name, other in SAME.items():
        value = settings.get(name)
        if value not in (None, settings.get(other)):
            raise UnlikeMarian(f"{name} is {value!r}, and {other} is {settings.get(other)!r}")
    sizes: dict[str, Any] = {ours: settings.get(theirs) for ours, theirs in SIZES.items()}
    dropout = settings.get("dropout", 0.1)
    try:
        return ModelConfig(
            **sizes,
            dropout=dropout,
            activation=ACTIVATIONS[activation],
            tied=settings.get("tie_word_embeddings", True),
            output_bias=True,
        )
    except (TypeError, ValueError) as error:
        raise UnlikeMarian(_their_names(str(error))) from error


def _their_names(message: str) -> str:
    words = (SIZES.get(word, word) for word in message.split(" "))
    return " ".join(words)


def converted(
    rest: dict[str, Tensor], sizes: ModelConfig, rows: Sequence[int], silent: Sequence[int]
) -> tuple[ModelConfig, dict[str, Tensor]]:
    """Convert weights and sizes to our order.

    Tensors are removed from `rest`, so that a large model is not in memory twice.

    `rows[i]` is their row of our id i; ids in `silent` are never output. Raises UnlikeMarian for
    missing, surplus or differently shaped tensors.
    """
    order_D = torch.arange(sizes.d_model).view(2, -1).t().flatten()
    _check_positions(rest, sizes, order_D)
    source, target, output = _matrices(rest, tied=sizes.tied)
    tied = all(torch.equal(source, matrix) for matrix in (target, output))
    rows_N = torch.tensor(rows)
    matrices = {"matrix": source} | (
        {} if tied else {"untied.target": target, "untied.output": output}
    )
    shape = (sizes.vocab_size, sizes.d_model)
    for name, matrix in matrices.items():
        if tuple(matrix.shape) != shape:
            raise UnlikeMarian(f"the {name} is {tuple(matrix.shape)}, not {shape}")
    bias_V = rest.pop(BIAS, torch.zeros(sizes.vocab_size)).flatten()
    if len(bias_V) != sizes.vocab_size:
        raise UnlikeMarian(f"{BIAS} has {len(bias_V)} numbers, not {sizes.vocab_size}")
    bias_N = bias_V[rows_N].float()
    bias_N[list(silent)] = NEVER
    weights = {name: matrix[rows_N][:, order_D] for name, matrix in matrices.items()}
    weights["output_bias"] = bias_N
    ours = replace(sizes, vocab_size=len(rows), tied=tied)
    with torch.device("meta"):
        wanted = Transformer(ours).state_dict()
    for name, like in wanted.items():
        if name not in weights:
            weights[name] = _in_order(name, _taken(rest, _their_name(name), like), order_D)
    if rest:
        raise UnlikeMarian(f"{sorted(rest)[0]} has no place in this model")
    return ours, weights


def _check_positions(rest: dict[str, Tensor], sizes: ModelConfig, order_D: Tensor) -> None:
    """Remove the position tables, after checking that they are the sinusoids that we compute."""
    for name in TABLES:
        table = rest.pop(name, None)
        if table is None:
            continue
        ours = sinusoidal_positions(sizes.max_positions, sizes.d_model)
        if table.shape != ours.shape or not torch.allclose(
            table[:, order_D].float(), ours, atol=1e-3
        ):
            raise UnlikeMarian(f"{name} does not hold sines and cosines")


def _matrices(rest: dict[str, Tensor], tied: bool) -> tuple[Tensor, Tensor, Tensor]:
    """Remove and return the matrices of source, target and output; a shared one is stored once."""
    found = {name: rest.pop(name) for name in (SOURCE, TARGET, SHARED, OUTPUT) if name in rest}

    def first(*names: str) -> Tensor:
        for name in names:
            if name in found:
                return found[name]
        raise UnlikeMarian(f"{names[0]} is missing")

    outputs = (SHARED, TARGET, OUTPUT) if tied else (OUTPUT,)
    return first(SOURCE, SHARED), first(TARGET, SHARED), first(*outputs)


def _their_name(name: str) -> str:
    """Translate our name of a tensor to theirs."""
    stack, layer, rest = name.split(".", 2)
    for ours, theirs in PARTS[stack].items():
        if rest.startswith(ours):
            return f"model.{stack}.layers.{layer}.{theirs}{rest.removeprefix(ours)}"
    raise KeyError(name)


def _taken(rest: dict[str, Tensor], name: str, like: Tensor) -> Tensor:
    if name not in rest:
        raise UnlikeMarian(f"{name} is missing")
    tensor = rest.pop(name)
    if tensor.shape != like.shape:
        raise UnlikeMarian(f"{name} is {tuple(tensor.shape)}, not {tuple(like.shape)}")
    return tensor


def _in_order(name: str, tensor: Tensor, order_D: Tensor) -> Tensor:
    """Permute the channels of the residual stream to our order; heads and hidden units stay."""
    *_, part, kind = name.split(".")
    if part in READS:
        return tensor[:, order_D] if kind == "weight" else tensor
    return tensor[order_D]
