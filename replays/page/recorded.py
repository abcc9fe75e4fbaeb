"""The page of a game that was written down: all of it with its views, or what one viewer saw and nothing else."""

from collections.abc import Collection, Sequence

from calimala_es.events import Event
from calimala_es.view import Viewer
from replays.depths import Depths
from replays.drawing.diagrams.graph import missing_texts
from replays.edit.redact import redact
from replays.edit.tree import Tree
from replays.page.contents import Page, page_of, viewers_of
from replays.replay import Replay
from replays.text.names import Names


def recorded_page(
    replay: Replay,
    names: Names,
    *,
    viewer: tuple[Viewer, ...] = (),
    kept: Collection[str] = (),
    notices: Sequence[str] = (),
    is_seen: bool = False,
) -> Page:
    """Return the page of a game as it was recorded.

    ``viewer`` is empty for everything, otherwise it holds the one viewer whose view it is; ``kept`` are the layers of
    notes that a view has; ``notices`` are shown to the reader first. ``is_seen`` says that the game is already a
    viewer's view, so that no other can be chosen.
    """
    record = replay.game
    has_views = record.depth == "full" and not viewer and not is_seen
    depths = Depths(replay)
    known = depths.known(replay.last)
    views = viewers_of(replay) if has_views else ()
    if viewer:
        record, replay = redact(record, viewer[0], kept), replay.view(viewer[0])

    def told(event: Event, place: int) -> str:
        return depths.words(event, place, names)

    return page_of(
        Tree.of(record),
        replay,
        names,
        viewers=views,
        kept=kept,
        told=told,
        known=depths.known,
        gaps=depths.marks(replay.last),
        notices=[*notices, *missing_texts(replay, replay.last, known, names.language)],
    )


def whose_view(viewer: Viewer, names: Names) -> str:
    """Say whose view a page shows."""
    language = names.language
    if viewer is None:
        return language.text("As the public saw it. Of what people said it has only what tells nothing hidden.")
    return language.text(
        "As {name} saw it. Of what people said it has only what tells nothing hidden.", name=names.person(viewer)
    )
