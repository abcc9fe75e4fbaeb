"""A play as a link that opens BG Stats with it: everything stands in the address, nothing is sent anywhere.

The form is the one that BG Stats documents for other programs, at
<https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/>: one JSON object behind
``data=``. ``playDate`` is the end in UTC; the app shows the play before it keeps it, and remembers by the source ids
which of its games and players are meant. Every player has ``winner``: the app for Android asks for it.
"""

import json
from typing import Any, Final
from urllib.parse import quote

from replays.plays.play import Play, Player

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE: Final = "calimala"
GAME_ID: Final = 199383
"""Calimala on BoardGameGeek."""

_BOARDS: Final = {
    "first": "First edition",
    "two-players": "First edition, two players",
    "second": "Second edition",
    "intrigue": "Intrigue",
    "families": "Intrigue with families",
}
"""What BG Stats calls the board or variant, by rule set; in English, since the app compares it."""


def bg_stats_link(play: Play) -> str:
    """Return the address; raises ``ValueError`` for a play without a day, which BG Stats does not accept."""
    return (
        f"{ADDRESS}?data={quote(json.dumps(bg_stats_play(play), ensure_ascii=False, separators=(',', ':')), safe='')}"
    )


def bg_stats_play(play: Play) -> dict[str, Any]:
    """Return the object in the address; raises ``ValueError`` for a play without a day."""
    if play.ended is None:
        raise ValueError("a play without a day")
    told: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": play.ended.strftime("%Y-%m-%d %H:%M:%S"),
        "board": _BOARDS[play.rules],
        "game": {
            "name": "Calimala",
            "sourceGameId": SOURCE,
            "bggId": GAME_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [_player(player) for player in play.players],
    }
    optional = {"durationMin": play.minutes, "location": play.site, "comments": play.event}
    return told | {key: value for key, value in optional.items() if value}


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "sourcePlayerId": player.name.casefold(),
        "startPlayer": player.seat == 0,
        "score": player.points,
        "rank": player.rank,
        "winner": bool(player.has_won),
        **({"role": player.family} if player.family else {}),
    }
