"""Every fault of the table can still be put in, and its tests are there."""

import tomllib

from tests.faults.__main__ import FAULTS, ROOT


def test_every_fault_fits_the_code_once() -> None:
    for name, row in tomllib.loads(FAULTS.read_text(encoding="utf-8")).items():
        text = (ROOT / row["file"]).read_text(encoding="utf-8")
        assert text.count(row["old"]) == 1, name
        assert row["new"] != row["old"], name
        tests = [word for word in row["tests"].split() if word.startswith("tests/")]
        assert tests and all((ROOT / test.partition("::")[0]).exists() for test in tests), name
