"""`python -m explainer translate MODEL`, `evaluate MODEL --data FILE` and `models`."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TextIO

from tqdm import tqdm

from explainer.batch.command import Job, translate_file
from explainer.data.corpus import CorpusError, read_pairs
from explainer.decoding import DecodeOptions
from explainer.engine import MAX_WIDTH, BatchResult, Translator
from explainer.installed import UnknownModel, find_model, installed
from explainer.metrics import score_corpus
from explainer.model.store import CheckpointError

BLOCK = 512


class InvalidLine(ValueError):
    """A line of standard input that is not UTF-8."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m explainer")
    commands = made.add_subparsers(dest="command", required=True)
    translate = commands.add_parser("translate", help="standard input, or a file of any length")
    translate.add_argument("model")
    translate.add_argument("--beam", type=int, default=4, metavar="N", help=f"1 to {MAX_WIDTH}")
    translate.add_argument("--alpha", type=float, default=0.6, metavar="A", help="length penalty")
    translate.add_argument("--json", action="store_true", help="one JSON object a line")
    add_files(translate)
    evaluate = commands.add_parser("evaluate", help="score translations of a file of pairs")
    evaluate.add_argument("model")
    evaluate.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="FILE",
        help="sentence TAB sentence, columns as the model was trained on",
    )
    evaluate.add_argument("--beam", type=int, default=4, metavar="N", help=f"1 to {MAX_WIDTH}")
    evaluate.add_argument("--alpha", type=float, default=0.6, metavar="A", help="length penalty")
    commands.add_parser("models", help="what is installed")
    return made


def add_files(translate: argparse.ArgumentParser) -> None:
    """What turns `translate` from a filter into a job that can be stopped and gone on with."""
    add = translate.add_argument_group("files").add_argument
    add("--input", type=Path, metavar="FILE", help=".txt (a sentence a line), .csv or .tsv")
    add("--output", type=Path, metavar="FILE", help=".txt, or .csv or .jsonl with all numbers")
    add("--report", type=Path, metavar="FILE", help="scores and figures as one HTML file")
    add("--lang", choices=("ko", "en"), default="en", help="language of the report")
    add("--source-column", metavar="C", help="name or number; by its name where not given")
    add("--reference-column", metavar="C", help="the same")
    add("--workers", type=int, default=1, metavar="N", help="processes; more than 1 need Ray")
    add("--overwrite", action="store_true", help="replace an output; begin anew")


def job_of(arguments: argparse.Namespace) -> Job | None:
    """None for the filter. Raises ValueError for half a job."""
    if arguments.input is None and arguments.output is None and arguments.report is None:
        return None
    if arguments.input is None or arguments.output is None:
        raise ValueError("a file needs --input and --output")
    if arguments.workers < 1:
        raise ValueError(f"--workers: {arguments.workers} is below 1")
    return Job(
        arguments.input,
        arguments.output,
        search(arguments),
        arguments.report,
        arguments.lang,
        arguments.json,
        arguments.source_column,
        arguments.reference_column,
        arguments.workers,
        arguments.overwrite,
    )


def read_blocks(stream: BinaryIO, size: int) -> Iterator[list[str]]:
    """Lines without their ends, `size` at a time. Raises InvalidLine."""
    number = 0
    while block := list(islice(stream, size)):
        lines = []
        for raw in block:
            number += 1
            try:
                lines.append(raw.decode("utf-8").rstrip("\r\n"))
            except UnicodeDecodeError as error:
                raise InvalidLine(f"line {number}: not UTF-8 (byte {error.start + 1})") from error
        yield lines


def as_json(source: str, result: BatchResult) -> str:
    record: dict[str, object] = {"source": source, "translation": result.text}
    if result.problem is not None:
        record["problem"] = result.problem.reason
    if result.hypotheses:
        best = result.hypotheses[0]
        record |= {"score": best.score, "log_prob": best.total, "pieces": len(best.ids)}
    return json.dumps(record, ensure_ascii=False)


