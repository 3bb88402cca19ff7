"""`python -m explainer`: order, JSON, and one line for every mistake."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import sacrebleu

from explainer import __main__ as program
from explainer import __version__
from explainer.data.everyday import everyday
from explainer.data.typed import read_typed
from explainer.installed import models_folder
from tests.in_process import call


def run(*arguments: str, given: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return call(program.main, *arguments, given=given, **more)


def test_it_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        program.parser().parse_args(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"Inside a Translator {__version__}\n")


def test_one_translation_a_line_in_order() -> None:
    lines = ["안녕하세요.", "", "나는 학생이다.", "🙂", "  ", "고마워."]
    done = run("translate", "ko-en", "--beam", "2", given="\n".join(lines).encode())
    out = done.stdout.decode().splitlines()
    assert len(out) == len(lines)
    assert [bool(line) for line in out] == [True, False, True, False, False, True]
    assert done.returncode == 1  # the emoji could not be translated, and is named
    assert done.stderr.decode().startswith("line 4: no_known_tokens")
    alone = run("translate", "ko-en", "--beam", "2", given=lines[2].encode())
    assert alone.stdout.decode().splitlines() == [out[2]] and alone.returncode == 0


def test_json_holds_scores() -> None:
    done = run("translate", "ko-en", "--json", "--alpha", "0", given="나는 학생이다.\r\n".encode())
    record = json.loads(done.stdout)
    assert record["source"] == "나는 학생이다." and record["translation"]
    assert record["score"] == record["log_prob"] < 0 and record["tokens"] > 1


def test_models_are_listed() -> None:
    done = run("models")
    card = json.loads((models_folder() / "ko-en" / "config.json").read_text())
    assert done.returncode == 0
    assert (
        "ko-en" in done.stdout.decode()
        and str(card["test"]["beam"]["bleu"]) in done.stdout.decode()
    )


def one_line(done: subprocess.CompletedProcess[bytes], *words: str) -> None:
    text = done.stderr.decode()
    assert done.returncode == 2 and text.count("\n") == 1, text
    assert "Traceback" not in text and all(word in text for word in words), text


def test_unknown_model() -> None:
    one_line(run("translate", "xx-yy"), "no model 'xx-yy'", "ko-en")
    one_line(run("translate", "../pretrained/ko-en"), "no model")


@pytest.mark.parametrize("name", ["config.json", "weights.safetensors", "tokenizer.model"])
def test_broken_folder(tiny_model_folder: Path, tmp_path: Path, name: str) -> None:
    shutil.copytree(tiny_model_folder, tmp_path / "tiny")
    (tmp_path / "tiny" / name).write_bytes(b"broken")
    one_line(run("translate", "tiny", EXPLAINER_PRETRAINED=str(tmp_path)), name)
    (tmp_path / "tiny" / name).unlink()
    one_line(run("translate", "tiny", EXPLAINER_PRETRAINED=str(tmp_path)), name, "no such file")


def test_options_out_of_range() -> None:
    one_line(run("translate", "ko-en", "--beam", "9"), "width")
    one_line(run("translate", "ko-en", "--alpha", "-1"), "alpha")
    one_line(run("translate", "ko-en", EXPLAINER_DEVICE="abacus"), "EXPLAINER_DEVICE")


def test_evaluate_prints_score_and_signature_also_of_further_references(tmp_path: Path) -> None:
    rows = everyday()[:3]
    file = tmp_path / "rows.tsv"
    file.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    done = run("evaluate", "ko-en", "--data", str(file))
    given = "\n".join(row[0] for row in rows).encode()
    out = run("translate", "ko-en", given=given).stdout.decode().splitlines()
    expected = sacrebleu.corpus_bleu(out, [[row[i] for row in rows] for i in (1, 2)])
    assert done.returncode == 0, done.stderr
    first, second, third = done.stdout.decode().splitlines()
    assert first.startswith(f"BLEU {expected.score:.2f}  nrefs:2|case:mixed|eff:no|tok:13a")
    assert second.startswith("chrF ") and "nrefs:2" in second
    assert third == "3 sentences, beam 4"
    reads_the_second = run("evaluate", "en-ko", "--data", str(file))
    one_line(reads_the_second, "rows.tsv, line 1: 3 columns instead of 2")


def test_evaluate_names_what_is_wrong_with_the_file(tmp_path: Path) -> None:
    bad = tmp_path / "bad.tsv"
    bad.write_text("하나\tone\n둘\n", encoding="utf-8")
    one_line(run("evaluate", "ko-en", "--data", str(bad)), "bad.tsv, line 2: 1 columns")
    one_line(run("evaluate", "ko-en", "--data", str(tmp_path)), str(tmp_path), "directory")
    one_line(run("evaluate", "ko-en", "--data", str(tmp_path / "no.tsv")), "no such file")


def few_typed(tmp_path: Path, patch: pytest.MonkeyPatch) -> None:
    """Three inputs instead of all: a model takes seconds for those."""
    file = tmp_path / "typed.tsv"
    file.write_text(
        "ko-en\tsigns\t나는 학생이다.\tcontains: student && ends: .\n"
        "ko-en\tsigns\t고마워.\tcontains: elephant && never: elephant\n"
        "ko-en\tnames\t나는 학생이다!\tequal: 나는 학생이다!\n",
        encoding="utf-8",
    )
    rows = read_typed(file)
    patch.setattr(program, "typed", lambda: rows)
    patch.setattr(program, "typed_for", lambda pair: rows if pair == "ko-en" else ())


def test_typed_counts_by_kind_and_names_what_failed(tmp_path, monkeypatch):
    few_typed(tmp_path, monkeypatch)
    thanks = run("translate", "ko-en", given="고마워.".encode()).stdout.decode().strip()
    done = run("typed", "ko-en", "--failed")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.decode().splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["signs", "1", "of", "2", "50.0%"],
        ["names", "1", "of", "1", "100.0%"],
        ["all", "2", "of", "3", "66.7%"],
    ]
    assert lines[3:] == ["", "signs: 고마워.", f"  -> {thanks}", "  contains: elephant"]


def test_typed_without_inputs_says_for_which_there_are(tmp_path, monkeypatch):
    few_typed(tmp_path, monkeypatch)
    one_line(run("typed", "en-ko"), "for en-ko", "there are inputs for: ko-en")
    one_line(run("typed", "xx-yy"), "no model 'xx-yy'")
    one_line(run("typed", "ko-en", "--beam", "9"), "width")
