"""Calls for other processes, which import this module and not a whole one of tests."""

import os
import signal
import time


def identity(seconds: float = 0.0) -> int:
    """Return which process this is, after some seconds."""
    time.sleep(seconds)
    return os.getpid()


def endless() -> None:
    """Compute without an end."""
    while True:
        pass


def dies() -> None:
    """End the process that this is called in."""
    os.kill(os.getpid(), signal.SIGTERM)
