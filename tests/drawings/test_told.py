"""What the browser's translator tells a drawing is what the app tells it, to 1e-4."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from explainer.analysis.beam_tree import beam_tree, telling_step
from explainer.chapters.beam.state import Beam, Ranking, best_of
from explainer.chapters.beam.tree import tree_data
from explainer.chapters.beam.view import ranked_ends, search_of
from explainer.chapters.greedy import step
from explainer.chapters.translate import flow
from explainer.chapters.translate.page import first_look
from explainer.data.typed import typed_for
from explainer.decoding import DecodeOptions, rerank
from explainer.engine import Translation
from explainer.frame.params import MAX_ALPHA
from explainer.installed import models_folder
from explainer.runs.beam import candidate_pools, search_hypotheses, search_options, search_settings
from explainer.runs.greedy import forced_search
from explainer.text import Text
from tests.deno import DENO, environment
from tests.drawings.test_engine import translator

SCRIPT = Path(__file__).with_name("told.js")
WITHIN = 1e-4
LONG = "나는 어제 " + "친구와 학교에서 " * 9 + "놀았다."  # of which not all heads are sent
TEXTS = {
    "ko-en": [*(one.text for one in typed_for("ko-en")[:7]), "친구가 ☃☃ 寿司를 먹었다", LONG],
    "en-de": [one.text for one in typed_for("en-de")[:2]],
}
BEAM = "chapters/beam/tree_data.js"
FLOW = "chapters/translate/flow_data.js"
ASKED = {
    "flow": (FLOW, {}),
    "flow at a beat": (FLOW, {"step": "2", "layer": "1", "head": "3"}),
    "greedy": ("chapters/greedy/steps_data.js", {}),
    "beam": (BEAM, {"beam_width": "4"}),
    "beam of one": (BEAM, {"beam_width": "1"}),
    "beam that likes length": (BEAM, {"beam_width": "4", "beam_alpha": "2"}),
}
SENTENCES = [(model, text) for model, texts in TEXTS.items() for text in texts]


def as_told(value: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(value))


def differences(found: Any, wanted: Any, where: str = "") -> list[str]:
    if isinstance(wanted, dict) and isinstance(found, dict) and found.keys() == wanted.keys():
        pairs = [(found[name], wanted[name], f"{where}.{name}") for name in wanted]
    elif isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        pairs = [
            (*both, f"{where}[{at}]") for at, both in enumerate(zip(found, wanted, strict=True))
        ]
    elif isinstance(wanted, float):
        return [] if abs(found - wanted) <= WITHIN else [f"{where}: {found}, wanted {wanted}"]
    else:
        return [] if found == wanted else [f"{where}: {found!r}, wanted {wanted!r}"]
    return [line for pair in pairs for line in differences(*pair)]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[Any]]:
    """What the browser answers to ASKED, by model and sentence."""
    lines = [
        {
            "folder": f"{(models_folder() / model).resolve().as_uri()}/",
            "text": text,
            "asked": [*ASKED.values()],
            "names": {"nothing": Text("en")("beam.nothing")},
        }
        for model, text in SENTENCES
    ]
    done = subprocess.run(
        [DENO, "run", "--allow-read", SCRIPT],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        encoding="utf-8",
        env=environment(tmp_path_factory.mktemp("deno")),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = map(json.loads, done.stdout.splitlines())
    return dict(zip(SENTENCES, answers, strict=True))


def flow_of(made: Translation, at: int, layer: int, head: int) -> dict[str, Any]:
    wanted = flow.flow_data(made, at, layer, head, shown=head) | {"sentence": made.text}
    del wanted["choices"]  # of a question, which only the app asks
    return {"data": wanted}


def greedy_of(made: Translation) -> dict[str, Any]:
    path = forced_search(made)
    rows = step.rows_of(path, translator(made.model).tokenizer.token)
    return {"data": {"rows": rows}, "chosen": {"at": path.close_call[0]}}


def beam_of(made: Translation, width: int, alpha: float) -> dict[str, Any]:
    options = search_options(made, width)
    found, pools = search_hypotheses(made, options), candidate_pools(made, options)
    settings = search_settings(options, translator(made.model).model.config.max_positions)
    greedy = search_hypotheses(made, search_options(made, 1))[0]
    beam = Beam(options, settings, pools, found, greedy)
    winner = best_of(beam).ids
    tree = beam_tree(pools, winner=winner, greedy=greedy.ids, cut_shown=1)
    ends = ranked_ends(Text("en"), made, tree, Ranking(alpha, 0, tuple(rerank(found, alpha)), ""))
    tokens = translator(made.model).tokens([node.id for node in tree.nodes])
    return {
        "data": {**tree_data(tree, tokens, ends, MAX_ALPHA), "search": search_of(beam)},
        "chosen": {"step": min(telling_step(pools, winner), len(pools)), "alpha": alpha},
    }


def wanted_of(name: str, made: Translation) -> dict[str, Any]:
    if name == "greedy":
        return greedy_of(made)
    if name.startswith("beam"):
        address = ASKED[name][1]
        return beam_of(made, int(address["beam_width"]), float(address.get("beam_alpha", 0.6)))
    if name == "flow":
        return flow_of(made, first_look(made), len(made.attention("cross")) - 1, -1)
    return flow_of(made, 1, 0, 2)


@pytest.mark.parametrize(("model", "text"), SENTENCES)
def test_a_drawing_is_told_the_same(
    told: dict[tuple[str, str], list[Any]], monkeypatch: pytest.MonkeyPatch, model: str, text: str
) -> None:
    monkeypatch.setattr(flow, "packed", lambda shares, _=16: shares.tolist())  # not in steps
    made = translator(model).translate(text, DecodeOptions())
    for name, found in zip(ASKED, told[model, text], strict=True):
        assert differences(found, as_told(wanted_of(name, made))) == [], name
