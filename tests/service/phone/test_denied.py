"""A revoked key, and a page without one, in a real browser: nothing can be done, or lost."""

import json
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.service.phone.conftest import BEGUN, OPENING
from tests.service.recording import Phone
from tests.service.serving import Serving, asked

pytestmark = pytest.mark.needs("chromium")

_TOOLS = ("undo", "redo", "say", "phones")


def _revoke(server: Serving, game: dict[str, Any], role: str) -> None:
    """Revoke every key of a role."""
    path, owner = f"/api/games/{game['id']}/keys", game["keys"]["owner"]
    for key in json.loads(server.get(path, owner))["keys"]:
        if key["role"] == role and not key["revoked"]:
            assert asked(server.link(f"{path}/{key['number']}"), "DELETE", key=owner).status == 200


def _link(server: Serving, game: dict[str, Any], **wanted: Any) -> str:
    """Return the link with a key that the owner gives out."""
    given = server.send("POST", f"/api/games/{game['id']}/keys", wanted, game["keys"]["owner"])
    return str(given["link"])


def _locked(phone: Phone) -> None:
    """Check that nothing can be tapped that writes or discards something."""
    for tool in _TOOLS:
        expect(phone.part(tool)).to_be_disabled()
    expect(phone.part("typed").locator("button")).to_be_disabled()
    expect(phone.part("act").locator("button")).to_have_count(0)
    expect(phone.streets(legal=True)).to_have_count(0)


@pytest.mark.parametrize("visibility", ["unlisted", pytest.param("private", marks=pytest.mark.long)])
def test_a_revoked_key_loses_nothing(
    server: Serving, context: BrowserContext, game: dict[str, Any], visibility: str
) -> None:
    """A phone with a revoked key says so at once, also in a public game; waiting decisions stay, and are sent when a
    link with another key is opened."""
    path = f"/api/games/{game['id']}/visibility"
    server.send("PUT", path, {"visibility": visibility}, game["keys"]["owner"])
    server.write(game, notation=BEGUN)
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    _revoke(server, game, "recorder")
    phone.state("alarm")
    expect(phone.part("act")).to_contain_text("is no longer valid")
    _locked(phone)
    phone.check()
    phone.page.goto(_link(server, game, role="recorder"))
    phone.saved()
    context.set_offline(True)
    phone.place("BS", "12")
    phone.state("away")
    phone.tap_unchecked("B")
    _revoke(server, game, "recorder")
    context.set_offline(False)
    phone.state("alarm")
    expect(phone.part("state")).to_contain_text("2 waiting")
    expect(phone.page.locator(".queue li")).to_have_count(2)
    _locked(phone)
    phone.page.goto(_link(server, game, role="recorder"))
    phone.saved()
    assert "1. BS B" in server.get(f"/api/games/{game['id']}/notation", game["keys"]["owner"])
    assert phone.wrong == []


@pytest.mark.long
def test_the_owner_goes_on_with_the_owners_key(server: Serving, context: BrowserContext, game: dict[str, Any]) -> None:
    """A phone that has the owner's key, too, continues with it when the recorder's is revoked."""
    phone = Phone(context, game["links"]["record"])
    phone.saved()
    owned = {game["id"]: {"recorder": game["keys"]["recorder"], "owner": game["keys"]["owner"]}}
    phone.page.evaluate("keys => localStorage.setItem('calimala.keys', JSON.stringify(keys))", owned)
    phone.page.reload()
    phone.saved()
    _revoke(server, game, "recorder")
    phone.write(OPENING)
    phone.streets(legal=True).first.wait_for()
    phone.saved()
    assert phone.wrong == []


@pytest.mark.long
def test_a_seat_whose_key_was_revoked_sees_no_cards(
    server: Serving, context: BrowserContext, game: dict[str, Any]
) -> None:
    """A seat's page with a revoked key says so, and shows neither a hand nor a choice; another link restores them."""
    seat = Phone(context, game["links"]["seat0"])
    seat.saved()
    seat.part("act").locator("h2").first.wait_for()
    _revoke(server, game, "seat")
    seat.state("alarm")
    act = seat.part("act")
    expect(act).to_contain_text("is no longer valid for these cards")
    expect(act.locator("button, h2")).to_have_count(0)
    expect(seat.page.locator("[data-settle=disagreement]")).to_have_count(0)
    seat.check()
    seat.page.goto(_link(server, game, role="seat", seat=0))
    seat.saved()
    seat.part("act").locator("h2").first.wait_for()
    assert seat.wrong == []


def test_a_page_without_a_key_offers_nothing(server: Serving, context: BrowserContext, game: dict[str, Any]) -> None:
    """The recorder's page without a key says so, also beside the head, and only links that leave it can be used."""
    phone = Phone(context, server.link(f"/record/{game['id']}"))
    phone.state("alarm")
    expect(phone.part("state")).to_contain_text("no key")
    expect(phone.part("act")).to_contain_text("has no key for recording the game")
    _locked(phone)
    phone.part("more").click()
    expect(phone.page.locator("dialog [data-symbol=_]")).to_have_count(0)
    expect(phone.page.locator("dialog nav a").first).to_be_visible()
    phone.check()
    assert phone.wrong == []
