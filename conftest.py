"""Collects the examples in the README and in `docs/` as tests, and says which tests belong to one process."""

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
    "browser": re.compile("browser|page/test_viewer|security_pages"),
    "postgres": re.compile("postgres|two_servers"),
    "wheel": re.compile("test_packaging"),
}
"""Tests that share what takes long to start, by their ids."""


class Groups(LoadScopeScheduling):
    """Spreads tests over processes; those that share something stay together, as do the examples of a document."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        if path.endswith(".md"):
            return path
        return next((name for name, ids in GROUPS.items() if ids.search(nodeid)), nodeid)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one process more than there are cores, since tests also wait: for servers, browsers and files."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    """Take part where tests are spread (`-n`)."""
    return Groups(config, log)
