"""Every page in every view with hostile texts in its address and in all its fields.

No error, a bounded number of computations, and nothing a reader wrote where Streamlit reads
Markdown. The model's own tokens are hostile, too: its vocabulary is full of Markdown.
"""

import ast
import itertools
import json
import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.chapters.sentences.job import OWN
from explainer.frame import address
from explainer.frame.choices import OneOf, Place
from explainer.frame.course import Chapter, chapters
from explainer.frame.pickers import Picker
from explainer.model.store import save_checkpoint
from explainer.runs.gate import Allowance
from explainer.tokenizer.tokenizer import train_tokenizer
from tests.apptest import use_models, visit
from tests.conftest import ROOT, SENTENCES, end_after_some_tokens, random_model, small_config
from tests.fuzz.markup import HOSTILE, MARK, leaks, open_markup
from tests.fuzz.texts import CHOSEN, TIMES
from tests.layers.sources import name_of, screens, text_of, tree_of

ENTRIES = {"text_input", "text_area", "number_input", "data_editor", "file_uploader", "chat_input"}
OPTIONS = 2 * TIMES  # of each choice that are opened besides the first
MOST_COMPUTATIONS = 40  # of one run of a page: the gate's allowance for a visitor
SENTENCE = "강아지가 " + " ".join(HOSTILE[:9])
LINES = [text.replace("\n", " ") for text in HOSTILE]


