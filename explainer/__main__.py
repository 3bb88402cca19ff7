"""The command line: `python -m explainer translate MODEL`, `evaluate MODEL --data FILE`, `typed
MODEL`, `models`, `import marian FOLDER --name NAME`, `site OUT`, `page CHAPTER OUT.html`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from tqdm import tqdm

from explainer import __version__, streams
from explainer.batch.command import Job, translate_file
from explainer.batch.source import ALL, MAX_LINE, Lines, SourceError
from explainer.data.columns import is_header
from explainer.data.corpus import CorpusError, filled_rows
from explainer.data.encodings import ENCODINGS, Encoding
from explainer.data.typed import counts, outcomes, typed, typed_for
from explainer.decoding import DecodeOptions
from explainer.engine import MAX_WIDTH, BatchResult, Translator
from explainer.importing.command import add_import, import_model
from explainer.installed import (
    UnknownModel,
    card_texts,
    find_model,
    installed_models,
    models_folder,
)
from explainer.metrics import is_uncut, score_corpus
from explainer.model.store import CONFIG, CheckpointError
from explainer.site import SiteError
from explainer.site.command import add_site, run_site
from explainer.streams import print_error
from explainer.text import LANGUAGES, Text

BLOCK = 512
NEEDS = {  # what an option does nothing without
    "workers": "input",
    "overwrite": "input",
    "source_column": "input",
    "reference_column": "input",
    "lang": "report",
}


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m explainer")
    made.add_argument(
        "--version", action="version", version=Text("en")("shell.version", version=__version__)
    )
    commands = made.add_subparsers(dest="command", required=True)
    translate = commands.add_parser("translate", help="standard input, or a file of any length")
    translate.add_argument("model")
    add_search(translate)
    translate.add_argument("--json", action="store_true", help="one JSON object a line")
    add_encoding(translate)
    add_files(translate)
    evaluate = commands.add_parser("evaluate", help="score translations of a file of pairs")
    evaluate.add_argument("model")
    evaluate.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="FILE",
        help="sentence TAB sentence, columns as the model was trained on;"
        " more columns are further references, for a model that reads the first",
    )
    add_search(evaluate)
    add_encoding(evaluate)
    asked = commands.add_parser("typed", help="how many casually typed inputs come out right")
    asked.add_argument("model")
    add_search(asked)
    asked.add_argument("--failed", action="store_true", help="list failures and what failed")
    commands.add_parser("models", help="what is installed")
    add_import(commands)
    add_site(commands)
    return made


def add_encoding(command: argparse.ArgumentParser) -> None:
    said = "encoding of the text, if it cannot be told"
    command.add_argument("--encoding", choices=ENCODINGS, metavar="E", help=said)


def add_search(command: argparse.ArgumentParser) -> None:
    """Add the options of beam search."""
    command.add_argument("--beam", type=int, default=4, metavar="N", help=f"1 to {MAX_WIDTH}")
    command.add_argument("--alpha", type=float, default=0.6, metavar="A", help="length penalty")


def add_files(translate: argparse.ArgumentParser) -> None:
    """Add the options that turn `translate` from a filter into a resumable job."""
    add = translate.add_argument_group("files").add_argument
    add("--input", type=Path, metavar="FILE", help=".txt (a sentence a line), .csv or .tsv")
    add("--output", type=Path, metavar="FILE", help=".txt, or .csv or .jsonl with all numbers")
    add("--report", type=Path, metavar="FILE", help="scores and figures as one HTML file")
    add("--lang", choices=LANGUAGES, help="language of the report; en where not given")
    add("--source-column", metavar="C", help=f"name, number, or {ALL}; default: by name")
    add("--reference-column", metavar="C", help="likewise")
    add("--workers", type=int, metavar="N", help="processes (default 1; more need Ray)")
    add("--overwrite", action="store_true", help="replace an output; begin anew")


def job_of(arguments: argparse.Namespace) -> Job | None:
    """Return the job; None for the filter. Raises ValueError for missing or unused options."""
    wanted = vars(arguments).items()
    given = {name for name, value in wanted if value is not None and value is not False}
    if given & {"input", "output", "report"} and not {"input", "output"} <= given:
        raise ValueError("a file needs --input and --output")
    for name, needed in NEEDS.items():
        if name in given and needed not in given:
            raise ValueError(f"--{name.replace('_', '-')} needs --{needed}")
    if "input" not in given:
        return None
    workers = 1 if arguments.workers is None else arguments.workers
    if workers < 1:
        raise ValueError(f"--workers: {workers} is below 1")
    return Job(
        arguments.input,
        arguments.output,
        search(arguments),
        arguments.report,
        arguments.lang or "en",
        arguments.json,
        arguments.source_column,
        arguments.reference_column,
        workers,
        arguments.overwrite,
        arguments.encoding,
    )


def blocks(stream: BinaryIO, size: int, encoding: Encoding | None = None) -> Iterator[list[str]]:
    """Yield lists of `size` lines without line ends, fewer if lines are long.

    A line that cannot be read raises SourceError after the lines before it were yielded.
    """
    block: list[str] = []
    characters = 0
    try:
        for line in Lines(Path("standard input"), encoding).read(stream):
            block.append(line.rstrip("\n"))
            characters += len(line)
            if len(block) == size or characters > MAX_LINE:
                yield block
                block, characters = [], 0
    except SourceError:
        if block:
            yield block
        raise
    if block:
        yield block


def as_json(source: str, result: BatchResult) -> str:
    """Format a result as a JSON line."""
    record: dict[str, object] = {"source": source, "translation": result.text}
    if result.problem is not None:
        record["problem"] = result.problem.reason
    if result.hypotheses:
        best = result.hypotheses[0]
        record |= {"score": best.score, "log_prob": best.total, "tokens": len(best.ids)}
    return json.dumps(record, ensure_ascii=False)


def search(arguments: argparse.Namespace) -> DecodeOptions:
    """Return the search options. Raises ValueError for values outside their ranges."""
    return DecodeOptions(
        method="beam" if arguments.beam > 1 else "greedy",
        width=arguments.beam,
        alpha=arguments.alpha,
        n_best=1,
    )


def evaluate(arguments: argparse.Namespace, out: TextIO) -> int:
    """Print BLEU and chrF, with signatures, of a file's translated sources against its targets."""
    options = search(arguments)
    translator = Translator.load(find_model(arguments.model))
    card = translator.card
    columns = card.get("columns", [0, 1])
    if columns not in ([0, 1], [1, 0]):
        path = find_model(arguments.model) / CONFIG
        raise CheckpointError(f"{path}: columns are {columns!r}, not [0, 1] or [1, 0]")
    source, target = columns
    numbered = to_score(arguments, source)
    rows = [row for _, row in numbered]
    sources = [row[source] for row in rows]
    with tqdm(total=len(rows), unit="line", disable=not sys.stderr.isatty()) as bar:
        results = translator.translate_batch(sources, options, progress=bar.update)
    references = [[row[i] for row in rows] for i in (target, *range(2, len(rows[0])))]
    translations = [result.text for result in results]
    language = str(card.get("target", "en"))
    score = score_corpus(translations, references[0], language, more=references[1:])
    if is_uncut(references[0], language):
        print_error(f"BLEU: 13a cannot cut {language}, which has no spaces between words; see chrF")
    print(f"BLEU {score.bleu:.2f}  {score.bleu_signature}", file=out)
    print(f"chrF {score.chrf:.2f}  {score.chrf_signature}", file=out)
    print(f"{score.sentences} sentences, {options.method} {options.width}", file=out)
    problems = [(n, r.problem) for (n, _), r in zip(numbered, results, strict=True) if r.problem]
    for number, problem in problems:
        print_error(f"{arguments.data}, line {number}: {problem}")
    return 1 if problems else 0


