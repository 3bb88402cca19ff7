"""Export of a chart: every column of each table, and the words looked up for its rows."""

from explainer.charts.bars import Series, bars
from explainer.charts.figure import Figure
from explainer.charts.table_export import ASK


def drawn(**options: object) -> Figure:
    return bars(
        labels=["a", "b"],
        series=[Series("one", [1.0, 2.0], "source"), Series("two", [3.0, 4.0], "target")],
        label_title="letter",
        value_title="number",
        dark=False,
        **options,  # type: ignore[arg-type]
    )


def test_a_chart_tells_its_tables_when_it_is_asked() -> None:
    (told,) = [one for one in drawn().spec["params"] if one["name"] == "told"]
    assert told["bind"] == {"input": "text"}
    (asked,) = told["on"]
    assert asked["events"] == {"source": "window", "type": ASK}
    said = asked["update"]
    for column in ("i", "s", "v"):
        assert f"""pluck(data("bars"), "{column}")""" in said
    assert r'"label\u001fi\u001f" + join(pluck(data("words_names"), "label"), "\u001f")' in said
    assert r'"part\u001fs\u001f" + join(pluck(data("words_parts"), "part"), "\u001f")' in said
    assert "value_low" not in said, "the ends of a scale are no numbers of the figure"


def test_each_table_is_told_once() -> None:
    (told,) = [one for one in drawn(notes=["c", "d"]).spec["params"] if one["name"] == "told"]
    said = told["on"][0]["update"]
    assert said.count('"bars"') == 1 + said.count('data("bars")')
    assert said.count('"notes"') == 1 + said.count('data("notes")')
    assert '"words_names", ' not in said
