"""Whether Vega-Lite knows every part of a figure; what it does not know would draw nothing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from altair.vegalite.v6.schema.core import load_schema
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for


@cache
def _schema() -> Validator:
    """Read once: Altair would look through all of it for each figure."""
    schema = load_schema()
    return validator_for(schema)(schema)


def check(spec: Mapping[str, object]) -> None:
    """Raises jsonschema.ValidationError where the schema is not met."""
    _schema().validate(spec)