def to_score(arguments: argparse.Namespace, source: int) -> list[tuple[int, tuple[str, ...]]]:
    """Return line numbers and cells of the rows with a reference, and report the others.

    Raises CorpusError, also if no row has a reference.
    """
    path: Path = arguments.data
    kept: list[tuple[int, tuple[str, ...]]] = []
    for number, row in filled_rows(path, 2 if source else None, arguments.encoding):
        if not kept and number == 1 and is_header(row):
            print_error(f"{path}, line 1: names of columns, not scored")
        elif any(cell.strip() for place, cell in enumerate(row) if place != source):
            kept.append((number, row))
        else:
            print_error(f"{path}, line {number}: no reference, not scored")
    if not kept:
        raise CorpusError(f"{path}: no row with a reference")
    return kept


def as_typed(arguments: argparse.Namespace, out: TextIO) -> int:
    """Print how many casually typed inputs are translated correctly, by kind and in all."""
    options = search(arguments)
    translator = Translator.load(find_model(arguments.model))
    pair = f"{translator.card.get('source')}-{translator.card.get('target')}"
    rows = typed_for(pair)
    if not rows:
        there = ", ".join(dict.fromkeys(row.model for row in typed()))
        raise ValueError(f"nobody has typed anything for {pair}; there are inputs for: {there}")
    with tqdm(unit="line", disable=not sys.stderr.isatty()) as bar:
        judged = outcomes(
            rows,
            lambda texts: [
                result.text
                for result in translator.translate_batch(texts, options, progress=bar.update)
            ],
        )
    found = counts(judged)
    right = sum(not outcome.failed for outcome in judged)
    for name, (good, every) in {**found, "all": (right, len(rows))}.items():
        print(f"{name:<10}{good:>4} of {every:>3}  {good / every:>6.1%}", file=out)
    for outcome in judged if arguments.failed else ():
        if outcome.failed:
            missed = " && ".join(map(str, outcome.failed))
            print(f"\n{outcome.typed.kind}: {outcome.typed.text}", file=out)
            print(f"  -> {outcome.output}\n  {missed}", file=out)
    return 0


