"""A reader's own pairs, from a file to a model folder: split, trained, resumed, refused."""

import csv
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from explainer.data.corpus import CorpusError, Pair, read_pairs
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model import ModelConfig
from explainer.model.store import read_card
from explainer.training import own
from explainer.training.own import settings_for
from explainer.training.state import lock_folder
from tests.toy_language import toy_pairs
from tests.training.test_run import called


def write(path: Path, pairs: list[Pair]) -> Path:
    path.write_text("".join(f"{a}\t{b}\n" for a, b in pairs), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With names of columns and with who wrote the sentences."""
    path = tmp_path_factory.mktemp("own") / "mine.tsv"
    lines = (f"{a}\t{b}\tCC-BY\n" for a, b in toy_pairs())
    path.write_text("원문\t번역\n" + "".join(lines), encoding="utf-8")
    return path


def tiny(pairs: int, vocab_size: int) -> tuple[ModelConfig, dict[str, int]]:
    settings = {"batch_tokens": 300, "warmup": 20, "max_steps": 60, "eval_every": 20, "average": 1}
    return ModelConfig(vocab_size, 32, 4, 64, 1, 1, max_positions=48), settings


@pytest.fixture(scope="module", autouse=True)
def _small() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(own, "settings_for", tiny)
        yield


def train(file: Path, place: Path, *more: str) -> subprocess.CompletedProcess[str]:
    folders = ("--runs", str(place / "runs"), "--out", str(place / "out"))
    languages = ("--source", "ko", "--target", "en")
    arguments = ("own", "--pairs", str(file), *languages, "--name", "mine", *folders, *more)
    return called(*arguments)


def log(place: Path) -> list[dict[str, str]]:
    with (place / "runs" / "mine" / "log.csv").open(encoding="utf-8") as rows:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(rows)]


@pytest.fixture(scope="module")
def finished(file: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """The folder, and what the command said on both streams."""
    place = tmp_path_factory.mktemp("finished")
    done = train(file, place)
    assert done.returncode == 0, done.stderr
    return place, done.stdout, done.stderr


def test_a_file_becomes_a_model(finished: tuple[Path, str, str], file: Path) -> None:
    place, said, progress = finished
    folder = place / "out" / "mine"
    card = read_card(folder)
    assert (card["source"], card["target"], card["columns"]) == ("ko", "en", [0, 1])
    assert card["training"]["steps"] == 60 and card["shown"] is True
    assert said.splitlines()[:3] == [
        f"{file}, line 1: column names, not a pair",
        f"{file}: only the first two columns are used; 128 lines have more",
        f"{file}: 128 pairs",
    ]
    assert "108 to learn from, 10 to watch (dev), 10 to score (test)" in said
    lines = progress.splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"step {n} of 60" for n in (20, 40, 60)]
    last = f"{float(log(place)[-1]['dev_loss']):.3f}"  # rounded, as everywhere
    assert "0:00:00 left" in lines[-1] and f"dev loss {last}" in lines[-1]
    for suffix in ("png", "html"):
        assert str(folder / f"curve.{suffix}") in said
    with Image.open(folder / "curve.png") as picture:
        picture.load()
    assert f"<td>{last}</td>" in (folder / "curve.html").read_text(encoding="utf-8")


def test_what_it_knows_by_heart_is_counted(finished: tuple[Path, str, str]) -> None:
    place, said, _ = finished
    folder, pairs = place / "out" / "mine", place / "runs" / "mine" / "pairs"
    model, beam = Translator.load(folder), DecodeOptions(method="beam", width=4, n_best=1)
    counts = read_card(folder)["word_for_word"]
    for name, part in (("seen", "train"), ("unseen", "test")):
        found = read_pairs(pairs / f"{part}.tsv")
        right = sum(model.translate(a, beam, trace=False).text == b for a, b in found)
        assert counts[name] == [right, len(found)]
        assert f"{right} of {len(found)} " in said
    assert counts["seen"][0] > 0
    text = (folder / "CARD.md").read_text(encoding="utf-8")
    assert f"word for word | {counts['seen'][0]} of 108 |" in text
    assert "training own --pairs mine.tsv --source ko --target en --name mine`" in text


def test_other_pairs_are_no_resumption(finished: tuple[Path, str, str], tmp_path: Path) -> None:
    place = Path(shutil.copytree(finished[0], tmp_path / "place"))
    other = write(tmp_path / "other.tsv", toy_pairs()[1:])
    refused = train(other, place, "--resume")
    assert (refused.returncode, refused.stderr) == (
        2,
        f"error: {other}: is not what the run began with\n",
    )
    shutil.rmtree(place / "runs")
    nothing = train(other, place, "--resume")
    assert nothing.returncode == 2 and "nothing to resume" in nothing.stderr
    there = train(other, place)
    assert there.returncode == 2 and f"{place}/out/mine: already exists" in there.stderr


def test_columns_can_be_swapped(file: Path, tmp_path: Path) -> None:
    turned = write(tmp_path / "turned.tsv", [(b, a) for a, b in toy_pairs()])
    assert train(turned, tmp_path, "--swap", "--max-steps", "1").returncode == 0
    card = read_card(tmp_path / "out" / "mine")
    assert (card["source"], card["target"], card["columns"]) == ("ko", "en", [1, 0])
    examples = (tmp_path / "out" / "mine" / "CARD.md").read_text(encoding="utf-8")
    assert f"| {read_pairs(tmp_path / 'runs/mine/pairs/test.tsv')[0][1]} |" in examples


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\tb\nonly one\n", "line 2: 1 column; a line is a sentence, one tab, its translation"),
        (b"a\tb\n\n \nc\t \n", "line 4: one of the two sentences is empty"),
        ("東京\tb\n".encode("euc_jp"), "line 1: not UTF-8 (byte 1); --encoding tells what"),
        (b"a\tb\0\n", "not text: it has zeros in it"),
        (b"", "empty"),
        (b"\n\n", "0 different pairs, and a training needs at least 100 (0 read)"),
        (b"a\tb\n" * 400, "1 different pairs, and a training needs at least 100 (400 read, 399 "),
        (b"a\ta\n" * 150, "at least 100 (150 read, 150 the same on both sides)"),
        (
            b"a\ta\n" * 3 + b"a" * 201 + b"\tb\n" + b"a\tb\n" * 9,
            "(13 read, 3 the same on both sides, 1 longer than 200 characters, 8 doubled)",
        ),
        (
            "".join(f"It is the {n}.\t그것은 {n}이다.\n" for n in range(200)).encode(),
            "ko stands in the column of en; add --swap, or turn --source and --target round",
        ),
        (
            "".join(f"a{n // 2}\tb{n}\n" for n in range(200)).encode(),
            "0 pairs share no sentence with another one; 20 of these are needed",
        ),
        (None, "no such file"),
    ],
)
def test_a_file_that_will_not_do_is_told_in_one_line(tmp_path, data, message):
    path = tmp_path / "mine.tsv"
    if data is not None:
        path.write_bytes(data)
    failed = train(path, tmp_path)
    assert failed.returncode == 2
    assert failed.stderr.startswith(f"error: {path}") and message in failed.stderr
    assert failed.stderr.count("\n") == 1
    assert not (tmp_path / "runs").exists() and not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"--name": "ko-en"}, "name of one of the project's models"),
        ({"--name": "families"}, "name of one of the project's models"),
        ({"--name": "up/there"}, "letters, digits, - and _ only"),
        ({"--source": "Korean"}, "not a language code"),
        ({"--target": None}, "own needs --target"),
        ({"--pairs": None, "--name": None}, "own needs --pairs, --name"),
    ],
)
def test_an_option_that_will_not_do_is_named(file, change, message):
    given = {"--pairs": str(file), "--source": "ko", "--target": "en", "--name": "mine"} | change
    words = [word for option, value in given.items() if value for word in (option, value)]
    failed = called("own", *words)
    assert failed.returncode == 2
    assert message in failed.stderr and failed.stderr.count("\n") == 1


def test_recipes_of_the_project_take_no_pairs(file: Path) -> None:
    failed = called("tiny", "--pairs", str(file))
    assert (failed.returncode, failed.stderr) == (2, "error: --pairs: only own takes it\n")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp949"])
def test_encodings_blank_lines_and_line_ends_of_windows_do_no_harm(tmp_path, encoding):
    path = tmp_path / "mine.tsv"
    path.write_bytes("비가 온다.\tIt rains.\r\n\r\n나는 간다.\tI go.\r\n".encode(encoding))
    assert own.read_own(path) == ([("비가 온다.", "It rains."), ("나는 간다.", "I go.")], [])


def test_names_of_columns_and_further_columns_are_left_out_and_said(tmp_path: Path) -> None:
    """manythings.org/anki has who wrote the sentences in the third column."""
    path = tmp_path / "mine.tsv"
    path.write_text("en\tko\tby\nGo.\t가.\tCC-BY 2.0 #1\nHi.\t안녕.\tCC-BY 2.0 #2\n", "utf-8")
    pairs, notes = own.read_own(path)
    assert pairs == [("Go.", "가."), ("Hi.", "안녕.")]
    assert notes == [
        f"{path}, line 1: column names, not a pair",
        f"{path}: only the first two columns are used; 2 lines have more",
    ]


@pytest.mark.parametrize(
    ("source", "target", "first", "second"),
    [
        ("ko", "en", "나는 학생이다.", "I am a student."),
        ("en", "ja", "I am a student.", "私は学生です。"),
        ("de", "en", "Ich bin nicht der Lehrer.", "I am not the teacher."),
        ("eng", "fra", "It is not what you want.", "Ce n'est pas ce que tu veux."),
        ("xx", "en", "Wo ke xuesheng.", "I am a student, and you are not."),
    ],
)
def test_columns_in_the_wrong_order_are_refused(source, target, first, second):
    def check(sides: list[Pair], swap: bool) -> None:
        own.check_order(own.Own(Path("mine.tsv"), "mine", source, target, swap), sides)

    check([(first, second)], False)
    check([(second, first)], True)
    with pytest.raises(CorpusError, match=f"{source} stands in the column of {target}; add --swap"):
        check([(second, first)], False)
    with pytest.raises(CorpusError, match="leave --swap out"):
        check([(first, second)], True)
    check([("x1", "y1")], False)


@pytest.mark.parametrize("words", [("n{}", "w{}"), ("단어{}", "word{}")])
def test_pairs_without_a_space_have_a_vocabulary(tmp_path: Path, words: tuple[str, str]) -> None:
    names = ["".join(chr(97 + int(digit)) for digit in f"{n:03}") for n in range(150)]
    pairs = [(words[0].format(name), words[1].format(name)) for name in names]
    tokens = own.fit_tokenizer(tmp_path / "mine.tsv", pairs)
    assert all(1 not in tokens.encode(side).ids for pair in pairs for side in pair)


def test_two_runs_in_one_folder_are_kept_apart(file: Path, tmp_path: Path) -> None:
    with lock_folder(tmp_path / "runs" / "mine"):
        failed = train(file, tmp_path)
    assert failed.returncode == 2
    assert failed.stderr == f"error: {tmp_path / 'runs' / 'mine'}: another run is writing it\n"
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(("count", "held_out"), [(100, 10), (400, 20), (12_000, 500)])
def test_nothing_held_out_is_seen_in_training(count: int, held_out: int) -> None:
    """Some sentences have two translations: those stay together."""
    pairs = [(f"s{n}", f"t{n}") for n in range(count - 20)]
    pairs += [(f"s{n}", f"another t{n}") for n in range(20)]
    split = own.split_pairs(Path("mine.tsv"), pairs)
    assert sorted(sum(split.values(), [])) == sorted(pairs)
    assert [len(split[part]) for part in ("dev", "test")] == [held_out] * 2
    sides = [{side for pair in part for side in pair} for part in split.values()]
    assert not (sides[0] & sides[1] or sides[0] & sides[2] or sides[1] & sides[2])
    assert split == own.split_pairs(Path("mine.tsv"), pairs)
    assert split["dev"] != pairs[: len(split["dev"])]  # drawn, not the first ones


def test_tokens_suit_the_text(file: Path) -> None:
    pairs, _ = own.read_own(file)
    tokens = own.fit_tokenizer(file, pairs)
    characters = {char for pair in pairs for char in "".join(pair) if char != " "}
    assert len(characters) < tokens.vocab_size < 2 * len(characters)
    assert all(1 not in tokens.encode(side).ids for pair in pairs for side in pair)
    with pytest.raises(CorpusError, match=r"mine.tsv: too little text"):
        own.fit_tokenizer(file, [("", "")])


@pytest.mark.parametrize("pairs", [90, 2999, 3000, 29_999, 30_000, 10**6])
def test_more_pairs_get_no_smaller_model_and_a_recipe(pairs, monkeypatch):
    monkeypatch.setattr(own, "settings_for", settings_for)
    mine = own.Own(Path("mine.tsv"), "mine", "ko", "en")
    less, more = (own.recipe_of(mine, count, 900).model for count in (pairs, 2 * pairs))
    assert isinstance(less, ModelConfig) and isinstance(more, ModelConfig)
    sizes = [(one.d_model, one.d_ff, one.n_encoder_layers) for one in (less, more)]
    assert sizes == sorted(sizes)
