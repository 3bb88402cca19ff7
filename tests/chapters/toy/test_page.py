"""The page on which a toy is trained: recorded runs, runs of one's own, pairs, maps, comparison."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
import torch
from streamlit.testing.v1 import AppTest

from explainer.chapters.toy import pairs, settings, shown
from explainer.chapters.toy.train import MOST as TRAVEL
from explainer.chapters.toy.train import travelling
from explainer.data.toy import number_word
from explainer.frame.address import to_param
from explainer.model.trace import Trace
from explainer.runs import toy
from explainer.runs.toy import PRESETS, WORKER, Settings, guess_accuracy, own_pairs, row_for_maps
from explainer.runs.toy_worker import MOST, QueueFull, Run
from explainer.text import LANGUAGES, Text
from explainer.training.toy import problem_of
from explainer.training.toy_export import transformer_of
from explainer.training.toy_records import load_record, tensors
from tests.apptest import Open
from tests.chapters.chapter import Chapter, cells, drawn, tables

CHAPTER = Chapter("toy")
EN = Text("en")


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No thread: a run is trained by `turns`. What a test leaves behind is stopped."""
    monkeypatch.setattr(WORKER, "_threads", False)
    yield
    for run in tuple(WORKER._runs):
        WORKER.stop(run)


def turns(count: int) -> None:
    for _ in range(count):
        WORKER.run_step()


def run_of(at: AppTest) -> Run:
    found = at.session_state[shown.RUN]
    assert isinstance(found, Run)
    return found


def said(at: AppTest) -> str:
    return "\n".join(each.value for each in at.markdown)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_recorded_run_is_on_screen_without_training(page: Open, preset: str) -> None:
    """Shares, losses and rows are those of the record, at the state of the scrubber."""
    chosen = {name: getattr(PRESETS[preset], name) for name in settings.CONTROLS}
    address = {settings.CONTROLS[n].name: to_param(value) for n, value in chosen.items()}
    number = 7
    at = page("train", toy_at=number, **address)
    assert not at.info and shown.RUN not in at.session_state and WORKER.count() == 0
    found = load_record(preset)
    reel = drawn(at, "curves")
    assert reel["at"] == number - 1 and reel["steps"] == [one.step for one in found.snapshots]
    assert [reel["steps"][one] for one in reel["frames"]] == [*range(0, 2001, 100)]
    for name in ("tokens", "rows", "train", "loss"):
        expected = [getattr(snapshot, name) for snapshot in found.snapshots]
        curve = [np.nan if y is None else y for y in reel["curves"][name]]
        assert curve == pytest.approx(expected, nan_ok=True, abs=5e-4)


def test_the_level_of_guessing_stands_where_it_says_something(page: Open) -> None:
    level, reel = guess_accuracy(problem_of(Settings()).held_out), drawn(page("train"), "curves")
    assert reel["guess"] == pytest.approx(level, abs=5e-4)
    # It opens before any step, to be trained; a run that something is said of, at its end.
    assert reel["at"] == 0 and reel["steps"][0] == 0
    sort = drawn(page("train", toy_task="sort"), "curves")
    assert sort["guess"] is None and sort["at"] == len(sort["steps"]) - 1


def test_the_map_and_the_written_rows_are_those_of_the_weights(page: Open) -> None:
    """The last state, from the weights that ship, run by torch again."""
    found = load_record("reverse")
    at = page("train", kind="cross", head=2, toy_at=len(found.snapshots))
    model = transformer_of(found.settings, found.problem, tensors(found))
    source, target = row_for_maps(found.problem.held_out)
    encode = found.problem.tokenizer.encode_ids
    trace = Trace()
    fed = torch.tensor([[2, *encode([target])[0][:-1]]])
    with torch.no_grad():
        model(torch.tensor(encode([source])), fed, trace)
    expected = trace["decoder.0.cross_attn.weights"][0, 1].numpy()
    reel = drawn(at, "curves")
    assert np.array(reel["weights"][-1]) == pytest.approx(expected, abs=5e-3)
    assert ["".join(reel[side]) for side in ("keys", "queries")] == [
        f"{row}</s>" for row in (source, target)
    ]
    held_out = found.problem.held_out[:8]
    assert reel["sources"] == [source for source, _ in held_out]
    rows = ["".join(reel["names"][one] for one in ids if one) for ids in reel["wanted"]]
    assert rows == [f"{target}</s>" for _, target in held_out]
    good = [ids == row for ids, row in zip(reel["written"][-1], reel["wanted"], strict=True)]
    assert sum(good) >= 7


def test_of_a_long_run_some_states_travel_and_the_one_on_screen_is_among_them() -> None:
    assert travelling(TRAVEL, 0) == list(range(TRAVEL))
    numbers = travelling(10 * TRAVEL, 7)
    assert {0, 7, 10 * TRAVEL - 1} <= set(numbers) and len(numbers) <= TRAVEL + 1
    assert numbers == sorted(numbers)