def translate(arguments: argparse.Namespace, source: BinaryIO, out: TextIO) -> int:
    """Translate standard input line by line to `out`."""
    options = search(arguments)
    translator = Translator.load(find_model(arguments.model))
    # A person who types wants each answer at once; a file is faster in large blocks.
    size = 1 if source.isatty() else BLOCK
    number = problems = 0
    tabs = False
    with tqdm(unit="line", disable=not sys.stderr.isatty() or size == 1) as bar:
        for lines in blocks(source, size, arguments.encoding):
            results = translator.translate_batch(lines, options, progress=bar.update)
            for line, result in zip(lines, results, strict=True):
                number += 1
                problem = result.problem
                if not tabs and "\t" in line.strip():
                    tabs = True
                    print_error(
                        f"line {number}: a tab; all of it is one sentence (--input takes columns)"
                    )
                if problem is not None and problem.reason != "empty":
                    problems += 1
                    print_error(f"line {number}: {problem}")
                print(as_json(line, result) if arguments.json else result.text, file=out)
            out.flush()
    return 1 if problems else 0


def models(out: TextIO) -> int:
    """Print a table of the installed models."""
    installed = installed_models()
    wrong = [] if installed else [f"{models_folder()}: no model ({CONFIG}) in it"]
    row = "{:<24} {:<8} {:>12} {:>6} {:>6}  {}"
    print(row.format("name", "pair", "parameters", "BLEU", "chrF", "signature"), file=out)
    for model in installed.values():
        if not model.card:
            wrong.append(model.problem)
            continue
        words, odd = card_texts(model.card)
        print(row.format(model.name, *words), file=out)
        wrong += [f"{model.folder / CONFIG}: {name} is not what it should be" for name in odd]
    for message in wrong:
        print_error(f"error: {message}")
    return 2 if wrong else 0


def dispatch(arguments: argparse.Namespace, closed: frozenset[str]) -> int:
    """Run the command; `closed` names streams that lead nowhere. Return the exit status."""
    job = job_of(arguments) if arguments.command == "translate" else None
    if job is not None:
        return translate_file(find_model(arguments.model), job)
    if "stdout" in closed:
        raise ValueError("standard output is closed")
    if arguments.command == "models":
        return models(sys.stdout)
    if arguments.command in ("import", "site", "page", "alone"):
        return (import_model if arguments.command == "import" else run_site)(arguments)
    if arguments.command == "evaluate":
        return evaluate(arguments, sys.stdout)
    if arguments.command == "typed":
        return as_typed(arguments, sys.stdout)
    if "stdin" in closed:
        raise ValueError("standard input is closed")
    return translate(arguments, sys.stdin.buffer, sys.stdout)


def run_command(closed: frozenset[str]) -> int:
    """Run the command line; report every user error in one line."""
    arguments = parser().parse_args()
    try:
        status = dispatch(arguments, closed)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return 0  # the reader has gone (for instance `| head`): nothing to say
    except KeyboardInterrupt:
        return 130
    except (UnknownModel, CheckpointError, CorpusError, SiteError, ValueError) as error:
        print_error(f"error: {error}")
        return 2
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print_error(f"error: {said}")
        return 2


def main() -> int:
    closed = streams.replace_closed()
    # A folder's name may be no UTF-8.
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        return run_command(closed)
    finally:
        streams.flush(sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