@pytest.fixture(scope="module")
def hostile_models(tiny_model_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One small random model whose vocabulary holds Markdown with MARK in it."""
    folder = tmp_path_factory.mktemp("hostile")
    pairs = [f"{a} {b}" for a in LINES for b in LINES for _ in range(12)]
    tokenizer = train_tokenizer((*SENTENCES, *pairs), 330, threads=1)
    tokens = [tokenizer.token(index) for index in range(tokenizer.vocab_size)]
    assert sum(bool(open_markup(token)) for token in tokens) > 5, "else this tests nothing"
    # Of this one's fifteen tokens nine are hostile.
    model = random_model(small_config(tokenizer.vocab_size), 12)
    end_after_some_tokens(model)
    card = json.loads((tiny_model_folder / "config.json").read_text(encoding="utf-8"))
    save_checkpoint(
        folder / "ko-toy",
        model.config,
        model.state_dict(),
        tokenizer.model_bytes,
        {**card, "name": "ko-toy"},
    )
    return folder


class Record:
    """What a page did while it was drawn."""

    def __init__(self) -> None:
        self.choices: dict[str, list[str]] = {}  # key of the address -> its options
        self.keys: set[str] = set()  # of the address
        self.entries: set[str] = set()  # file:function of each field drawn
        self.computations = 0
        self.typed: Iterator[str] = iter(())

    def begin(self, what: tuple[object, ...]) -> None:
        """From another text on in each test, but the same alone and in any company."""
        self.choices.clear()
        self.keys.clear()
        start = crc32(repr(what).encode()) % len(TYPED)
        self.typed = itertools.cycle((*TYPED[start:], *TYPED[:start]))


@pytest.fixture(scope="module")
def record(hostile_models: Path) -> Iterator[Record]:
    found = Record()
    with pytest.MonkeyPatch.context() as patch:
        use_models(hostile_models, patch)
        draw, seed, take = OneOf.draw, address.seed, Allowance.take
        one = Picker.one

        def recorded_draw(
            self: OneOf[Any], text: Any, names: Any = None, *others: Any, **named: Any
        ) -> Any:
            options = self.options if names is None else names
            found.choices.setdefault(self.name, [address.to_param(one) for one in options])
            return draw(self, text, names, *others, **named)

        def recorded_seed(key: str, *others: Any) -> Any:
            found.keys.add(key)
            return seed(key, *others)

        def recorded_one(self: Picker, name: Place, *others: Any, **named: Any) -> Any:
            found.keys.add(name)
            return one(self, name, *others, **named)

        def counted(self: Allowance, visitor: str) -> bool:
            found.computations += 1
            return take(self, visitor)

        patch.setattr(OneOf, "draw", recorded_draw)
        patch.setattr(address, "seed", recorded_seed)
        patch.setattr(Picker, "one", recorded_one)
        patch.setattr(Allowance, "take", counted)
        for name in ENTRIES:
            patch.setattr(st, name, _noting(found, getattr(st, name)))
        yield found


def _noting(found: Record, plain: Callable[..., Any]) -> Callable[..., Any]:
    def noted(*arguments: Any, **named: Any) -> Any:
        code = sys._getframe(1).f_code
        found.entries.add(f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_name}")
        return plain(*arguments, **named)

    return noted


# What is typed: each in its turn, in an order that stays; those a browser cannot send are left out.
TYPED = [text for text in CHOSEN if text == text.encode("utf-8", "replace").decode("utf-8")]
random.Random(0).shuffle(TYPED)


def opened(record: Record, page: str, **query: str) -> AppTest:
    record.computations = 0
    app = visit(page, **{"model": "ko-toy", "lang": "en", "depth": "code", "s": SENTENCE, **query})
    return checked(record, app)


def run(record: Record, app: AppTest) -> AppTest:
    record.computations = 0
    return checked(record, app.run())


def checked(record: Record, app: AppTest) -> AppTest:
    """What has to be so after every run of a page."""
    assert not app.exception, app.exception[0].stack_trace
    assert record.computations <= MOST_COMPUTATIONS
    assert not leaks(app)
    return app


def type_everywhere(record: Record, app: AppTest) -> int:
    """Something else in each field; how many there are beside the sentence."""
    texts = [field for field in (*app.text_input, *app.text_area) if field.key != "s"]
    for field in texts:
        field.set_value(next(record.typed)[: field.proto.max_chars or None])
    for number in app.number_input:
        number.set_value(number.max if number.value == number.min else number.min)
    return len(texts) + len(app.number_input)


@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_a_page_takes_anything(record: Record, chapter: Chapter) -> None:
    """In every field that its own files draw, too."""
    record.entries.clear()
    fill_page(record, chapter.url)
    for case in BEHIND:
        if case[0] == chapter.url:
            fill_behind(record, *case)
    if chapter.id != "lessons":  # whose fields stand on the pages of others
        assert {field for field in fields() if chapter.id == chapter_of(field)} <= record.entries


def fill_page(record: Record, page: str) -> None:
    record.begin((page,))
    app = opened(record, page)
    views = [
        {key: option}
        for key, options in record.choices.items()
        if key != "depth"
        for option in options[1 : 1 + OPTIONS]
    ]
    for view in ({}, *views):
        if view:
            app = opened(record, page, **view)
        if type_everywhere(record, app):
            run(record, app)
    keys = sorted(record.keys - {"model", "lang"})
    for _ in range(2 * TIMES):
        opened(record, page, **{key: next(record.typed) for key in keys})


# Fields that are there only after something else was done: page, address, session.
BEHIND: tuple[tuple[str, dict[str, str], dict[str, object]], ...] = (
    ("", {"method": "sample"}, {"settings": True}),
    ("bleu", {"lesson": "bleu", "at": "5"}, {}),
    ("cell", {"lesson": "cell", "at": "2"}, {}),
    ("lookup", {}, {"lookup_edit": True}),
    ("toy", {"toy_task": "own"}, {}),
)


def fill_behind(
    record: Record, page: str, query: dict[str, str], session: dict[str, object]
) -> None:
    record.begin((page, query, session))
    app = opened(record, page, **query)
    for key, value in session.items():
        app.session_state[key] = value
    if session:
        run(record, app)
    for _ in range(4):
        assert type_everywhere(record, app)
        run(record, app)


@cache
def fields() -> frozenset[str]:
    """Where a field is drawn: file:function."""
    return frozenset(
        f"{name_of(path)}:{function.name}"
        for path in screens()
        if any(f".{entry}(" in text_of(path) for entry in ENTRIES)
        for function in ast.walk(tree_of(path))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ENTRIES
    )


def chapter_of(field: str) -> str:
    """Its id; nothing for what no chapter draws."""
    _, place, name, *_ = field.split("/")
    return name if place == "chapters" else ""


def test_the_fields_of_no_page_take_anything(record: Record) -> None:
    """Those of the frame and of the lessons, on the pages where they stand."""
    record.entries.clear()
    for page in ("", "forcing", "models"):
        opened(record, page)
    for case in BEHIND:
        if "lesson" in case[1] or "method" in case[1]:
            fill_behind(record, *case)
    assert {field for field in fields() if chapter_of(field) in ("", "lessons")} <= record.entries


def test_an_open_sign_beside_a_readers_text_is_found() -> None:
    """The finder itself: escaped is fine, ours outside is fine, open is not."""
    assert open_markup(f"**{MARK}a{MARK}**") == ""
    assert open_markup(rf"{MARK}\*\*{MARK}") == ""
    for text in HOSTILE:
        assert open_markup(f"the word {text} is") == text, text


# Names and contents of files a reader may choose; each is taken, or refused with a sentence.
HEADER = ",".join(f'"{text}"' for text in LINES[:6])
UPLOADS = {
    f"{HOSTILE[0]}.txt": "\n".join([SENTENCE, *LINES]).encode(),
    f"{HOSTILE[9]}.csv": f"source,{HEADER}\n{SENTENCE},=1+1,+2,-3,@a,b,c\n".encode(),
    "=cmd.csv": b",".join([b"a"] * 100_000),
    "wide.tsv": "강아지가\t".encode() * 60,
}
TAKEN = (f"{HOSTILE[0]}.txt", f"{HOSTILE[9]}.csv", "wide.tsv")


@pytest.mark.parametrize("name", UPLOADS)
def test_an_uploaded_file_is_taken_or_refused_with_a_sentence(record: Record, name: str) -> None:
    app = opened(record, "sentences", sentences_from="file")
    app.file_uploader(key="sentences_file").set_value((name, UPLOADS[name], "text/plain"))
    run(record, app)
    start = app.button(key="sentences_start")
    assert start.disabled == (name not in TAKEN) and (app.warning or not start.disabled)
    if not start.disabled:
        start.click()
        run(record, app)
        for _ in range(3):
            run(record, app)
        assert app.session_state[OWN].run.rows