@pytest.mark.slow
def test_a_run_of_ones_own_from_start_to_stop(page: Open) -> None:
    at = page("train", toy_heads=4)
    assert len(at.info) == 1  # nothing was recorded of that
    at = at.button(key="toy_start").click().run()
    run = run_of(at)
    assert run.settings == Settings(heads=4) and WORKER.queue_position(run) == 0
    turns(52)
    at = at.run()
    assert not at.info and not at.exception
    assert "toy_start" not in {each.key for each in at.button}, "it trains already"
    assert [one.step for one in run.snapshots] == [0, 50]
    reel = drawn(at, "curves")
    assert reel["steps"] == [0, 50] and reel["at"] == 1
    tokens = [one.tokens for one in run.snapshots]
    assert reel["curves"]["tokens"] == pytest.approx(tokens, abs=5e-4)
    assert "toy_once" not in {each.key for each in at.button}, "one step, from where it stands"
    at = at.button(key="toy_pause").click().run()
    turns(5)
    assert (run.state, run.snapshots[-1].step) == ("paused", 51)
    at = at.button(key="toy_once").click().run()
    turns(1)
    assert run.snapshots[-1].step == 52
    at = at.run().select_slider(key="toy_rate_now").set_value(0.01).run()
    assert run.rates == [(52, 0.01)]
    at = at.button(key="toy_full").click().run()
    at = at.button(key="toy_stop").click().run()
    assert (run.state, run.reason) == ("ended", "stopped")
    assert at.button(key="toy_start")
    turns(3)
    assert run.snapshots[-1].step == 52
    assert drawn(at, "curves")["run"] == EN("toy.end_stopped")
    at = at.button(key="toy_forget").click().run()
    assert shown.RUN not in at.session_state and len(at.info) == 1


def test_a_run_that_waits_says_how_many_are_before_it(page: Open) -> None:
    for name in "ab":
        WORKER.start(name, Settings(), problem_of(Settings()))
    at = page("train", toy_seed=2).button(key="toy_start").click().run()
    assert EN("toy.waiting", before=2) in said(at)


def test_a_full_house_is_said_and_the_settings_stay(page: Open) -> None:
    for number in range(MOST):
        WORKER.start(str(number), Settings(), problem_of(Settings()))
    at = page("train", toy_seed=2).button(key="toy_start").click().run()
    assert [each.value for each in at.warning] == [EN("toy.full")]
    assert shown.RUN not in at.session_state
    assert at.query_params["toy_seed"] == "2" or at.query_params["toy_seed"] == ["2"]
    with pytest.raises(QueueFull):
        toy.start(Settings(), None)


def test_a_new_run_lets_the_weights_of_the_old_one_go_and_is_opened_as_it_is_when_paused(
    page: Open,
) -> None:
    at = page("train", toy_d_model=16).button(key="toy_start").click().run()
    first = run_of(at)
    turns(3)
    at.session_state["toy_seed"] = 2
    at = at.run().button(key="toy_start").click().run()
    assert run_of(at) is not first
    assert first.reason == "stopped" and first.stepper is None and first.snapshots
    run = run_of(at)
    turns(8)
    WORKER.pause(run)
    at = at.run().button_group(key="toy_view").set_value("maps").run()
    assert [one.step for one in run.snapshots] == [0, 7]
    assert "step 7" in said(at) and not at.error


@pytest.mark.slow
def test_own_pairs_are_trained_on_and_read(page: Open) -> None:
    at = page("train", toy_task="own", toy_d_model=16)
    assert len(at.caption) and not at.error
    at = at.button(key="toy_start").click().run()
    turns(52)
    at = at.run()
    assert not at.exception and run_of(at).snapshots[-1].step == 50
    held_out = run_of(at).problem.held_out
    assert drawn(at, "curves")["sources"] == [source for source, _ in held_out[:8]]
    first = row_for_maps(held_out)[0]
    at = at.button_group(key="toy_view").set_value("maps").run()
    assert not at.exception and not at.error and at.text[0].value.startswith(first)


def test_a_row_is_read_by_the_toy_and_the_map_is_of_that_pass(page: Open) -> None:
    at = page("maps", kind="encoder", head=2)
    at = at.text_input(key="toy_row_reverse").set_value("acegik").run()
    assert at.text[0].value == "acegik → kigeca"
    found = load_record("reverse")
    model = transformer_of(found.settings, found.problem, tensors(found))
    trace = Trace()
    with torch.no_grad():
        model.encode(torch.tensor(found.problem.tokenizer.encode_ids(["acegik"])), trace=trace)
    expected = trace["encoder.0.self_attn.weights"][0, 1].numpy().ravel()
    assert cells(at).ravel() == pytest.approx(expected, abs=1e-3)


def test_a_row_that_the_toy_cannot_read_gets_a_message_and_stays(page: Open) -> None:
    at = page("maps")
    for row, key in (("abz", "row_unknown"), ("한국", "row_unknown"), ("  ", "row_empty")):
        at = at.text_input(key="toy_row_reverse").set_value(row).run()
        assert [each.value for each in at.error] == [EN(f"toy.{key}")]
        assert at.text_input(key="toy_row_reverse").value == row
    nothing = page("maps", toy_seed=3).info
    assert [each.value for each in nothing] == [EN("toy.nothing_trained")]


