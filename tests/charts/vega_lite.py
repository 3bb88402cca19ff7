"""Whether Vega-Lite knows every part of a figure; what it does not know would draw nothing."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import patch

from altair.utils import schemapi
from altair.vegalite.v6.schema.core import load_schema
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from streamlit.elements.vega_charts import _stabilize_vega_json_spec

from explainer.charts.figure import Figure


@cache
def _schema() -> Validator:
    """Read once: Altair would look through all of it for each figure."""
    schema = load_schema()
    return validator_for(schema)(schema)


def check(spec: Mapping[str, Any]) -> None:
    """Raises jsonschema.ValidationError where the schema is not met. That of Vega-Lite knows of no
    parameter that hears the window; it hands it to Vega, which does (a browser test holds that).
    """
    params = [one for one in spec.get("params", []) if one["name"] != "told"]
    _schema().validate({**spec, "params": params})


@contextmanager
def without_search() -> Iterator[None]:
    """Whatever is encoded must have its class: Altair cannot look through all of them for it."""
    with patch.object(schemapi, "_FromDict", None):
        yield


def rows(figure: Figure, table: str) -> list[dict[str, Any]]:
    """A table of a figure, whose specification is held against the schema, and in which every name
    is given: none is Altair's own count.
    """
    written = json.dumps(figure.spec)
    assert _stabilize_vega_json_spec(written) == written
    plain = {name: found.to_pylist() for name, found in figure.data.items()}
    check({**figure.spec, "datasets": plain})
    return plain[table]


def column(figure: Figure, table: str, name: str) -> list[Any]:
    """One column of a table, as `rows` reads it."""
    return [row[name] for row in rows(figure, table)]
