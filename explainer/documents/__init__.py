"""HTML documents to download or print, from Jinja templates with every value escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def document(template: str, **values: object) -> str:
    """Render the HTML of `template` (a file name in this folder) with these values.

    A value that the template asks for and nobody gave raises jinja2.UndefinedError.
    """
    return _templates().get_template(template).render(**values)