def test_runs_are_listed_by_what_differs_from_the_one_before() -> None:
    first = Settings()
    assert settings.run_name(EN, first) == "reverse"
    second = Settings(positions=False, heads=4)
    assert settings.run_name(EN, second) == "reverse, positional encoding: off, heads: 4"
    assert settings.run_name(EN, second, first) == "positional encoding: on → off, heads: 2 → 4"
    assert settings.run_name(EN, first, first) == EN("toy.same")
    assert [name for name, _, _ in settings.differences(first, Settings(rate=0.01))] == ["rate"]
    for one, other in itertools.combinations(PRESETS.values(), 2):
        assert list(settings.differences(one, other))


def test_the_last_five_are_overlaid_and_each_says_what_differs(page: Open) -> None:
    at = page("train")
    for number in range(4):
        at = at.toggle(key="toy_positions").set_value(number % 2 == 1).run()
    at = at.toggle(key="toy_causal").set_value(False).run()
    at.button_group(key="toy_view").set_value("compare").run()
    at = at.run()
    seen = at.session_state[shown.SEEN]
    assert seen == ["no_positions", "reverse", "no_mask"]
    listed = "1. reverse, positional encoding: off\n2. positional encoding: off → on\n"
    assert f"{listed}3. causal mask: on → off" in [line.value for line in at.markdown]
    lines = tables(at, 0)["lines"]
    for series, name in enumerate(seen):
        y = [y for y, s in zip(lines["y"], lines["s"], strict=True) if s == series]
        assert y == pytest.approx([one.tokens for one in load_record(name).snapshots])


def test_no_more_than_five_are_kept(page: Open) -> None:
    runs: list[str | Run] = [*PRESETS]
    at = page("compare", session={shown.SEEN: runs[-shown.LAST :]})
    assert len(set(tables(at, 0)["lines"]["s"])) == shown.LAST
    at = at.button_group(key="toy_view").set_value("train").run()
    assert at.session_state[shown.SEEN] == [*runs[-shown.LAST :], "reverse"][1:]


def test_the_settings_of_an_address_are_read_and_odd_ones_left(page: Open) -> None:
    written = dict.fromkeys(settings.CONTROLS)
    assert settings.parse_settings(written) == Settings()
    odd = {**written, "heads": "3", "rate": "1e9", "positions": "0", "task": "own"}
    assert settings.parse_settings(odd) == Settings(task="own", positions=False)
    at = page("train", toy_heads=3)
    assert len(at.info) == 1 and not at.exception  # named as ignored, and the usual run is shown


def test_the_example_fits_the_unit_and_own_pairs_stay(page: Open) -> None:
    at = page("train", "en", toy_task="own")
    at.button_group(key="toy_unit").set_value("words").run()
    assert not at.error
    assert at.text_area(key="toy_pairs").value == pairs.example_pairs("en", "words")
    at.text_area(key="toy_pairs").set_value("a b => b a\nb a => a b").run()
    at.button_group(key="toy_unit").set_value("characters").run()
    assert at.text_area(key="toy_pairs").value == "a b => b a\nb a => a b"


def test_the_example_pairs_can_be_learned_from() -> None:
    for lang in LANGUAGES:
        for unit in ("characters", "words"):
            own = own_pairs(pairs.example_pairs(lang, unit), words=unit == "words")
            assert own.repeated == 0 and len(own.pairs) + len(own.held_out) == 99
            assert own.held_out
    assert [number_word(n, "ko") for n in (1, 10, 21, 99)] == ["일", "십", "이십일", "구십구"]
    english = [number_word(n, "en") for n in (13, 20, 47)]
    assert english == ["thirteen", "twenty", "forty seven"]


BAD: dict[str, tuple[str, dict[str, int]]] = {
    "empty": ("", {}),
    "many": ("\n".join(f"{n} => {n}" for n in range(201)), {"found": 201, "limit": 200}),
    "arrow": ("a => b\nab", {"line": 2}),
    "side": ("=> b", {"line": 1}),
    "long": (f"{'a' * 25} => b", {"line": 1, "found": 25, "limit": 24}),
    "few": ("a => b", {"found": 1, "limit": 4}),
    "held": ("ab => 12\ncd => 34\nef => 56\ngh => 78", {}),
}


def test_bad_pairs_get_a_message_and_stay(page: Open) -> None:
    at, written = page("train", "ko", toy_task="own"), ""
    for key, (written, holes) in BAD.items():
        at = at.text_area(key=pairs.FIELD).set_value(written).run()
        assert [each.value for each in at.error] == [Text("ko")(f"toy.bad_{key}", **holes)]
        assert at.text_area(key=pairs.FIELD).value == written
        assert at.button(key="toy_start").disabled
    at = at.button_group(key="toy_view").set_value("compare").run()
    at = at.button_group(key="toy_view").set_value("train").run()
    assert at.text_area(key=pairs.FIELD).value == written
