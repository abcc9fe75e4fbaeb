"""Collect the examples of documents and transcripts as tests, and keep the tests of a group in one process."""

import gc
import os
import re
import sys
from collections.abc import Generator

import pytest
from _pytest.runner import runtestprotocol
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.docs_examples import documents

# Hundreds of interpreters are started, which must not compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Thousands of tests are objects that stay: looking through them for rubbish again and again takes a tenth of the time.
gc.set_threshold(500_000, 20, 50)

pytest_collect_file = documents().pytest()

GROUPS = {
    "recorder": re.compile("/phone/test_(recording|page)"),
    "spectators": re.compile("service/test_(browser_viewer|security_pages)"),
    "postgres": re.compile("postgres|two_servers"),
    "viewer": re.compile("page/test_(viewer|sight)|drawing/.*prints"),
    "phone": re.compile("/phone/"),
    "desk": re.compile("service/test_browser"),
    "sentences": re.compile("text/test_(english|catalogues)"),
    "slow": re.compile("^tests/(service|study)/"),
}
"""Tests by their ids, in the order in which they begin: those that share what takes long to make, and slow modules.

Groups of a browser are small enough that none is left alone at the end.
"""

SHARED = frozenset(GROUPS) - {"slow"}
"""Groups that stay together; all other tests stay with those of their module."""


def group_of(nodeid: str) -> str:
    """Return the group of a test, or an empty text."""
    return next((name for name, ids in GROUPS.items() if ids.search(nodeid)), "")


def pytest_configure(config: pytest.Config) -> None:
    """Let tests that are spread begin in the order of their collection."""
    config.option.loadscopereorder = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the groups, which take longest, so that no process waits for one at the end."""
    order = [*GROUPS, ""]
    items.sort(key=lambda item: order.index(group_of(item.nodeid)))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let nobody search for rubbish while tests are collected, nor later among what was collected."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Let a process of many not search for rubbish when it is done, as pytest does twice and Python again.

    It takes seconds, and what is found then is reported by nobody.
    """
    if hasattr(config, "workerinput"):
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Report only what counts of a test in a process of many: the test itself, and what failed or was skipped.

    Each report is packed, sent, unpacked and shown, which takes longer than many a test.
    """
    if not hasattr(item.config, "workerinput") or item.config.option.durations is not None:
        return None
    place = {"nodeid": item.nodeid, "location": item.location}
    item.ihook.pytest_runtest_logstart(**place)
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(**place)
    return True


class Groups(LoadScopeScheduling):
    """Spreads tests over processes; those of a group or of a module, which share fixtures and games, stay together."""

    def _split_scope(self, nodeid: str) -> str:
        group = group_of(nodeid)
        return group if group in SHARED else nodeid.partition("::")[0]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one process more than there are cores, since tests also wait: for servers, browsers and files."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    """Take part where tests are spread (`-n`)."""
    return Groups(config, log)
