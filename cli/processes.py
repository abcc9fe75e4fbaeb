"""The options of commands whose work several processes share: how many, or those of which cluster."""

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from cli.exits import wrong_usage
from cli.installing import need_package
from replays.workers import Workforce

WORKERS = ("processes", "scheduler")
"""The names of the options, which the help of ``games build`` explains."""


def workers_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say who does the work; the command receives them together as ``workers``."""

    @processes_options
    @wraps(function)
    def with_workers(processes: int | None, scheduler: str, **values: Any) -> Any:
        return function(workers=workforce(processes, scheduler), **values)

    return with_workers


def processes_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the same options for a command that needs ``workforce`` only sometimes."""
    for option in (
        click.option(
            "--scheduler",
            default="",
            metavar="ADDRESS",
            help="Use the workers of a Dask cluster instead, e.g. tcp://10.0.0.5:8786",
        ),
        click.option(
            "--processes",
            type=click.IntRange(1, 256),
            metavar="N",
            help="Use N processes (default: one per core)",
        ),
    ):
        function = option(function)
    return function


def workforce(processes: int | None, scheduler: str) -> Workforce:
    """Return who does the work; raise ``click.UsageError`` where both options are given."""
    if processes and scheduler:
        raise wrong_usage("use only one of {options}", options=("--processes", "--scheduler"))
    if scheduler:
        need_package("a cluster", "distributed", "distributed")
    return Workforce(processes or os.cpu_count() or 1, scheduler)
