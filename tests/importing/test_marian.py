"""An imported Marian model computes what `transformers` computes, and other folders are refused."""

import csv
import json
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from explainer import __main__, installed
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.tokenizer import BOS, EOS, PAD, UNK
from tests.docs.readme import block
from tests.importing.folders import SOURCES, TARGETS, marian, pieces

pytestmark = pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")

# Width, heads, units, layers; activation; one matrix for source and target; the output's too.
SHAPES = [
    ((32, 4, 64, 2, 2), "swish", True, True),
    ((48, 8, 80, 1, 3), "relu", False, True),
    ((64, 16, 96, 3, 2), "swish", False, False),
    ((48, 8, 80, 1, 3), "relu", True, False),
]


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the app's models, empty."""
    folder = tmp_path / "models"
    folder.mkdir()
    monkeypatch.setenv(installed.VARIABLE, str(folder))
    return folder


@pytest.fixture
def imported(models: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def run(folder: Path, *options: str) -> int:
        command = ["explainer", "import", "marian", str(folder), "--name", "theirs", *options]
        monkeypatch.setattr(sys, "argv", command)
        return __main__.main()

    return run


def settings_of(
    shape: tuple[Any, ...], activation: str, shared: bool, tied: bool
) -> dict[str, Any]:
    width, heads, units, encoder, decoder = shape
    return {
        "d_model": width,
        "encoder_attention_heads": heads,
        "decoder_attention_heads": heads,
        "encoder_ffn_dim": units,
        "decoder_ffn_dim": units,
        "encoder_layers": encoder,
        "decoder_layers": decoder,
        "activation_function": activation,
        "share_encoder_decoder_embeddings": shared,
        "tie_word_embeddings": tied,
    }


def their_ids(folder: Path, ours: Translator) -> dict[int, int]:
    """Our id -> theirs, by the names of the tokens; the start of a sentence is their padding."""
    ids = json.loads((folder / "vocab.json").read_text("utf-8"))
    special = {PAD: ids["<pad>"], UNK: ids["<unk>"], BOS: ids["<pad>"], EOS: ids["</s>"]}
    rest = range(EOS + 1, ours.tokenizer.vocab_size)
    return special | {i: ids[name] for i in rest if (name := ours.tokenizer.token(i)) in ids}


def sentences(count: int, ids: dict[int, int]) -> list[list[int]]:
    """Random sentences of our ids, the end of each included."""
    generator = torch.Generator().manual_seed(0)
    words = torch.tensor([i for i in ids if i > EOS])
    lengths = torch.randint(2, 11, (count,), generator=generator).tolist()
    drawn = [torch.randint(len(words), (n,), generator=generator) for n in lengths]
    return [[*words[places].tolist(), EOS] for places in drawn]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_logits_and_beams_are_those_of_transformers(shape, tmp_path, models, imported):
    """Without a length penalty a beam's best is the same in both searches: ours lets an ended
    hypothesis leave the beam and theirs fills its place, but what is worse when it enters cannot
    win any more, for a total only falls. Unknown tokens are never written here.
    """
    from transformers import GenerationConfig

    theirs = marian(tmp_path / "folder", steps=50, **settings_of(*shape))
    assert imported(tmp_path / "folder") == 0
    ours = Translator.load(models / "theirs")
    ids = their_ids(tmp_path / "folder", ours)
    rows = sentences(16, ids)
    config = theirs.config

    longest = max(map(len, rows))
    source = torch.tensor(
        [[*(ids[i] for i in row), *[config.pad_token_id] * (longest - len(row))] for row in rows]
    )
    mask = (source != config.pad_token_id).long()
    search = GenerationConfig(
        num_beams=4,
        do_sample=False,
        length_penalty=0.0,
        max_new_tokens=40,
        suppress_tokens=[config.pad_token_id, ids[UNK]],
        pad_token_id=config.pad_token_id,
        eos_token_id=config.eos_token_id,
        decoder_start_token_id=config.decoder_start_token_id,
    )
    found = theirs.generate(source, attention_mask=mask, generation_config=search)
    wanted = [[i for i in row[1:].tolist() if i != config.pad_token_id] for row in found]
    written = ours.search(rows, DecodeOptions(width=4, alpha=0.0, n_best=1, max_length=40))
    assert [[ids[i] for i in each[0].ids] for each in written.hypotheses] == wanted
    assert len({len(row) for row in wanted}) > 3 and sum(row[-1] == 0 for row in wanted) > 13

    columns = [i for i in ids if i != BOS]
    for row, output in zip(rows[:6], wanted, strict=False):
        back = {their: our for our, their in ids.items() if our != BOS}
        fed = [BOS, *(back[i] for i in output[:-1])]
        logits = torch.from_numpy(ours.run(row, fed)["logits"].copy())
        with torch.no_grad():
            expected = theirs(
                torch.tensor([[ids[i] for i in row]]),
                decoder_input_ids=torch.tensor([[ids[i] for i in fed]]),
            ).logits[0]
        same = logits[:, columns] - expected[:, [ids[i] for i in columns]]
        assert float(same.abs().max()) < 1e-4
        # Nothing else takes a share of the probability.
        others = [i for i in range(ours.tokenizer.vocab_size) if i not in columns]
        assert float(logits.softmax(-1)[:, others].max()) == 0


def test_the_lines_of_the_readme_import_a_folder_and_write_its_weights(tmp_path, monkeypatch):
    line = shlex.split(block("command: import"))
    monkeypatch.chdir(tmp_path)
    Path("pretrained").mkdir()
    monkeypatch.setenv(installed.VARIABLE, "pretrained")
    monkeypatch.setattr(sys, "argv", line[2:])
    folder = Path(line[line.index("marian") + 1])
    marian(folder, languages=("en", "ar"), sides=(TARGETS, SOURCES))
    assert __main__.main() == 0
    lines = block("python: numbers")
    assert len(lines.replace("\n\n", "\n").splitlines()) == 5
    found: dict[str, Any] = {}
    exec(lines, found)
    rows = list(csv.reader(Path("weights.csv").read_text("utf-8").splitlines()))
    assert tuple(rows[0][1:]) == found["done"].source.tokens
    weights = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    assert weights.shape[0] == len(found["done"].predicted)
    assert weights.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_text_is_cut_and_written_by_the_model_of_its_side(tmp_path, models, imported):
    from transformers import MarianTokenizer

    theirs = marian(tmp_path / "folder")
    assert imported(tmp_path / "folder") == 0
    ours = Translator.load(models / "theirs")
    ids = their_ids(tmp_path / "folder", ours)
    tokenizer = MarianTokenizer.from_pretrained(tmp_path / "folder")
    unknown = 0
    for text in (*SOURCES, "학교에서 물을 마신다!", "Zebra 나는"):
        cut = ours.tokenizer.encode(text)
        expected = tokenizer(text).input_ids
        assert [ids.get(i, ids[UNK]) for i in cut.ids] == expected
        unknown += expected.count(ids[UNK])
        assert "".join(cut.text[start:end] for start, end in cut.spans) == cut.text
        search = {"num_beams": 4, "length_penalty": 0.0, "max_new_tokens": 12}
        (found,) = theirs.generate(
            torch.tensor([expected]),
            suppress_tokens=[theirs.config.pad_token_id, ids[UNK]],
            **search,
        )
        translation = ours.translate(text, DecodeOptions(alpha=0.0, n_best=1, max_length=12))
        assert translation.text == tokenizer.decode(found, skip_special_tokens=True)
    assert unknown  # also the piece that the vocabulary lacks is one
    for text in TARGETS:
        cut = ours.target_tokenizer.encode(text)
        assert [ids[i] for i in cut.ids] == tokenizer(text_target=text).input_ids
        assert ours.target_tokenizer.decode(cut.ids) == text


def test_the_old_file_of_weights_gives_the_same(tmp_path, models, imported):
    folder = tmp_path / "folder"
    theirs = marian(folder)
    assert imported(folder) == 0
    first = (models / "theirs" / "weights.safetensors").read_bytes()
    shutil.rmtree(models / "theirs")
    (folder / "model.safetensors").unlink()
    torch.save(theirs.state_dict(), folder / "pytorch_model.bin")
    assert imported(folder) == 0
    assert (models / "theirs" / "weights.safetensors").read_bytes() == first


def test_the_card_says_what_the_folder_says(tmp_path, models, imported):
    folder = tmp_path / "folder"
    marian(folder)
    assert imported(folder, "--example", SOURCES[0], "--source", "kor") == 0
    card = installed.working()["theirs"].card
    assert (card["source"], card["target"], card["origin"]) == ("kor", "en", "folder")
    assert card["licences"] == "not stated"
    assert card["examples"] == [SOURCES[0]]
    assert card["parameters"] == sum(
        p.numel() for p in Translator.load(models / "theirs").model.parameters()
    )
    shutil.rmtree(models / "theirs")
    (folder / "README.md").write_text("---\nlanguage: ko\nlicense: apache-2.0\n---\n# Model\n")
    assert imported(folder) == 0
    card = installed.working()["theirs"].card
    assert (card["source"], card["licences"]) == ("ko", "apache-2.0")
    assert "apache-2.0" in (models / "theirs" / "CARD.md").read_text("utf-8")


def set_in(name: str, **values: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / name
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | values), "utf-8")

    return change


