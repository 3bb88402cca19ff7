"""Which line reads what another made: told from the text, held against numbers of a run."""

from pathlib import Path

import numpy as np
import pytest

from explainer.analysis.line_dependencies import Read, dependencies_of
from explainer.analysis.one_file import PATH, part_of, source, trace_part
from explainer.engine import Translator

PROGRAM = """
def first(given):
    x = given + 1
    total = 0
    for step in range(3):
        y = x @ total.T
        total = total + y
        x[0] = y
    return total

class Second:
    def __init__(self):
        self.layer, self.norm = nn.Linear(2, 2), nn.LayerNorm(2)

    def forward(self, x):
        total = self.layer(x).relu()
        return self.norm(total + self.dropout(x))
"""


def test_names_are_those_of_their_function_and_of_the_loop_s_last_round(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    reads = dependencies_of(path)
    assert reads[6] == (
        Read(3, "x", "row"),
        Read(8, "x", "row", again=True),
        Read(4, "total", "row_of_column"),
        Read(7, "total", "row_of_column", again=True),
    )
    assert reads[7] == (Read(4, "total", "cell"), Read(6, "y", "cell"))
    assert reads[8] == (Read(3, "x", "cell"), Read(6, "y", "cell"))
    assert reads[9] == (Read(7, "total", "cell"),)
    assert reads[16] == (Read(13, "self.layer", "row_of_column"),)
    assert reads[17] == (Read(13, "self.norm", "column"), Read(16, "total", "row"))


def test_in_the_file_no_name_of_one_function_is_read_in_another() -> None:
    code, part = source().splitlines(), part_of("model")
    reads = dependencies_of(PATH)
    numbers = range(part.first, part.last + 1)
    (logits,) = (n for n in numbers if "logits: Tensor" in code[n - 1])
    x = next(read for read in reads[logits] if read.name == "x")
    assert "layer(x, memory" in code[x.line - 1]
    embeds = [n for n in numbers if "x = self.embedding(" in code[n - 1]]
    steps = [read.line for n in numbers for read in reads.get(n, ()) if "= layer(x" in code[n - 1]]
    assert len(embeds) == 2 and set(embeds) <= set(steps)


@pytest.fixture(scope="module")
def trained(ko_en_folder: Path) -> Translator:
    return Translator.load(ko_en_folder)


def test_a_cell_is_made_of_the_rows_and_columns_that_are_named(trained: Translator) -> None:
    done = trained.translate("우리는 지난주에 새 차를 샀다.")
    visits = trace_part(trained.model, "attention", done.source.ids, (2, *done.predicted))
    made = {runs[-1][0].name: (line, runs[-1][0].corner) for line, runs in visits.items()}
    part = {
        (name, read.name): read.part
        for name, (line, _) in made.items()
        for read in dependencies_of(PATH).get(line, ())
    }
    q, k, v, scores, masked, weights, heads = (
        made[name][1] for name in ("q", "k", "v", "scores", "masked", "weights", "heads")
    )
    row, column = 2, 3
    assert (part["scores", "q"], part["scores", "k"]) == ("row", "row_of_column")
    assert scores[row, column] == pytest.approx(q[row] @ k[column] / 24**0.5, abs=1e-4)
    assert part["weights", "masked"] == "row" and part["masked", "scores"] == "cell"
    shares = np.exp(masked[row]) / np.exp(masked[row]).sum()
    assert weights[row, column] == pytest.approx(shares[column], abs=1e-5)
    assert (part["heads", "weights"], part["heads", "v"]) == ("row", "column")
    assert heads[row, column] == pytest.approx(weights[row] @ v[:, column], abs=1e-4)
    assert part["out", "self.out_proj"] == "row_of_column" and part["out", "concat"] == "row"
