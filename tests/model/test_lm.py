"""Language models of five families: masks, PyTorch's own layers, files, the shipped models."""

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from explainer.analysis import families
from explainer.installed import LANGUAGE_MODELS, candidates
from explainer.model import lm
from explainer.model.embedding import sinusoidal_positions
from explainer.model.layers import EncoderLayer
from explainer.model.lm.store import load_family, read_families
from explainer.model.networks import read_facts
from explainer.model.store import CheckpointError

SHIPPED = families.Families(LANGUAGE_MODELS)
THERE = tuple(SHIPPED.facts["networks"])
IDS = SHIPPED.tokens("My brother walks to school with his friends.")


def small(family: families.Family) -> lm.LmConfig:
    return lm.LmConfig(family, 40, d_model=16, n_heads=2, d_ff=24, n_layers=2, max_positions=20)


def copied(layer: EncoderLayer) -> nn.TransformerEncoderLayer:
    """PyTorch's own layer with the weights of ours."""
    attention = layer.self_attn
    width = attention.out_proj.out_features
    ffn = layer.ffn
    twin = nn.TransformerEncoderLayer(
        width,
        attention.n_heads,
        ffn.expand.out_features,
        dropout=0.0,
        batch_first=True,
        norm_first=True,
    )
    parts = (attention.q_proj, attention.k_proj, attention.v_proj)
    with torch.no_grad():
        twin.self_attn.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
        twin.self_attn.in_proj_bias.copy_(torch.cat([part.bias for part in parts]))
        pairs: list[tuple[nn.Module, nn.Module]] = [
            (twin.self_attn.out_proj, attention.out_proj),
            (twin.linear1, ffn.expand),
            (twin.linear2, ffn.contract),
        ]
        for norm, add in ((twin.norm1, layer.add1), (twin.norm2, layer.add2)):
            pairs.append((norm, add.get_submodule("norm")))
        for theirs, ours in pairs:
            theirs.load_state_dict(ours.state_dict())
    return twin.eval()


@pytest.mark.parametrize("family", ["bert", "gpt"])
def test_the_shipped_stack_is_pytorchs(family: families.Family) -> None:
    """The trained weights through nn.TransformerEncoderLayer in float64, masks written plainly."""
    model = SHIPPED.model(family)
    assert isinstance(model, lm.LanguageModel)
    ids = torch.tensor([[lm.BOS, *IDS, lm.EOS]])
    length = ids.shape[1]
    later = torch.ones(length, length).triu(1).bool()  # True = may not look, as PyTorch has it
    embedded = model.matrix[ids] * model.config.d_model**0.5
    x = (embedded + sinusoidal_positions(length, model.config.d_model)).double()
    for layer in model.stack.layers:
        assert isinstance(layer, EncoderLayer)
        x = copied(layer).double()(x, src_mask=later if family == "gpt" else None)
    norm = model.stack.norm
    assert isinstance(norm, nn.LayerNorm) and norm.weight is not None
    x = nn.functional.layer_norm(x, x.shape[-1:], norm.weight.double(), norm.bias.double())
    expected = (x @ model.matrix.double().T)[0].softmax(dim=-1).detach().numpy()
    probs = SHIPPED.forward_pass(family, (lm.BOS, *IDS, lm.EOS))["probs"]
    assert probs == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("family", lm.FAMILIES)
def test_masks_are_those_of_the_family(family: families.Family) -> None:
    read, fed = (lm.BOS, 20, lm.MASK, 22, lm.EOS), (lm.BOS, 21, 22, 23)
    alone = family in ("bert", "gpt")
    right = (lm.BOS, 20, 21, 22, lm.EOS) if family == "electra" else fed
    found = families.attention_map(
        family, SHIPPED.forward_pass(family, read, () if alone else right)
    )
    left = 0 if family == "gpt" else len(read)
    second = {"bert": 0, "gpt": len(read)}.get(family, len(right))
    assert found.left == left and found.states.shape == (left + second,) * 2
    for row, states in enumerate(found.states):
        for column, state in enumerate(states):
            asks_left, seen_left = row < left, column < left
            if asks_left and seen_left:
                expected = families.SELF
            elif not asks_left and not seen_left:
                causal = family != "electra"
                expected = families.SELF if column <= row or not causal else families.HIDDEN
            elif not asks_left and seen_left and family in ("bart", "t5"):
                expected = families.CROSS
            else:
                expected = families.NO_ATTENTION
            assert state == expected, (row, column)


