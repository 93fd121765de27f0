"""Growth of work, measured without a clock on the wall: how much more twice the input costs."""

from __future__ import annotations

import time
from collections.abc import Callable


def growth(work: Callable[[int], object], size: int) -> float:
    """Return CPU time for 2 * size over that for `size`, the least of five; about 2 when linear.

    Both times are of this process alone and of one run, so a busy machine changes little; work that
    takes less than 50 ms for both is called linear, since its noise is larger than its growth.
    """
    return min(_ratio(work, size) for _ in range(5))


def _ratio(work: Callable[[int], object], size: int) -> float:
    once, twice = _cost(work, size), _cost(work, 2 * size)
    return 2.0 if once + twice < 0.05 else twice / once


def _cost(work: Callable[[int], object], size: int) -> float:
    start = time.process_time()
    work(size)
    return max(time.process_time() - start, 1e-6)
