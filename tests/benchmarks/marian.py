"""The same weights in Hugging Face's Marian model and its `generate`."""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from transformers import GenerationConfig, MarianConfig, MarianMTModel

from explainer.model import Transformer
from explainer.model.embedding import sinusoidal_positions
from explainer.model.marian import PARTS
from explainer.tokenizer.tokenizer import BOS, EOS, PAD
from tests.benchmarks.shape import ALPHA, FORBIDDEN, NEVER, SHAPE, STEPS, Case, Rows


def marian_config() -> MarianConfig:
    return MarianConfig(
        vocab_size=SHAPE.vocab_size,
        d_model=SHAPE.d_model,
        encoder_layers=SHAPE.n_encoder_layers,
        decoder_layers=SHAPE.n_decoder_layers,
        encoder_attention_heads=SHAPE.n_heads,
        decoder_attention_heads=SHAPE.n_heads,
        encoder_ffn_dim=SHAPE.d_ff,
        decoder_ffn_dim=SHAPE.d_ff,
        max_position_embeddings=SHAPE.max_positions,
        activation_function="relu",
        scale_embedding=True,
        share_encoder_decoder_embeddings=True,
        dropout=0.0,
        pad_token_id=PAD,
        eos_token_id=EOS,
        bos_token_id=BOS,
        decoder_start_token_id=BOS,
        forced_eos_token_id=None,
    )


def copy_stack(ours: Transformer, theirs: nn.Module, stack: str) -> None:
    weights = ours.state_dict()
    for index, layer in enumerate(theirs.get_submodule(f"model.{stack}.layers").children()):
        for our_name, their_name in PARTS[stack].items():
            prefix = f"{stack}.{index}.{our_name}."
            part = {
                name.removeprefix(prefix): tensor
                for name, tensor in weights.items()
                if name.startswith(prefix)
            }
            layer.get_submodule(their_name).load_state_dict(part)
    positions = theirs.get_submodule(f"model.{stack}.embed_positions")
    table = sinusoidal_positions(SHAPE.max_positions, SHAPE.d_model)
    positions.load_state_dict({"weight": table})


def marian_model(ours: Transformer) -> MarianMTModel:
    """Marian with our weights; its positions become the paper's order of sines and cosines."""
    theirs = MarianMTModel(marian_config())
    copy_stack(ours, theirs, "encoder")
    copy_stack(ours, theirs, "decoder")
    with torch.no_grad():
        theirs.get_input_embeddings().weight.copy_(ours.matrix)
        theirs.tie_weights()
        theirs.final_logits_bias[:, list(FORBIDDEN)] = NEVER
    return theirs.eval()


class Marian:
    name = "Hugging Face"

    def __init__(self, ours: Transformer) -> None:
        self.model = marian_model(ours)

    def search(self, rows: Rows, case: Case) -> Callable[[], list[list[int]]]:
        ids = torch.tensor(rows)
        mask = torch.ones_like(ids)
        options = GenerationConfig(
            num_beams=case.width,
            do_sample=False,
            min_new_tokens=STEPS,
            max_new_tokens=STEPS,
            length_penalty=ALPHA if case.width > 1 else None,
            pad_token_id=PAD,
            eos_token_id=EOS,
            bos_token_id=BOS,
            decoder_start_token_id=BOS,
            use_cache=True,
        )

        def run() -> list[list[int]]:
            found: Tensor = self.model.generate(ids, attention_mask=mask, generation_config=options)
            return [row[1:].tolist() for row in found]

        return run
