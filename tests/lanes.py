"""How much a test does in which lane."""

import os

IS_UNCOMPILED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


def fewer(n: int) -> int:
    """Uncompiled, where everything is some hundred times slower, a quarter of it."""
    return max(1, n // 4) if IS_UNCOMPILED else n