def without(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def cut_short(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[: len(data) // 2])

    return change


def old_weights(content: bytes) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / "model.safetensors").unlink()
        (folder / "pytorch_model.bin").write_bytes(content)

    return change


def of_another_kind(folder: Path) -> None:
    (folder / "source.spm").write_bytes(pieces(SOURCES, 60, model_type="bpe"))


WRONG: dict[str, tuple[Callable[[Path], None], str]] = {
    "another architecture": (set_in("config.json", model_type="t5"), "model_type is 't5'"),
    "pre-norm": (set_in("config.json", normalize_before=True), "normalize_before is True"),
    "unscaled": (set_in("config.json", scale_embedding=False), "scale_embedding is False"),
    "gelu": (set_in("config.json", activation_function="gelu"), "activation_function is 'gelu'"),
    "other heads": (set_in("config.json", decoder_attention_heads=2), "decoder_attention_heads"),
    "odd heads": (set_in("config.json", encoder_attention_heads=7, decoder_attention_heads=7), "7"),
    "no width": (set_in("config.json", d_model=None), "d_model must be"),
    "layers that are not there": (set_in("config.json", encoder_layers=3), "encoder.layers.2"),
    "a layer too many": (set_in("config.json", encoder_layers=1), "encoder.layers.1"),
    "wider units": (
        set_in("config.json", encoder_ffn_dim=65, decoder_ffn_dim=65),
        "(64, 32), not (65, 32)",
    ),
    "another vocabulary size": (set_in("config.json", vocab_size=50), "vocab_size"),
    "no end": (set_in("config.json", eos_token_id=None), "eos_token_id is None"),
    "two vocabularies": (set_in("tokenizer_config.json", separate_vocabs=True), "separate_vocabs"),
    "no language": (set_in("tokenizer_config.json", source_lang="kor_Hang"), "--source"),
    "no settings": (without("config.json"), "config.json: no such file"),
    "no vocabulary": (without("vocab.json"), "vocab.json: no such file"),
    "no tokenizer": (without("target.spm"), "folder/target.spm: no such file"),
    "no weights": (without("model.safetensors"), "no model.safetensors"),
    "half of the weights": (cut_short("model.safetensors"), "model.safetensors: damaged"),
    "weights that are no weights": (old_weights(b"cos\nsystem\n."), "pytorch_model.bin: damaged"),
    "half of a tokenizer": (cut_short("source.spm"), "source.spm: not a SentencePiece model"),
    "half of the settings": (cut_short("config.json"), "config.json: not valid JSON"),
    "another tokenizer": (of_another_kind, "model_type is BPE"),
}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("good") / "folder"
    marian(folder)
    return folder


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_folder_is_refused_in_one_line(wrong, good, tmp_path, models, imported, capsys):
    change, said = WRONG[wrong]
    folder = tmp_path / "folder"
    shutil.copytree(good, folder)
    change(folder)
    assert imported(folder) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ") and error.count("\n") == 1
    assert said in error
    assert not any(models.iterdir())
