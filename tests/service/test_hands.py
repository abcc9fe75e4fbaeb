"""Threads for short calls: each gets its own answer, whoever waits too long is told so, and threads come and go."""

import asyncio
import threading
from functools import partial

import pytest

from replays.service.guard.hands import Hands

LATE = ValueError("late")


@pytest.mark.parametrize("most", [1, 3])
def test_everybody_gets_their_own_answer(most: int) -> None:
    """Of many calls at once each gives what it gives, and what it raises reaches who asked and nobody else."""
    hands = Hands(most)
    free = threading.Semaphore(most)

    def called(number: int) -> int:
        assert free.acquire(blocking=False), "more threads than there may be"
        try:
            return squared(number)
        finally:
            free.release()

    def squared(number: int) -> int:
        if number % 7 == 3:
            raise KeyError(number)
        return number * number

    async def asked() -> list[int | BaseException]:
        calls = (hands.run(partial(called, number), 60, LATE) for number in range(200))
        return await asyncio.gather(*calls, return_exceptions=True)

    for _ in range(2):
        found = asyncio.run(asked())
        for number, told in enumerate(found):
            assert isinstance(told, KeyError) if number % 7 == 3 else told == number * number


def test_who_waits_too_long_is_told_so() -> None:
    """A call that does not end is given up, and does not disturb the next one."""
    hands = Hands(2)
    held = threading.Event()

    async def asked() -> str:
        with pytest.raises(ValueError, match="late"):
            await hands.run(held.wait, 0.01, LATE)
        told = await hands.run(lambda: "next", 60, LATE)
        held.set()
        return told

    assert asyncio.run(asked()) == "next"


def test_calls_that_nobody_waits_for_any_more_are_left_out() -> None:
    """Of a call whose loop has ended nobody hears, and the thread goes on with the next."""
    hands = Hands(1)
    held, done = threading.Event(), list[str]()

    async def left() -> None:
        task = asyncio.create_task(hands.run(held.wait, 60, LATE))
        other = asyncio.create_task(hands.run(lambda: done.append("never"), 60, LATE))
        await asyncio.sleep(0)
        task.cancel()
        other.cancel()
        await asyncio.gather(task, other, return_exceptions=True)

    asyncio.run(left())
    held.set()

    async def asked() -> str:
        return await hands.run(lambda: "next", 60, LATE)

    assert asyncio.run(asked()) == "next"
    assert not done
