"""Threads over chunks of deals: results come in order, whatever the number of threads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from sim.policy import Policy

Item = TypeVar("Item")
Result = TypeVar("Result")


USERS_ARE_SLOWER = 64
"""How many times fewer deals are played at once where a user's strategy plays."""


def deals_at_once(usual: int, policies: Iterable[Policy]) -> int:
    """Return how many deals to play between two looks at whether to stop, or in one chunk.

    A user's strategy may be plain Python; an interrupt is to be heard soon all the same, and a kill
    is to lose little.
    """
    if all(policy.trusted for policy in policies):
        return usual
    return max(usual // USERS_ARE_SLOWER, 1)


def chunks(first: int, count: int, size: int) -> Iterator[range]:
    """Cut `count` deals from number `first` on at multiples of `size`.

    Examples
    --------
    >>> list(chunks(3, 7, 4))
    [range(3, 4), range(4, 8), range(8, 10)]
    """
    start, end = first, first + count
    while start < end:
        stop = min((start // size + 1) * size, end)
        yield range(start, stop)
        start = stop


def map_in_order(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    on_leave: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Apply a function in threads and yield its results in the order of the items.

    At most two items a thread are under way, so memory does not grow with their number. An error
    in one, or the consumer's leaving, cancels what has not begun.

    Parameters
    ----------
    work : function
        Should release the GIL for most of its time, as the simulator's kernels do.
    items : iterable
    threads : int
        At least 1.
    on_leave : function, optional
        Called when no more results are wanted and before what is under way is waited for.
    """
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        if on_leave is not None:
            on_leave()
        pool.shutdown(wait=True, cancel_futures=True)