@pytest.mark.parametrize("family", lm.FAMILIES)
def test_padding_changes_nothing(family: families.Family) -> None:
    torch.manual_seed(0)
    model = lm.make_model(small(family)).eval()
    short, long = (
        torch.tensor([[lm.BOS, 20, 21, lm.EOS]]),
        torch.tensor([[lm.BOS, 22, 23, 24, 25, lm.EOS]]),
    )
    both = torch.cat([nn.functional.pad(short, (0, 2)), long])

    def answer(ids: Tensor) -> Tensor:
        if isinstance(model, lm.LanguageModel | lm.Electra):
            return model(ids)
        return model(ids, ids)

    assert torch.allclose(answer(both)[:1, :4], answer(short), atol=1e-5)
    assert torch.allclose(answer(both)[1:], answer(long), atol=1e-5)


@pytest.mark.parametrize("family", THERE)
def test_shipped_models_beat_counting(family: families.Family) -> None:
    """On the dev tokens of the card, clearly: by a tenth of the bits of the better table."""
    entry = SHIPPED.facts["networks"][family]
    dev = entry["dev"]
    assert dev["nats"] < 0.9 * min(dev["unigram"], dev["bigram"])
    parameters = sum(p.numel() for p in SHIPPED.model(family).parameters())
    assert parameters == entry["parameters"]
    if family == "electra":
        found = dev["detection"]
        assert found["model"] > max(found["unigram"], found["bigram"]) + 0.02


def test_the_card_says_what_was_measured() -> None:
    card = (LANGUAGE_MODELS / "CARD.md").read_text(encoding="utf-8")
    facts = read_facts(LANGUAGE_MODELS)
    for name, entry in facts["networks"].items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", card, re.MULTILINE)
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[2] == f"{entry['parameters']:,}"
        dev = entry["dev"]
        wanted = [f"{np.exp(dev[key]):.1f}" for key in ("nats", "unigram", "bigram")]
        assert cells[3:] == [*wanted, f"{dev['tokens']:,}"]
    assert facts["licence"] in card


def test_they_are_small_and_no_translators() -> None:
    assert LANGUAGE_MODELS not in candidates().values()
    assert sum(file.stat().st_size for file in LANGUAGE_MODELS.iterdir()) < 20 * 2**20


def test_the_vocabulary_goes_both_ways() -> None:
    vocabulary = lm.Vocabulary([70, 50, 60])
    assert len(vocabulary) == lm.FIRST + 3
    assert vocabulary.model_ids([50, 2, 99, 60, 3]) == [
        lm.FIRST + 1,
        lm.BOS,
        lm.UNK,
        lm.FIRST + 2,
        lm.EOS,
    ]
    assert [vocabulary.tokenizer_id(i) for i in (lm.FIRST, lm.BOS, lm.MASK, lm.SENTINELS[0])] == [
        70, 2, None, None
    ]  # fmt: skip
    with pytest.raises(ValueError):
        lm.Vocabulary([50, 50])


def test_damage_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "families"
    shutil.copytree(LANGUAGE_MODELS, folder)
    size = len(read_families(folder).vocabulary)
    (folder / "bert.safetensors").write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="damaged"):
        load_family(folder, "bert", size)
    assert load_family(folder, "gpt", size).matrix.shape[0] == size
    with pytest.raises(CheckpointError, match="does not fit"):
        load_family(folder, "gpt", size + 1)
    (folder / "gpt.safetensors").unlink()
    with pytest.raises(CheckpointError, match="no such file"):
        load_family(folder, "gpt", size)
    path = folder / "config.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**facts, "tokens": ["x"]}), encoding="utf-8")
    with pytest.raises(CheckpointError, match="no list of tokens"):
        read_families(folder)
    path.unlink()
    with pytest.raises(CheckpointError, match="no such file"):
        read_families(folder)


@pytest.mark.parametrize(
    "wrong", [{"family": "xlnet"}, {"n_heads": 3}, {"n_layers": 0}, {"other": 1}, {"vocab_size": 0}]
)
def test_sizes_that_do_not_fit_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        lm.LmConfig.from_dict({"family": "bert", "vocab_size": 40, **wrong})
