"""Many sentences by recurrent models: rows, files and reports, with attention and without."""

import math
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from explainer import __main__ as program
from explainer.analysis.last_cross import last_cross_attention
from explainer.batch.command import WITHOUT
from explainer.batch.reading import Pair
from explainer.batch.rows import Row, translate_rows
from explainer.batch.writing import from_jsonl
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model.rnn.config import Kind
from explainer.text import Text

KINDS = get_args(Kind)
LOOKING = ("gru-bahdanau", "lstm-luong")
FEW = DecodeOptions(width=3, n_best=1, max_length=12)


def loaded(folder: Path, kind: str) -> Translator:
    return Translator.load(folder / f"tiny-{kind}")


def rows_of(translator: Translator, pairs: list[Pair]) -> list[Row]:
    return [row for block in translate_rows(translator, pairs, FEW) for row in block]


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_says_what_the_sentence_alone_says(kind, recurrent_folder, pairs):
    translator = loaded(recurrent_folder, kind)
    found = rows_of(translator, pairs[:8])
    assert [row.problem for row in found] == [None] * 5 + ["empty"] + [None] * 2
    for row in found:
        if row.problem is not None:
            continue
        alone = translator.translate(row.source, FEW)
        assert row.translation == alone.text and row.chrf is not None
        assert row.score == pytest.approx(alone.hypotheses[0].score, abs=1e-5)
        if kind not in LOOKING:
            assert row.entropy is None and row.coverage is None and alone.looks() is None
            continue
        weights = alone.trace["decoder.weights"].astype(float)
        assert weights.shape == (len(alone.predicted), len(alone.source))
        entropy = [-sum(a * math.log(a) for a in step if a > 0) for step in weights]
        covered = [min(1.0, sum(column)) for column in weights.T[:-1]]
        assert row.entropy == pytest.approx(np.mean(entropy), abs=1e-5)
        assert row.coverage == pytest.approx(np.mean(covered), abs=1e-5)


@pytest.mark.parametrize("kind", LOOKING)
def test_padding_takes_no_part_in_attention(kind: str, recurrent_folder: Path) -> None:
    network = loaded(recurrent_folder, kind).recurrent
    rows = [((9, 8, 7, 3), (2, 5, 6)), ((9, 3), (2,)), ((4, 5, 6, 7, 8, 3), (2, 9))]
    for weights, row in zip(last_cross_attention(network, rows), rows, strict=True):
        assert weights.shape == (1, len(row[1]), len(row[0]))
        assert weights.sum(axis=-1) == pytest.approx(1, abs=1e-6)
        assert weights == pytest.approx(last_cross_attention(network, [row])[0], abs=1e-6)


def test_weights_of_a_model_without_attention_are_refused(recurrent_folder: Path) -> None:
    network = loaded(recurrent_folder, "lstm").recurrent
    with pytest.raises(ValueError, match="without attention"):
        last_cross_attention(network, [((9, 3), (2,))])


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_makes_table_and_report(
    kind, recurrent_folder, pairs, tmp_path, monkeypatch, capsys
):
    source, out, page = (tmp_path / name for name in ("in.txt", "out.jsonl", "report.html"))
    source.write_text("\n".join(pair.source for pair in pairs[:2]), encoding="utf-8")
    monkeypatch.setenv("EXPLAINER_PRETRAINED", str(recurrent_folder))
    name = f"tiny-{kind}"
    words = ["explainer", "translate", name, "--beam", "2", "--input", source, "--output", out]
    monkeypatch.setattr(sys, "argv", [*map(str, words), "--report", str(page)])
    assert program.main() == 0
    said = capsys.readouterr().err
    assert said == ("" if kind in LOOKING else f"{name} has no attention: {WITHOUT}\n")
    found = [from_jsonl(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert all((row.entropy is not None) == (kind in LOOKING) for row in found)
    assert all(row.translation and row.log_prob_per_token is not None for row in found)
    drawn, without = (page.read_text(encoding="utf-8").count(it) for it in ('"map"', NO_MAP))
    assert (drawn, without) == ((2, 0) if kind in LOOKING else (0, 2))


NO_MAP = Text("en")("reports.no_attention")
