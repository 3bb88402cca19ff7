"""Cards of finished models: what people really type, and a card written anew without training."""

import json
import shutil
from pathlib import Path

import pytest
import yaml

from explainer.data.typed import KINDS, typed_for
from explainer.installed import models_folder
from explainer.training import cards, export
from explainer.training.card import head, licence_of, typed_row, typed_table
from explainer.training.recipes import find_recipe
from tests.in_process import call

SHIPPED = ("ko-en", "en-ko", "en-de")
FACTS = {
    "name": "ko-en",
    "typed": {
        "right": 3,
        "inputs": 5,
        "search": "beam 4, alpha 0.6",
        "kinds": {"signs": [2, 2], "names": [1, 3]},
    },
}


def test_row_and_table_of_what_people_type() -> None:
    assert typed_row(FACTS) == "| typed as people type, beam 4, alpha 0.6 | 3 of 5 |\n"
    table = typed_table(FACTS)
    assert f"| signs | {KINDS['signs']} | 2 | 2 |\n" in table
    assert f"| names | {KINDS['names']} | 1 | 3 |\n" in table
    assert "python -m explainer typed ko-en --failed" in " ".join(table.split())
    assert typed_row({}) == typed_table({}) == ""


def test_the_head_that_hubs_read() -> None:
    """tests/docs/test_papers.py holds those of the shipped cards."""
    assert licence_of("Of a friend. The weights are shared under CC BY-SA 4.0.") == "CC BY-SA 4.0"
    assert licence_of("CC BY 4.0, whatever the weights are") == ""
    said = yaml.safe_load(head("CC BY 2.5", "translation", "no", "en").strip("-\n"))
    assert (said["license"], said["language"]) == ("cc-by-2.5", ["no", "en"])
    assert "license" not in head("", "translation", "ko") and "language" not in head("", "x")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_cards_have_it(name: str) -> None:
    folder = models_folder() / name
    facts = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    inputs = typed_for(name)
    assert facts["training"]["steps"] == find_recipe(name).max_steps
    every = {kind: sum(row.kind == kind for row in inputs) for kind in KINDS}
    assert {kind: of for kind, (_, of) in facts["typed"]["kinds"].items()} == every
    assert facts["typed"]["inputs"] == len(inputs)
    text = (folder / "CARD.md").read_text(encoding="utf-8")
    assert typed_row(facts) in text and typed_table(facts) in text


def test_a_card_anew_changes_what_is_measured_anew_and_nothing_else(tmp_path, monkeypatch):
    """With fewer sentences than there are: all take half a minute."""
    folder = shutil.copytree(
        models_folder() / "en-de", tmp_path / "en-de", ignore=shutil.ignore_patterns("history")
    )
    inputs = typed_for("en-de")[:3]
    monkeypatch.setattr(export, "typed_for", lambda _: inputs)
    monkeypatch.setattr(export, "samples", lambda _: ())
    before = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    done = call(cards.main, "en-de", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    after = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    found = after.pop("typed")
    before.pop("typed")
    assert after == before and list(after)[-1] == "sha256"
    assert found["inputs"] == 3 and list(found["kinds"]) == ["signs"]
    text = (folder / "CARD.md").read_text(encoding="utf-8")
    assert f"| {found['right']} of 3 |" in text and f"| {before['test']['beam']['bleu']} (" in text


def test_what_cannot_be_renewed_is_said_in_one_line(tmp_path: Path) -> None:
    for name, wrong in (("nothing", "no recipe 'nothing'"), ("en-de", "config.json: no such file")):
        done = call(cards.main, name, "--out", str(tmp_path))
        assert done.returncode == 2 and done.stderr.decode().count("\n") == 1
        assert wrong in done.stderr.decode()
