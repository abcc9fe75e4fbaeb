"""Collect the examples in the README and in `docs/` as tests, and keep the tests of a group in one process."""

import os
import re
import sys

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.docs_examples import documents

# Hundreds of interpreters are started, which must not compile every module anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

pytest_collect_file = documents().pytest()

GROUPS = {
    "phone": re.compile("/phone/"),
    "browser": re.compile("browser|page/test_viewer|security_pages|prints"),
    "postgres": re.compile("postgres|two_servers"),
    "wheel": re.compile("test_packaging"),
}
"""Tests that share what takes long to start, by their ids."""


def group_of(nodeid: str) -> str | None:
    """Return the group of a test, if it belongs to one; the examples of a document are one."""
    path = nodeid.partition("::")[0]
    return path if path.endswith(".md") else next((name for name, ids in GROUPS.items() if ids.search(nodeid)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the groups, which take longest, so that no process waits for one at the end."""
    items.sort(key=lambda item: group_of(item.nodeid) is None)


class Groups(LoadScopeScheduling):
    """A scheduler that spreads tests over processes; those of a group stay together."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid) or nodeid


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one process more than there are cores, since tests also wait: for servers, browsers and files."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    """Take part where tests are spread (`-n`)."""
    return Groups(config, log)
