"""Rows as files: read back with other programs' readers."""

import csv
import io
import json
from dataclasses import replace

import pytest

from explainer.batch.rows import Row
from explainer.batch.writing import COLUMNS, from_jsonl, to_csv, to_jsonl

ROW = Row(
    7,
    '비가, "온다"\n둘째 줄',
    "=1+1",
    "-5 degrees",
    bleu=12.3456789,
    chrf=0.0,
    log_prob_per_token=-0.123456789,
    perplexity=1.13,
    entropy=1.5,
    coverage=0.5,
    unk_share=0.0,
    source_tokens=5,
    target_tokens=3,
    score=-0.2,
    finished=True,
)
LOST = Row(8, "☃", None, "", problem="too_long_tokens", problem_found=300, problem_limit=256)


def table(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_csv() -> None:
    data = to_csv([ROW, LOST])
    assert data.startswith(b"\xef\xbb\xbfnumber,source,")
    first, second = table(data)
    assert tuple(first) == COLUMNS and {*COLUMNS, "tokens"} == set(vars(ROW))
    assert first["source"] == ROW.source
    assert (first["reference"], first["translation"]) == ("'=1+1", "'-5 degrees")
    assert (first["bleu"], first["log_prob_per_token"]) == ("12.345679", "-0.123457")
    assert (first["finished"], first["chrf"], first["problem"]) == ("true", "0.0", "")
    assert second["problem"] == "too_long_tokens" and second["problem_found"] == "300"
    assert second["bleu"] == second["finished"] == second["reference"] == ""


def test_jsonl_comes_back() -> None:
    data = to_jsonl([ROW, LOST])
    first, second = (from_jsonl(line) for line in data.splitlines())
    assert first == replace(ROW, bleu=12.345679, log_prob_per_token=-0.123457) and second == LOST
    assert json.loads(data.splitlines()[0])["source"] == ROW.source
    assert to_jsonl([first, second]) == data
    for wrong in ("[]", "{}", '{"number": 1}', "nothing"):
        with pytest.raises(ValueError):
            from_jsonl(wrong)
