"""Names beside points cover nothing, and words of expressions are written as words."""

import json
import math

from explainer.charts import label_placement
from explainer.charts.labels import label_at


def test_on_a_phone_a_name_stands_where_nothing_else_is_or_not_at_all() -> None:
    names = ["one of many"] * 6
    places = [(1e18 * (1 + at / 100), 20 + at / 50) for at in range(6)]
    across, up = ((1e16, 1e20), True), ((10.0, 40.0), False)
    kept = [False] * 5 + [True]
    sides = label_placement.place_labels(names, places, across, up, label_placement.NARROW, kept)
    assert sides[-1] == "right" and "" in sides  # what is kept comes first
    assert len(set(sides) - {""}) == len([side for side in sides if side])
    assert "" not in label_placement.place_labels(names, places, across, up, label_placement.NARROW)


def test_names_stand_where_no_point_and_no_other_name_is() -> None:
    names = ["first", "second name", "third", "fourth"]
    places = [(1e18, 20.0), (1.2e18, 20.0), (1.1e18, 23.0), (9.5e19, 30.0)]
    sides = label_placement.place_labels(names, places, ((1e17, 1e20), True), ((10, 40), False))
    points = [
        (label_placement.WIDTH * (math.log10(c) - 17) / 3, label_placement.HEIGHT * (40 - v) / 30)
        for c, v in places
    ]
    boxes = []
    for name, (x, y), side in zip(names, points, sides, strict=True):
        left, top, right, bottom = label_placement.boxes_of(
            x, y, label_placement.LETTER * len(name)
        )[side]
        boxes.append((left, top, right, bottom))
        for px, py in points:
            beside = not left - label_placement.REACH < px < right + label_placement.REACH
            assert beside or not top - label_placement.REACH < py < bottom + label_placement.REACH
    assert sides[-1] == "left"  # to the right the plot ends
    for i, one in enumerate(boxes):
        assert one[2] <= label_placement.WIDTH
        for other_box in boxes[i + 1 :]:
            apart = (
                one[2] <= other_box[0]
                or other_box[2] <= one[0]
                or one[3] <= other_box[1]
                or other_box[3] <= one[1]
            )
            assert apart


def test_no_name_crosses_a_vertical_line() -> None:
    scales = ((0.0, 10.0), False), ((0.0, 10.0), False)
    placed = (
        label_placement.place_labels(["a long name"], [(5, 5)], *scales, walls=w) for w in ([], [6])
    )
    assert list(placed) == [["right"], ["left"]]


def test_a_label_cannot_leave_its_quotes() -> None:
    evil = '"]; while(1);//\\u2028</script>'
    expression = label_at([evil], "datum.value")
    assert json.loads(expression.removesuffix("[datum.value]")) == [evil]
    assert expression.isascii()
