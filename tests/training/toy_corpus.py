"""The toy language as a data folder for the recipe `tiny`."""

from pathlib import Path

from tests.toy_language import toy_pairs


def write_corpus(folder: Path) -> Path:
    pairs = toy_pairs()
    for name, part in (("train", pairs[:100]), ("dev", pairs[100:114]), ("test", pairs[114:])):
        path = folder / "tiny" / f"{name}.tsv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{a}\t{b}\n" for a, b in part), encoding="utf-8")
    return folder
