"""The same work for many things."""

import time

import pytest

from obversi.lab.threads import each


def test_the_order_is_kept_and_progress_told() -> None:
    shares: list[float] = []
    found = each(lambda number: number * number, range(50), 3, shares.append)
    assert found == [number * number for number in range(50)]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_an_error_ends_the_work() -> None:
    begun: list[int] = []

    def fails(number: int) -> None:
        begun.append(number)
        time.sleep(0.001)
        if number == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        each(fails, range(10_000), 1)
    assert len(begun) < 10_000
