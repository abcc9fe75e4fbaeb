"""A recorder without a connection whose service has the folder of a phone: what waits is checked on the phone."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import BrowserContext, expect

from calimala_es.game import play
from calimala_es.initial import shuffled_setup
from notation import dumps
from tests.pocket.folder import built
from tests.service.phone.conftest import OPENING
from tests.service.recording import Phone
from tests.service.serving import Serving, serving

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.timeout(600)]

_PATIENCE = 60_000


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """Yield a server that lets recorders check without a connection."""
    folder = built(tmp_path_factory.mktemp("checking") / "pocket")
    with serving(tmp_path_factory.mktemp("served") / "games.db", "--rate", 0, "--pocket", folder) as running:
        yield running


def _loaded(phone: Phone) -> None:
    """Wait until the phone can check: the worker has started, and the game is there as text."""
    for _ in range(_PATIENCE // 500):
        phone.page.wait_for_timeout(500)
        names = phone.page.evaluate("async () => [...Object.keys(localStorage), ...await caches.keys()]")
        names = [name for name in names if "base" in name or "memory" in name]
        if len(names) > 1:
            return
    raise AssertionError("the worker has not started")


@pytest.mark.long
def test_what_waits_is_checked(checking: Serving, context: BrowserContext) -> None:
    """Without a connection only legal decisions are offered, and one against the rules is refused at once.

    An undo drops what waits, a page that is loaded again checks it, and with the connection all of it is saved.
    """
    game = checking.made('[Blue "Maria"]\n' + dumps(play(shuffled_setup("bry", Random(4)))))
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    phone.worker()
    phone.write(OPENING)
    phone.saved()
    _loaded(phone)
    context.set_offline(True)
    phone.place("BS", "12")
    expect(phone.part("waiting")).to_contain_text("activates brick and ship")
    phone.state("away")
    phone.tap("B")
    expect(phone.part("act").locator('button[data-symbol="B"]')).to_have_count(0)
    phone.write("SB")
    expect(phone.page.locator("[data-settle=refused] .why").first).to_contain_text("R5")
    phone.check()
    phone.part("act").locator("[data-key=drop]").click()
    phone.tap("S-")
    expect(phone.part("waiting")).to_contain_text("must place a disc")
    phone.undo()
    phone.undo()
    expect(phone.part("waiting")).to_contain_text("activates brick and ship")
    phone.page.reload()
    phone.page.wait_for_timeout(4_000)
    expect(phone.part("waiting")).to_contain_text("activates brick and ship", timeout=_PATIENCE)
    phone.tap("B")
    expect(phone.part("act").locator('button[data-symbol="B"]')).to_have_count(0)
    context.set_offline(False)
    phone.saved()
    assert "1. BS B" in checking.get(f"/api/games/{game['id']}/notation", game["keys"]["owner"])
    assert phone.wrong == []
