"""Collects the examples in the README and in `docs/` as tests (`tests/docs_examples.py`)."""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from tests.docs_examples import documents

pytest_collect_file = documents().pytest()


class KeepDocumentsTogether(LoadScopeScheduling):
    """Spreads tests over processes, but for the examples of one document: each goes on where the last one ended."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return path if path.endswith(".md") else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> KeepDocumentsTogether:
    """Takes part where tests are spread (`-n`)."""
    return KeepDocumentsTogether(config, log)
