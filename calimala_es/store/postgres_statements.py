"""The statements that read and write the tables of ``postgres_tables``; ``{schema}`` is where these stand."""

from typing import Final

SAVE: Final = (
    "SELECT {schema}.save_rows(%t::text[], %t::bigint[], %t::text[], %b::bytea[], "
    "%t::text[], %t::bigint[], %b::bytea[], %t::text[], %b::bytea[])"
)
SELECT: Final = (
    "SELECT originator_version, state FROM {schema}.stored_events "
    "WHERE originator_id=%s AND originator_version>%s ORDER BY originator_version"
)
SELECT_UP_TO: Final = (
    "SELECT originator_version, state FROM {schema}.stored_events "
    "WHERE originator_id=%s AND originator_version>%s AND originator_version<=%s ORDER BY originator_version"
)
LAST: Final = "SELECT COALESCE(MAX(originator_version), 0) FROM {schema}.stored_events WHERE originator_id=%s"
NAMES: Final = "SELECT originator_id, originator_version, name FROM {schema}.names"
NAMES_OF_ONE: Final = f"{NAMES} WHERE originator_id=%s"
ERASE: Final = (
    "DELETE FROM {schema}.names WHERE (%s::text IS NULL OR originator_id=%s) AND (%b::bytea IS NULL OR name=%b)"
)
WRITE_NAMES_ANEW: Final = "VACUUM (FULL) {schema}.names"
POSITION: Final = "SELECT COALESCE(MAX(notification_id), 0) FROM {schema}.stored_events"
TOUCHED: Final = (
    "SELECT originator_id, MAX(originator_version) FROM {schema}.stored_events "
    "WHERE notification_id>%s GROUP BY originator_id"
)
PUT_SUMMARIES: Final = (
    "INSERT INTO {schema}.summaries SELECT * FROM unnest(%t::text[], %b::bytea[]) "
    "ON CONFLICT (game) DO UPDATE SET summary=EXCLUDED.summary"
)
SUMMARIES: Final = "SELECT game, summary FROM {schema}.summaries ORDER BY game"

PUT_PHOTO: Final = """
    INSERT INTO {schema}.photos VALUES (%s, %s, %s) ON CONFLICT (game, name) DO UPDATE SET content = EXCLUDED.content"""
PHOTO: Final = "SELECT content FROM {schema}.photos WHERE game = %s AND name = %s"
ERASE_PHOTOS: Final = "DELETE FROM {schema}.photos WHERE game = %s AND (%s::text IS NULL OR name = %s)"
WRITE_PHOTOS_ANEW: Final = "VACUUM (FULL) {schema}.photos"
