"""The translator of the browser gives what the engine gives: letters, and numbers to 1e-4."""

import json
import struct
import subprocess
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.data.typed import typed_for
from explainer.decoding import BeamStep, DecodeOptions
from explainer.engine import MAX_CHARS, MAX_SOURCE_TOKENS, InputError, Translation
from explainer.installed import models_folder
from explainer.tokenizer import UNK
from explainer.tokenizer.normalise import ACRONYMS
from explainer.translation import read_source
from tests.deno import DENO, environment
from tests.fuzz.texts import CHOSEN
from tests.shipped import translator

MODELS = ("ko-en", "en-ko", "en-de")
SCRIPT = Path(__file__).with_name("engine.js")
EVERY = 20  # of so many typed inputs one is translated, by each model others
ODD = (
    "Write to a.b@example.org or www.example.org/c?d=1, please!",
    "제 번호는 010-1234-5678이고 메일은 a@example.org예요.",
    unicodedata.normalize("NFD", "강아지가 마당에서 논다."),
    "친구가 ☃☃ 寿司를 먹었다ㅋㅋㅋㅋ ᄏᄏᄏᄏ",
    "<b>Bold</b>, **loud** and *quiet* ５＊３ text\u202e…",
    "ΟΔΟΣ AND STREET, I THINK",
    "He is SO late, DON'T wake TOM'S cat in SEOUL",
    f"all of {' '.join(sorted(ACRONYMS))} stay",
    "a▁b ▁ Tom’s dog▁",
    "나는 어제 " + "친구와 학교에서 " * 12 + "놀았다.",
    "가" * (MAX_CHARS + 1),
    "1 " * MAX_SOURCE_TOKENS,
    "x" * 10_001,
    "😂😂",
    "𐄇𐄈 𐄉𐄊",
)
GREEDY, BEAM = DecodeOptions(method="greedy", n_best=1), DecodeOptions()
Numbers = dict[str, NDArray[np.float32]]


def as_read(model: str, text: str) -> dict[str, Any]:
    """The tokens of a sentence, or why there are none."""
    try:
        source = read_source(translator(model).tokenizer, text, MAX_SOURCE_TOKENS, MAX_CHARS)
    except InputError as problem:
        return {"reason": problem.reason, "found": problem.found, "limit": problem.limit}
    tokens = source.tokens
    unknown = [token for token, i in zip(tokens.tokens, tokens.ids, strict=True) if i == UNK]
    words = [int(word) for word in tokens.words]
    return {
        "source": {**vars(tokens), "words": words},
        "changes": source.changes,
        "unknown": list(dict.fromkeys(unknown)),
    }


def result_of(found: Translation) -> dict[str, Any]:
    return {
        "text": found.text,
        "fed": found.fed,
        "fedTokens": found.fed_tokens,
        "predicted": found.predicted,
        "predictedTokens": found.predicted_tokens,
        "predictedWords": found.predicted_words,
        "hypotheses": [{"ids": h.ids, "finished": h.finished} for h in found.hypotheses],
        "hypothesisTexts": found.hypothesis_texts,
        "ranks": found.predicted_ranks,
    }


def numbers_of(found: Translation) -> Numbers:
    beam = [step for step in found.steps if isinstance(step, BeamStep)]
    more = {
        "top_probs": found.top_probs,
        "predicted_probs": found.predicted_probs,
        "scores": [h.score for h in found.hypotheses],
    }
    if beam:
        rows = [row for step in beam for row in step.top_log_probs]
        more["totals"] = [total for step in beam for total in step.totals]
        more["top_log_probs"] = [value for row in rows for value in row]
    return {name: np.asarray(n, dtype=np.float32) for name, n in {**found.trace, **more}.items()}


def message(model: str, text: str, options: tuple[DecodeOptions, ...]) -> Iterator[bytes]:
    """A sentence as `engine.js` reads it."""
    found = [(one, translator(model).translate(text, one)) for one in options]
    numbers = [numbers_of(translation) for _, translation in found]
    description = {
        "folder": f"{(models_folder() / model).resolve().as_uri()}/",
        "text": text,
        "wanted": as_read(model, text),
        "searches": [
            {
                "options": {"method": one.method, "width": one.width},
                "result": result_of(translation),
                "arrays": [(name, array.shape) for name, array in arrays.items()],
            }
            for (one, translation), arrays in zip(found, numbers, strict=True)
        ],
    }
    written = json.dumps(description).encode()
    yield struct.pack("<I", len(written)) + written
    for arrays in numbers:
        yield from (array.tobytes() for array in arrays.values())


def messages(model: str) -> Iterator[bytes]:
    """Some sentences with a beam, a third with greedy search too; others are only read."""
    place = MODELS.index(model)
    typed = [one.text for one in typed_for(model)[4 * place :: EVERY]]
    odd = [text for text in ODD[place :: len(MODELS)] if "source" in as_read(model, text)]
    for number, text in enumerate((*typed, *odd)):
        yield from message(model, text, (GREEDY, BEAM) if number % 3 == 0 else (BEAM,))
    for text in (*ODD, *CHOSEN):
        if text not in odd:
            yield from message(model, text, ())


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_the_browser_translates_as_the_engine(model: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [DENO, "run", "--allow-read", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(tmp_path),
    ) as script:
        assert script.stdin and script.stdout
        with suppress(BrokenPipeError):
            for part in messages(model):
                script.stdin.write(part)
            script.stdin.close()
        said = script.stdout.read().decode()
    assert script.returncode == 0, said
