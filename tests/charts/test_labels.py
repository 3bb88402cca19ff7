"""Words that a specification has in an expression."""

from __future__ import annotations

import json

from explainer.charts.labels import label_at


def test_a_label_cannot_leave_its_quotes() -> None:
    evil = '"]; while(1);//\\u2028</script>'
    expression = label_at([evil], "datum.value")
    assert json.loads(expression.removesuffix("[datum.value]")) == [evil]
    assert expression.isascii()
