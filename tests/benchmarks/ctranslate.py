"""The same weights in CTranslate2, float32."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import ctranslate2
import torch
from ctranslate2.converters import utils
from ctranslate2.specs import TransformerSpec, common_spec
from torch import Tensor

from explainer.model import Transformer
from explainer.model.embedding import sinusoidal_positions
from tests.benchmarks.shape import ALPHA, FORBIDDEN, NEVER, SHAPE, STEPS, Case, Rows

Weights = Mapping[str, Tensor]
Spec = object  # CTranslate2's specifications are plain containers without types


def set_linear(spec: Spec, weights: Weights, name: str) -> Spec:
    vars(spec)["weight"] = weights[f"{name}.weight"].numpy()
    vars(spec)["bias"] = weights[f"{name}.bias"].numpy()
    return spec


def set_norm(spec: Spec, weights: Weights, name: str) -> None:
    vars(spec)["gamma"] = weights[f"{name}.weight"].numpy()
    vars(spec)["beta"] = weights[f"{name}.bias"].numpy()


def set_attention(spec: Spec, weights: Weights, name: str, groups: Sequence[str]) -> None:
    """`groups` says which projections stand in one matrix: "qkv", or "q" and "kv"."""
    linear = vars(spec)["linear"]
    for target, group in zip(linear, groups, strict=False):
        parts = [set_linear(common_spec.LinearSpec(), weights, f"{name}.{p}_proj") for p in group]
        utils.fuse_linear(target, parts)
    set_linear(linear[-1], weights, f"{name}.out_proj")


def set_stack(spec: Spec, weights: Weights, stack: str) -> None:
    crosses = stack == "decoder"
    for index, layer in enumerate(vars(spec)["layer"]):
        name, parts = f"{stack}.{index}", vars(layer)
        set_attention(parts["self_attention"], weights, f"{name}.self_attn", ["qkv"])
        set_norm(vars(parts["self_attention"])["layer_norm"], weights, f"{name}.add1.norm")
        if crosses:
            set_attention(parts["attention"], weights, f"{name}.cross_attn", ["q", "kv"])
            set_norm(vars(parts["attention"])["layer_norm"], weights, f"{name}.add2.norm")
        ffn = vars(parts["ffn"])
        set_linear(ffn["linear_0"], weights, f"{name}.ffn.expand")
        set_linear(ffn["linear_1"], weights, f"{name}.ffn.contract")
        set_norm(ffn["layer_norm"], weights, f"{name}.add{3 if crosses else 2}.norm")
    table = sinusoidal_positions(SHAPE.max_positions, SHAPE.d_model)
    vars(vars(spec)["position_encodings"])["encodings"] = table.numpy()


def save(ours: Transformer, tokens: Sequence[str], folder: Path) -> None:
    """Write `ours` as a CTranslate2 model folder."""
    spec = TransformerSpec.from_config(
        (SHAPE.n_encoder_layers, SHAPE.n_decoder_layers),
        SHAPE.n_heads,
        pre_norm=False,
        activation=common_spec.Activation.RELU,
    )
    weights = {name: tensor.detach() for name, tensor in ours.state_dict().items()}
    set_stack(spec.encoder, weights, "encoder")
    set_stack(spec.decoder, weights, "decoder")
    matrix = weights["matrix"].numpy()
    spec.encoder.embeddings[0].weight = matrix
    spec.decoder.embeddings.weight = matrix
    spec.decoder.projection.weight = matrix
    bias = torch.zeros(SHAPE.vocab_size)
    bias[list(FORBIDDEN)] = NEVER
    spec.decoder.projection.bias = bias.numpy()
    spec.register_source_vocabulary(list(tokens))
    spec.register_target_vocabulary(list(tokens))
    spec.config.decoder_start_token = "<s>"
    spec.config.layer_norm_epsilon = 1e-5  # nn.LayerNorm's
    spec.validate()
    spec.optimize()
    spec.save(str(folder))


class CTranslate2:
    name = "CTranslate2"

    def __init__(self, ours: Transformer, tokens: Sequence[str], threads: int) -> None:
        self.tokens = list(tokens)
        self.ids = {token: index for index, token in enumerate(tokens)}
        with tempfile.TemporaryDirectory() as folder:
            save(ours, tokens, Path(folder))
            self.translator = ctranslate2.Translator(
                folder, device="cpu", compute_type="float32", inter_threads=1, intra_threads=threads
            )

    def search(self, rows: Rows, case: Case) -> Callable[[], list[list[int]]]:
        batch = [[self.tokens[i] for i in row] for row in rows]

        def run() -> list[list[int]]:
            found = self.translator.translate_batch(
                batch,
                beam_size=case.width,
                length_penalty=ALPHA,
                min_decoding_length=STEPS,
                max_decoding_length=STEPS,
                num_hypotheses=1,
            )
            return [[self.ids[token] for token in result.hypotheses[0]] for result in found]

        return run