def search(arguments: argparse.Namespace) -> DecodeOptions:
    """Raises ValueError."""
    return DecodeOptions(
        method="beam" if arguments.beam > 1 else "greedy",
        width=arguments.beam,
        alpha=arguments.alpha,
        n_best=1,
    )


def evaluate(arguments: argparse.Namespace, out: TextIO) -> int:
    """BLEU and chrF of a file's sources, translated, against its targets; with signatures."""
    options = search(arguments)
    translator = Translator.load(find_model(arguments.model))
    card = translator.card
    source, target = card.get("columns", (0, 1))
    pairs = read_pairs(arguments.data)
    sources = [pair[source] for pair in pairs]
    with tqdm(total=len(pairs), unit="line", disable=not sys.stderr.isatty()) as bar:
        found = translator.translate_batch(sources, options, progress=bar.update)
    references = [pair[target] for pair in pairs]
    score = score_corpus([r.text for r in found], references, str(card.get("target", "en")))
    print(f"BLEU {score.bleu:.2f}  {score.bleu_signature}", file=out)
    print(f"chrF {score.chrf:.2f}  {score.chrf_signature}", file=out)
    print(f"{score.sentences} sentences, {options.method} {options.width}", file=out)
    problems = [(n, r.problem) for n, r in enumerate(found, start=1) if r.problem is not None]
    for number, problem in problems:
        print(f"{arguments.data}, line {number}: {problem}", file=sys.stderr)
    return 1 if problems else 0


def translate(arguments: argparse.Namespace, source: BinaryIO, out: TextIO) -> int:
    options = search(arguments)
    translator = Translator.load(find_model(arguments.model))
    # A person who types wants each answer at once; a file is faster in large blocks.
    size = 1 if source.isatty() else BLOCK
    number = problems = 0
    with tqdm(unit="line", disable=not sys.stderr.isatty() or size == 1) as bar:
        for lines in read_blocks(source, size):
            results = translator.translate_batch(lines, options, progress=bar.update)
            for line, result in zip(lines, results, strict=True):
                number += 1
                problem = result.problem
                if problem is not None and problem.reason != "empty":
                    problems += 1
                    print(f"line {number}: {problem}", file=sys.stderr)
                print(as_json(line, result) if arguments.json else result.text, file=out)
            out.flush()
    return 1 if problems else 0


def models(out: TextIO) -> int:
    found, broken = installed()
    row = "{:<14} {:<8} {:>12} {:>6} {:>6}  {}"
    print(row.format("name", "pair", "parameters", "BLEU", "chrF", "signature"), file=out)
    for model in found:
        card = model.card
        test = (card.get("test") or {}).get("beam") or {}
        pair = f"{card.get('source', '?')}-{card.get('target', '?')}"
        size = f"{card['parameters']:,}" if "parameters" in card else "?"
        bleu, chrf = (test.get(key, "?") for key in ("bleu", "chrf"))
        signature = test.get("bleu_signature", "?")
        print(row.format(model.name, pair, size, bleu, chrf, signature), file=out)
    for error in broken:
        print(f"error: {error}", file=sys.stderr)
    return 2 if broken else 0


def dispatch(arguments: argparse.Namespace) -> int:
    if arguments.command == "models":
        return models(sys.stdout)
    if arguments.command == "evaluate":
        return evaluate(arguments, sys.stdout)
    if job := job_of(arguments):
        return translate_file(find_model(arguments.model), job)
    return translate(arguments, sys.stdin.buffer, sys.stdout)


def main() -> int:
    arguments = parser().parse_args()
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    try:
        return dispatch(arguments)
    except BrokenPipeError:
        # The reader has gone (for instance `| head`): nothing to say, and nothing left to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (UnknownModel, CheckpointError, CorpusError, InvalidLine, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"error: {said}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
