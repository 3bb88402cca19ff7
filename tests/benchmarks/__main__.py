"""`python -m tests.benchmarks`: how fast and how big, beside other programs."""

import argparse
import os


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    made.add_argument("part", nargs="?", choices=["click"], help="clicks alone, in a browser")
    made.add_argument("--pages", default="", help="for click: ids of pages, with commas between")
    made.add_argument("--only", choices=["decoding", "app"], help="one part")
    made.add_argument("--threads", type=int, default=2, help="threads of each program")
    made.add_argument("--rounds", type=int, default=5, help="turns of each program")
    made.add_argument("--calls", type=int, default=3, help="measured calls in a turn")
    made.add_argument("--clicks", type=int, default=20, help="clicks of each kind on a page")
    return made


def main() -> None:
    arguments = parser().parse_args()
    # Read when torch and CTranslate2 are loaded, so it has to be set before they are imported.
    os.environ["OMP_NUM_THREADS"] = str(arguments.threads)
    if arguments.part == "click":
        from tests.benchmarks import click

        click.run([page for page in arguments.pages.split(",") if page])
        return
    if arguments.only in (None, "decoding"):
        from tests.benchmarks import decoding, timing

        plan = timing.Plan(rounds=arguments.rounds, calls=arguments.calls)
        decoding.run(plan, arguments.threads)
    if arguments.only in (None, "app"):
        from tests.benchmarks import app

        app.run(arguments.clicks)


if __name__ == "__main__":
    main()
