from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

class AxeResults:
    response: dict[str, Any]

class Axe:
    def run(self, page: Page, *, options: Mapping[str, Any]) -> AxeResults: ...
