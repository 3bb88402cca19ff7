"""`python -m explainer translate MODEL --input FILE --output FILE [--report FILE]`."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from tqdm import tqdm

from explainer.analysis.last_cross import has_attention
from explainer.batch.bootstrap import SEED
from explainer.batch.output import WRITERS, Output, OutputError
from explainer.batch.parts import translate_serially
from explainer.batch.rows import Row
from explainer.batch.source import Source, scan_source
from explainer.batch.spread import Task, with_ray
from explainer.batch.summary import summarise
from explainer.data.encodings import Encoding
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.model.store import write_atomically
from explainer.streams import print_error

NAMED = 20  # rows without translation that are reported individually
SHOWN = 2_000  # rows in a report; of more, a random sample
EVERY = 10_000  # rows between progress lines if stderr is not a terminal
WITHOUT = "entropy and coverage stay empty, and a report has no attention maps"


@dataclass(frozen=True)
class Job:
    """The parsed command line of `translate`."""

    input: Path
    output: Path
    options: DecodeOptions
    report: Path | None = None
    lang: str = "en"
    json: bool = False
    source_column: str | None = None
    reference_column: str | None = None
    workers: int = 1
    overwrite: bool = False
    encoding: Encoding | None = None

    @property
    def kind(self) -> str:
        """The output format as a suffix. Raises OutputError for an unknown suffix."""
        if self.json:
            return ".jsonl"
        suffix = self.output.suffix.lower()
        if suffix not in WRITERS:
            raise OutputError(f"{self.output}: the name must end in {', '.join(WRITERS)}")
        return suffix

    def check(self) -> None:
        """Raise OutputError for files that would overwrite each other or cannot be created."""
        named = {"--input": self.input, "--output": self.output, "--report": self.report}
        seen: dict[Path, str] = {}
        for flag, path in named.items():
            if path is None:
                continue
            if other := seen.get(path.resolve()):
                raise OutputError(f"{path}: {other} and {flag} are the same file")
            seen[path.resolve()] = flag
            if flag == "--input":
                continue
            if not path.parent.is_dir():
                raise OutputError(f"{path}: no such folder {path.parent}")
            if path.is_dir():
                raise OutputError(f"{path} is a folder")


def translate_file(model: Path, job: Job) -> int:
    """Run the job or resume it; return 1 if sentences are left without a translation.

    Raises SourceError, OutputError, SpreadError, CheckpointError, ValueError for settings, OSError.
    """
    job.check()
    kind = job.kind
    translator = Translator.load(model)
    source = scan_source(
        job.input, languages(translator), job.source_column, job.reference_column, job.encoding
    )
    facts = facts_of(translator, source, job)
    if not has_attention(translator.sizes):
        print_error(f"{translator.name} has no attention: {WITHOUT}")
    with Output(job.output, kind, facts, keep_rows=job.report is not None) as output:
        output.open(job.overwrite)
        blocks = (
            translate_serially(translator, source, job.options, output.rows)
            if job.workers == 1
            else with_ray(Task(model, source, job.options), output.rows, job.workers)
        )
        try:
            write_rows(output, blocks, source.rows)
        except KeyboardInterrupt:
            print_error("stopped; the same command goes on from here")
            raise
        if job.report is not None:
            write_report(job.report, output, translator, job)
        output.finish()
    return 1 if output.problems else 0


def languages(translator: Translator) -> tuple[str, str]:
    """Return the model's source and target languages."""
    return str(translator.card.get("source", "")), str(translator.card.get("target", "en"))


def facts_of(translator: Translator, source: Source, job: Job) -> dict[str, object]:
    """Return everything that determines the output; a run resumes only if all of it is the same.

    The number of workers and the report's language do not matter: the report is written at the end.
    """
    return {
        "output format": job.kind,
        "model": translator.name,
        "version of the model": translator.card.get("sha256"),
        "search": asdict(job.options),
        "input": source.sha256,
        "way to read the input": [source.encoding, *asdict(source.layout).values(), source.header],
        "choice of columns": [source.source, source.reference],
        "choice of reports": job.report is not None,
    }


def write_rows(output: Output, blocks: Iterable[tuple[Row, ...]], total: int) -> None:
    """Append all blocks; report progress and problems on standard error."""
    watched = sys.stderr.isatty()
    with tqdm(total=total, initial=output.rows, unit="line", disable=not watched) as bar:
        for rows in blocks:
            problems = output.append(rows)
            bar.update(len(rows))
            for row in problems[: max(0, NAMED - output.problems + len(problems))]:
                print_error(f"row {row.number}: {row.problem}")
            if not watched and output.rows % EVERY < len(rows):
                print_error(f"{output.rows:,} of {total:,} rows")
    if output.problems > NAMED:
        print_error(f"{output.problems:,} rows without a translation in all")


def write_report(path: Path, output: Output, translator: Translator, job: Job) -> None:
    """Render the report on all rows written and save it."""
    from explainer.batch.report import Setup, report, row_maps

    shown = sample_rows(output.saved_rows(), SHOWN)
    summary = summarise(output.saved_rows(), languages(translator)[1])
    setup = Setup(translator.name, translator.card, job.options, job.input.name)
    maps = row_maps(translator, shown, job.options)
    write_atomically(path, report(job.lang, setup, shown, summary, looks=maps).encode())


def sample_rows(rows: Iterator[Row], count: int) -> list[Row]:
    """Reservoir-sample up to `count` rows with a fixed seed; return them in order."""
    rng = random.Random(SEED)
    sample: list[Row] = []
    for index, row in enumerate(rows):
        if index < count:
            sample.append(row)
        elif (other := rng.randrange(index + 1)) < count:
            sample[other] = row
    return sorted(sample, key=lambda row: row.number)
