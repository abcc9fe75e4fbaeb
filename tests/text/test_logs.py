"""A real turn in every language, checked by speakers once."""

from pathlib import Path

import pytest

from notation import loads
from replays.replay import Replay
from replays.text.events import event_text
from replays.text.languages import language_of
from replays.text.names import Names

ROOT = Path(__file__).resolve().parents[2]
RECORD = loads((ROOT / "examples" / "game-of-four.cgn").read_text(encoding="utf-8"))
REPLAY = Replay(RECORD)
NAMES = dict(enumerate(("Maria", "Angelica", "Tania", "Nicole")))


def log(code: str, *places: str) -> list[str]:
    """Return the events of turns, or single events, in a language."""
    names = Names.of(RECORD.setup, NAMES, language_of(code))
    spans = [(REPLAY.find(place, before=True), REPLAY.find(place)) for place in places]
    return [event_text(event, names) for first, last in spans for event in REPLAY.events[first:last]]


TURN = {
    "en": """\
Tania places a coloured disc on the street brick-ship
Tania is activated by the disc just placed: brick and ship
Tania: ship cloth to Barcelona (3 cloth)
Tania: brick to the warehouse
Tania plays the contribute card: contribute marble to Santa Maria del Fiore
Tania plays no more cards
Nicole is activated by the second disc from the top: brick and ship
Nicole: ship cloth to Lisbon (2 cloth)
Nicole: brick to the warehouse
Nicole plays no more cards
Nicole is activated by the third disc from the top: brick and ship
Nicole: ship cloth to Lisbon (2 cloth)
Nicole: brick to the warehouse
Nicole plays no more cards
Tania takes the top disc of the street brick-ship to contributions of brick for the council; the white disc goes on \
top there
contributions of brick are scored: Maria 3 points for 8 cubes, Angelica 2 points for 3 cubes, Tania 1 point for 1 cube
the turn of Tania is over""",
    "ru": """\
Tania кладёт цветной диск на улицу «кирпич – отправка ткани морем»
Tania активирует только что положенный диск: кирпич и отправка ткани морем
Tania: отправка ткани морем в Барселону (ткань: 3)
Tania: кирпич на склад
Tania играет карту «пожертвование»: пожертвование: мрамор в Санта-Мария-дель-Фьоре
Tania больше не играет карт
Nicole активирует второй сверху диск: кирпич и отправка ткани морем
Nicole: отправка ткани морем в Лиссабон (ткань: 2)
Nicole: кирпич на склад
Nicole больше не играет карт
Nicole активирует третий сверху диск: кирпич и отправка ткани морем
Nicole: отправка ткани морем в Лиссабон (ткань: 2)
Nicole: кирпич на склад
Nicole больше не играет карт
Tania забирает верхний диск с улицы «кирпич – отправка ткани морем» на жетон «пожертвования кирпича» в совете; \
белый диск ложится там на верх стопки
подсчёт по пожертвованиям кирпича: Maria — 3 очка за 8 кубиков, Angelica — 2 очка за 3 кубика, Tania — 1 очко за 1 \
кубик
ход игрока Tania окончен""",
    "zh_TW": """\
Tania 把家族成員放到「磚塊－海運」行動格
Tania 執行剛放置的工人：磚塊和海運
Tania：海運紡織品到巴塞隆納（3 個紡織品）
Tania：磚塊到倉庫
Tania 打出一張「貢獻」行動卡：貢獻大理石到聖母百花大教堂
Tania 不再打卡
Nicole 執行由上往下第二個的工人：磚塊和海運
Nicole：海運紡織品到里斯本（2 個紡織品）
Nicole：磚塊到倉庫
Nicole 不再打卡
Nicole 執行由上往下第三個的工人：磚塊和海運
Nicole：海運紡織品到里斯本（2 個紡織品）
Nicole：磚塊到倉庫
Nicole 不再打卡
Tania 把「磚塊－海運」行動格最上面的工人移到宮殿的「磚塊的貢獻」；承包商放到那裡的最上面
結算磚塊的貢獻：Maria 以 8 個方塊得 3 分、Angelica 以 3 個方塊得 2 分、Tania 以 1 個方塊得 1 分
Tania 的回合結束""",
    "hu": """\
Tania letesz egy színes korongot a(z) tégla–behajózás utcára
Tania aktiválja az éppen letett korongját: tégla és behajózás
Tania: szövet behajózása Barcelonába (3 szövet)
Tania: tégla a raktárba
Tania kijátszik egy hozzájárulás akciókártyát: hozzájárulás (márvány) Santa Maria del Fioréba
Tania nem játszik ki több kártyát
Nicole aktiválja felülről a(z) második korongot: tégla és behajózás
Nicole: szövet behajózása Lisszabonba (2 szövet)
Nicole: tégla a raktárba
Nicole nem játszik ki több kártyát
Nicole aktiválja felülről a(z) harmadik korongot: tégla és behajózás
Nicole: szövet behajózása Lisszabonba (2 szövet)
Nicole: tégla a raktárba
Nicole nem játszik ki több kártyát
Tania a(z) tégla–behajózás utca felső korongját a városi tanácsba teszi (hozzájárulás: tégla); a fehér korong a \
torony tetejére kerül
hozzájárulás (tégla) pontozása: Maria 3 pont (8 kocka), Angelica 2 pont (3 kocka), Tania 1 pont (1 kocka)
Tania köre véget ér""",
}

FINAL = {
    "ru": """\
Nicole: отправка ткани по суше — невозможно
Nicole берёт карту «отправка ткани по суше»
конец: все жетоны влияния подсчитаны
подсчёт по карте влияния «Лондон»: Angelica — 5 очков за 8 кубиков, Nicole — 3 очка за 3 кубика, Tania — 1 очко \
за 1 кубик
Angelica побеждает: больше мест в совете и скульптур в Палаццо вместе""",
    "zh_TW": """\
Nicole：運輸無法執行
Nicole 抽一張「運輸」行動卡
結束：所有計分板塊都已結算
結算計分卡「倫敦」：Angelica 以 8 個方塊得 5 分、Nicole 以 3 個方塊得 3 分、Tania 以 1 個方塊得 1 分
Angelica 獲勝：宮殿中的工人加雕像較多""",
    "hu": """\
Nicole: szállítás – nem hajtható végre
Nicole húz egy szállítás akciókártyát
vége: minden pontozólapkát lepontoztak
a pontozókártya pontozása, London: Angelica 5 pont (8 kocka), Nicole 3 pont (3 kocka), Tania 1 pont (1 kocka)
Angelica nyer: több képviselő és műalkotás a városi tanácsban""",
}


@pytest.mark.parametrize("code", TURN)
def test_a_turn(code: str) -> None:
    """The log of a turn has a placement that activates three discs, a card, a disc taken back (R6.3) and a tile."""
    assert log(code, "43") == TURN[code].split("\n")


@pytest.mark.parametrize("code", FINAL)
def test_what_is_impossible_and_the_end(code: str) -> None:
    """The log has an impossible action with its card, the end of the game, an influence card, and the winner (R7.4)."""
    assert log(code, "44.1.3", "44.1.4", "48.4.4", "48.4.9", "48.4.14") == FINAL[code].split("\n")
