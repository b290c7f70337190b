"""A memo that does not grow."""

from tablee.core.bounded_dict import BoundedDict


def test_the_oldest_make_room_for_the_newest() -> None:
    memo: BoundedDict[int, str] = BoundedDict(3)
    for key in range(10):
        memo[key] = str(key)
    assert memo == {7: "7", 8: "8", 9: "9"}
    memo[8] = "again"
    assert list(memo) == [7, 8, 9]
