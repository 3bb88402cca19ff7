"""Folders in the Marian format, made here: short training, tokenizers of a few sentences."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sentencepiece as spm
import torch

if TYPE_CHECKING:
    from transformers import MarianMTModel

SOURCES = (
    "나는 오늘 아침에 커피를 마셨다.",
    "너는 어제 저녁에 책을 읽었다.",
    "우리는 내일 학교에 간다.",
    "그 사람은 매일 물을 마신다.",
)
TARGETS = (
    "I drank coffee this morning.",
    "You read a book last night.",
    "We go to school tomorrow.",
    "That person drinks water every day.",
)


def pieces(sentences: tuple[str, ...], size: int, **options: Any) -> bytes:
    """A SentencePiece model, with the special ids and the normalisation of its own defaults."""
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(sentences * 3),
        model_writer=model,
        vocab_size=size,
        hard_vocab_limit=False,
        minloglevel=3,
        **options,
    )
    return model.getvalue()


def vocabulary(*models: bytes) -> dict[str, int]:
    """As such models have it: </s> first, <pad> last, and one piece of the source left out."""
    read = [spm.SentencePieceProcessor(model_proto=model) for model in models]
    every = dict.fromkeys(
        model.id_to_piece(i) for model in read for i in range(3, model.get_piece_size())
    )
    del every[read[0].id_to_piece(read[0].get_piece_size() - 1)]
    return {name: i for i, name in enumerate(("</s>", "<unk>", *every, "<pad>"))}


def teach(model: MarianMTModel, steps: int) -> None:
    """A few steps of copying rows of tokens: enough for outputs of different lengths."""
    end = model.config.pad_token_id
    adam = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(steps):
        lengths = torch.randint(2, 11, (24, 1))
        rows = torch.randint(2, end, (24, 11)).masked_fill(torch.arange(11) == lengths, 0)
        rows[torch.arange(11) > lengths] = end
        labels = rows.masked_fill(rows == end, -100)
        adam.zero_grad()
        model(rows, attention_mask=(rows != end).long(), labels=labels).loss.backward()
        adam.step()


def marian(
    folder: Path,
    steps: int = 0,
    languages: tuple[str, str] = ("ko", "en"),
    sides: tuple[tuple[str, ...], tuple[str, ...]] = (SOURCES, TARGETS),
    **settings: Any,
) -> MarianMTModel:
    """Write a folder; `settings` go into its configuration. Biases and norms are not 0 and 1."""
    from transformers import MarianConfig, MarianMTModel  # takes seconds to import

    folder.mkdir(parents=True, exist_ok=True)
    source, target = pieces(sides[0], 60), pieces(sides[1], 50)
    ids = vocabulary(source, target)
    (folder / "source.spm").write_bytes(source)
    (folder / "target.spm").write_bytes(target)
    (folder / "vocab.json").write_text(json.dumps(ids), "utf-8")
    told = dict(zip(("source_lang", "target_lang"), languages, strict=True))
    (folder / "tokenizer_config.json").write_text(json.dumps(told), "utf-8")
    end = len(ids) - 1
    usual = {
        "vocab_size": len(ids),
        "d_model": 32,
        "encoder_layers": 2,
        "decoder_layers": 2,
        "encoder_attention_heads": 4,
        "decoder_attention_heads": 4,
        "encoder_ffn_dim": 64,
        "decoder_ffn_dim": 64,
        "max_position_embeddings": 128,
        "activation_function": "swish",
        "scale_embedding": True,
        "pad_token_id": end,
        "eos_token_id": 0,
        "decoder_start_token_id": end,
        "forced_eos_token_id": None,
        "dropout": 0.0,
    }
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = MarianMTModel(MarianConfig(**(usual | settings | {"init_std": 0.1})))
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if "norm" in name or name.endswith("bias"):
                    parameter.add_(torch.randn_like(parameter) * 0.2)
            model.final_logits_bias.normal_()
        teach(model, steps)
    model.eval().save_pretrained(folder)
    return model
