"""What the browser's translator tells a drawing is what the app tells it, to 1e-4."""

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest

from explainer import installed
from explainer.analysis.beam_tree import beam_tree, parting_step
from explainer.analysis.head_roles import Kind
from explainer.analysis.maps import MapOptions
from explainer.chapters.beam.state import Beam, Ranking, best_of
from explainer.chapters.beam.tree import tree_data
from explainer.chapters.beam.view import ranked_ends, search_of
from explainer.chapters.cell.data import cell_data
from explainer.chapters.cell.numbers import cell_numbers
from explainer.chapters.cell.state import read_cell, read_stage
from explainer.chapters.cell.view import stage_lines
from explainer.chapters.greedy import step
from explainer.chapters.heads.looks import grid_data, looks_data
from explainer.chapters.heads.maps import attention_arrays, make_figure, map_alt
from explainer.chapters.heads.state import Choice as HeadChoice
from explainer.chapters.heads.state import Heads, usual_row
from explainer.chapters.layers.dams import codes
from explainer.chapters.layers.river_view import Chosen, river_data
from explainer.chapters.masks.batch import shapes_data
from explainer.chapters.masks.edge import answer_shares, triangle_data
from explainer.chapters.masks.training import fed_by, telling_row
from explainer.chapters.sampling import runs
from explainer.chapters.sampling.state import Filters
from explainer.chapters.sampling.view import lottery_data, parts_of
from explainer.chapters.translate import flow
from explainer.chapters.translate.page import first_look
from explainer.data.typed import typed_for
from explainer.decoding import DecodeOptions, rerank
from explainer.engine import Translation
from explainer.frame.maps import shown_values
from explainer.frame.params import MAX_ALPHA
from explainer.installed import models_folder
from explainer.runs.batches import make_batch
from explainer.runs.beam import candidate_pools, search_hypotheses, search_options, search_settings
from explainer.runs.greedy import forced_search
from explainer.site import own
from explainer.text import Text
from tests.deno import DENO, environment
from tests.shipped import translator

SCRIPT = Path(__file__).with_name("told.js")
WITHIN = 1e-4
LONG = "나는 어제 " + "친구와 학교에서 " * 6 + "놀았다."  # of which not all heads are sent
TEXTS = {
    "ko-en": ["친구가 ☃☃ 寿司를 먹었다", LONG],
    "en-de": [typed_for("en-de")[0].text],
}
BEAM = "chapters/beam/tree_data.js"
FLOW = "chapters/translate/flow_data.js"
LOTTERY = "chapters/sampling/lottery_data.js"
TRIANGLE = "chapters/masks/triangle_data.js"
SHAPES = "chapters/masks/shapes_data.js"
FAN, GRID, MAP = (f"chapters/heads/{name}_data.js" for name in ("headfan", "headgrid", "map"))
CELL = "chapters/cell/cellsteps_data.js"
RIVER = "chapters/layers/river_data.js"
NUMBER = re.compile(r"\d+\.\d+")
Address = Mapping[str, str]
ASKED: dict[str, tuple[str, Address]] = {
    "flow": (FLOW, {}),
    "flow at a beat": (FLOW, {"step": "2", "layer": "1", "head": "3"}),
    "greedy": ("chapters/greedy/steps_data.js", {}),
    "beam": (BEAM, {"beam_width": "4"}),
    "sampling": (LOTTERY, {}),
    "sampling of the largest": (LOTTERY, {"sampling_temperature": "0"}),
    "sampling of three": (LOTTERY, {"sampling_k": "3", "sampling_step": "2"}),
    "sampling, hot and cut": (LOTTERY, {"sampling_temperature": "1.8", "sampling_p": "0.9"}),
    "masks": (TRIANGLE, {}),
    "masks with an edge": (TRIANGLE, {"masks_edge": "1", "masks_head": "2", "masks_step": "3"}),
    "shapes": (SHAPES, {}),
    "shapes of the next": (SHAPES, {"masks_sentence": "2"}),
    "fan": (FAN, {}),
    "fan of the last layer": (FAN, {"layer": "3"}),
    "fan of the encoder": (FAN, {"kind": "encoder"}),
    "fan of the decoder": (FAN, {"kind": "decoder"}),
    "grid": (GRID, {}),
    "grid of the encoder": (GRID, {"kind": "encoder"}),
    "grid of the decoder": (GRID, {"kind": "decoder"}),
    "map": (MAP, {}),
    "map of the decoder": (MAP, {"kind": "decoder"}),
    "cell": (CELL, {"cell_stage": "3"}),
    "cell of the encoder": (CELL, {"kind": "encoder", "layer": "1", "cell_stage": "10"}),
    "cell that is masked": (CELL, {"kind": "decoder", "head": "2", "row": "2", "col": "3"}),
    "river": (RIVER, {}),
    "river with a dam": (RIVER, {"layers_dams": "e1f.d3c", "layers_step": "3"}),
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
    elif ".maps" in where:  # whole percents
        return [] if abs(found - wanted) <= 1 else [f"{where}: {found}, wanted {wanted}"]
    elif isinstance(wanted, str) and isinstance(found, str):
        return [] if same_words(found, wanted) else [f"{where}: {found!r}, wanted {wanted!r}"]
    else:
        return [] if found == wanted else [f"{where}: {found!r}, wanted {wanted!r}"]
    return [line for pair in pairs for line in differences(*pair)]


def names_of(model: str) -> dict[str, Any]:
    """What is said on all pages."""
    entry = installed.choosable()[model]
    pages = [own.maker_inputs(id, entry, Text("en")) for id in own.MAKERS]
    return {**pages[0], "said": {key: one for page in pages for key, one in page["said"].items()}}


def same_words(found: str, wanted: str) -> bool:
    """A printed number may differ in its last digit, or by that share of it."""
    numbers = [NUMBER.findall(one) for one in (found, wanted)]
    pairs = [(float(one), float(other)) for one, other in zip(*numbers, strict=False)]
    places = [len(one.partition(".")[2]) for one in numbers[1]]
    return NUMBER.sub("", found) == NUMBER.sub("", wanted) and all(
        abs(one - other) <= max(1.001 * 10**-digits, WITHIN * abs(other))
        for (one, other), digits in zip(pairs, places, strict=True)
    )


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[Any]]:
    """What the browser answers to ASKED, by model and sentence."""
    lines = [
        {
            "folder": f"{(models_folder() / model).resolve().as_uri()}/",
            "text": text,
            "asked": [*ASKED.values()],
            "names": names_of(model),
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


def flow_of(made: Translation, address: Address) -> dict[str, Any]:
    at, layer = first_look(made), len(made.attention("cross")) - 1
    at, layer, head = (1, 0, 2) if address else (at, layer, -1)
    wanted = flow.flow_data(made, at, layer, head, shown=head) | {"sentence": made.text}
    del wanted["choices"]  # of a question, which only the app asks
    return {"data": wanted}


def greedy_of(made: Translation, _: Address) -> dict[str, Any]:
    path = forced_search(made)
    rows = step.rows_of(path, translator(made.model).tokenizer.token)
    return {"data": {"rows": rows}, "chosen": {"at": path.close_call[0]}}


def beam_of(made: Translation, address: Address) -> dict[str, Any]:
    width, alpha = int(address["beam_width"]), float(address.get("beam_alpha", 0.6))
    options = search_options(made, width)
    found, pools = search_hypotheses(made, options), candidate_pools(made, options)
    settings = search_settings(options, translator(made.model).model.config.max_positions)
    greedy = search_hypotheses(made, search_options(made, 1))[0]
    beam = Beam(options, settings, pools, found, greedy)
    winner = best_of(beam).ids
    tree = beam_tree(pools, winner=winner, greedy=greedy.ids, most_pruned=1)
    ends = ranked_ends(Text("en"), made, tree, Ranking(alpha, 0, tuple(rerank(found, alpha)), ""))
    tokens = translator(made.model).tokens([node.id for node in tree.nodes])
    return {
        "data": {
            **tree_data(tree, tokens, ends, MAX_ALPHA, greedy.log_probs),
            "search": search_of(beam),
        },
        "chosen": {
            "step": parting_step(winner, greedy.ids),
            "alpha": alpha,
            "width": width,
        },
    }


def sampling_of(made: Translation, address: Address) -> dict[str, Any]:
    best = runs.greedy(made)
    step = int(address.get("sampling_step", best.undecided + 1)) - 1
    names = (("temperature", 1), ("k", 0), ("p", 1))
    warmth, k, p = (float(address.get(f"sampling_{name}", usual)) for name, usual in names)
    filters = Filters(warmth, int(k), p, runs.telling_seed(made))
    found = runs.make_moment(best, step, filters)
    write = translator(made.model).tokens
    return {"data": lottery_data(best, found, filters, write, parts_of(found))}


def masks_of(made: Translation, address: Address) -> dict[str, Any]:
    one = fed_by(made)
    shares = answer_shares(one.scores())
    head = int(shares.mean(axis=1).argmax())
    head, edge, row = (1, 1, 2) if address else (head, 0, telling_row(shares[head]))
    return {"data": triangle_data(one, head), "chosen": {"edge": edge, "at": row}}


def shapes_of(made: Translation, address: Address) -> dict[str, Any]:
    index = int(address.get("masks_sentence", 1)) - 1
    return {"data": shapes_data(make_batch(made), index), "chosen": {"sentence": index}}


def heads_of(made: Translation, address: Address) -> Heads:
    kind = cast("Kind", address.get("kind", "cross"))
    layer = int(address["layer"]) - 1 if "layer" in address else usual_row(made, kind)[0]
    row = usual_row(made, kind, layer)[1]
    head = int(made.attention(kind)[layer, :, row].max(axis=-1).argmax())
    return Heads(kind, layer, head, row)


def fan_of(made: Translation, address: Address) -> dict[str, Any]:
    chosen = heads_of(made, address)
    return {
        "data": looks_data(Text("en"), made, chosen),
        "chosen": {"row": chosen.row, "lit": None},
    }


def grid_of(made: Translation, address: Address) -> dict[str, Any]:
    chosen = heads_of(made, address)
    at = [chosen.layer, chosen.head]
    return {
        "data": grid_data(Text("en"), made, chosen.kind),
        "chosen": {"at": at, "framed": [at]},
    }


def map_of(made: Translation, address: Address) -> dict[str, Any]:
    chosen = heads_of(made, address)
    options = MapOptions(chosen.kind, chosen.layer, (chosen.head,))
    choice = HeadChoice(options, chosen.kind == "cross", chosen.head, unchosen=False)
    figure = make_figure(Text("en"), made, attention_arrays(made), choice)
    shown = figure.shown
    return {
        "data": {
            "head": figure.name,
            "name": map_alt(Text("en"), figure),
            "values": shown_values(shown.weights, ~shown.masked),
            "rows": shown.row_labels,
            "keys": shown.key_labels,
        },
        "chosen": {"cell": [chosen.row, int(shown.weights[chosen.row].argmax())]},
    }


def cell_of(made: Translation, address: Address) -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:  # as a page is asked for by this address
        patch.setattr("streamlit.session_state", {})
        patch.setattr("streamlit.query_params", dict(address))
        choice = read_cell(Text("en"), made)
        stage = read_stage(Text("en"))
        cell = cell_numbers(made.model, made, choice)
    weights = made.attention(choice.kind)[choice.layer, choice.place.head]
    at = {"stage": stage, "dim": cell.dim}
    lines = stage_lines(Text("en"), cell.steps, cell.dim, cell.out)
    data = cell_data(cell.steps, cell.parameters, weights, choice)
    return {"data": {**data, "at": at, "stages": lines}, "chosen": at}


def river_of(made: Translation, address: Address) -> dict[str, Any]:
    known = codes(installed.choosable()[made.model].card["model"])
    dams = tuple(known[one] for one in address.get("layers_dams", "").split(".") if one)
    step = int(address.get("layers_step", 2)) - 1
    chosen = Chosen("decoder", step, step, "all")
    data = river_data(made, chosen, dams)
    return {"data": data, "chosen": {"dams": data["dams"]}}


WANTED = {
    "flow": flow_of,
    "greedy": greedy_of,
    "beam": beam_of,
    "sampling": sampling_of,
    "masks": masks_of,
    "shapes": shapes_of,
    "fan": fan_of,
    "grid": grid_of,
    "map": map_of,
    "cell": cell_of,
    "river": river_of,
}


def test_drawings_are_told_the_same(told, monkeypatch):
    monkeypatch.setattr(flow, "packed", lambda shares, _=16: shares.tolist())  # not in steps
    for model, text in SENTENCES:
        made = translator(model).translate(text, DecodeOptions())
        for (name, (_, address)), found in zip(ASKED.items(), told[model, text], strict=True):
            wanted = WANTED[re.split("[ ,]", name)[0]](made, address)
            assert differences(found, as_told(wanted)) == [], (text, name)
