/**
 * The games of this phone in IndexedDB: rows by stream and version, names beside them, photos, summaries.
 *
 * What a request changes is one transaction, which is on the disk before the request is answered. `place` counts all
 * rows that were ever written, so that another page of this phone finds those that it does not know.
 */

const DATABASE = "calimala";
const LAYOUT = 1;
const STORES = ["rows", "names", "photos", "summaries", "state"];

/** What Python's journal lists: a kind and its fields, see `calimala_es/store/journal.py`. @typedef {[string, ...any]} Entry */
/** A row as it is stored. @typedef {{stream: string, version: number, data: Uint8Array, place: number}} Row */
/** A game's rows and photos. @typedef {{rows: [string, number, Uint8Array][], photos: [string, string, Uint8Array][]}} SavedGame */

/**
 * Return what a request to the database gives.
 * @template Result
 * @param {IDBRequest<Result>} request @returns {Promise<Result>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}

/** @param {IDBDatabase} database */
function makeStores(database) {
  const rows = database.createObjectStore("rows", { keyPath: ["stream", "version"] });
  rows.createIndex("place", "place", { unique: true });
  for (const name of STORES.slice(1)) database.createObjectStore(name);
}

/**
 * Return the keys of everything that belongs to a game in a store whose keys begin with the game or its streams.
 * @param {string} game
 */
function keysOf(game) {
  return [IDBKeyRange.bound([game], [game, []]), IDBKeyRange.bound([`${game}/`], [`${game}0`], false, true)];
}

export class Rows {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    /** The place of the last row that Python knows of, or need not know. */
    this.place = 0;
    database.onversionchange = () => database.close();
  }

  static async open() {
    const request = indexedDB.open(DATABASE, LAYOUT);
    request.onupgradeneeded = () => makeStores(request.result);
    return new Rows(await result(request));
  }

  /** @param {IDBTransactionMode} mode */
  begin(mode) {
    return this.database.transaction(STORES, mode, { durability: "strict" });
  }

  /**
   * Read what is known of all games: names and summaries; rows are read as they are asked for.
   * @returns {Promise<{names: any[], summaries: any[]}>}
   */
  async readAll() {
    const transaction = this.begin("readonly");
    const [names, keys, summaries, place] = await Promise.all([
      result(transaction.objectStore("names").getAll()),
      result(transaction.objectStore("names").getAllKeys()),
      result(transaction.objectStore("summaries").getAll()),
      result(transaction.objectStore("state").get("place")),
    ]);
    this.place = place ?? 0;
    return { names: names.map((name, at) => [.../** @type {any[]} */ (keys[at]), name]), summaries };
  }

  /**
   * Read a game.
   * @param {string} game @returns {Promise<SavedGame>}
   */
  async readGame(game) {
    const transaction = this.begin("readonly");
    const rows = transaction.objectStore("rows");
    const photos = transaction.objectStore("photos");
    const range = keysOf(game)[0];
    const [own, beside, pictures, pictureKeys] = await Promise.all([
      ...keysOf(game).map((keys) => result(rows.getAll(keys))),
      result(photos.getAll(range)),
      result(photos.getAllKeys(range)),
    ]);
    return {
      rows: [.../** @type {Row[]} */ (own), .../** @type {Row[]} */ (beside)].map(toRow),
      photos: /** @type {Uint8Array[]} */ (pictures).map((data, at) => {
        const [id, name] = /** @type {string[]} */ (/** @type {any} */ (pictureKeys)[at]);
        return [id, name, data];
      }),
    };
  }

  /** Return the ids of all games. @returns {Promise<string[]>} */
  async games() {
    const keys = await result(this.begin("readonly").objectStore("rows").getAllKeys());
    return [...new Set(keys.map((key) => String(/** @type {any} */ (key)[0]).split("/")[0]))];
  }

  /**
   * Return the ids of the games whose summary is older than their rows.
   * @returns {Promise<string[]>}
   */
  async changedGames() {
    const keys = await result(this.begin("readonly").objectStore("state").getAllKeys());
    return keys.map(String).flatMap((key) => (key.startsWith("changed ") ? [key.slice("changed ".length)] : []));
  }

  /**
   * Return the rows that other pages of this phone have written since the last look; null where rows were erased.
   * @returns {Promise<[string, number, Uint8Array][] | null>}
   */
  async news() {
    const transaction = this.begin("readonly");
    const state = transaction.objectStore("state");
    const [place, erased] = await Promise.all([result(state.get("place")), result(state.get("erased"))]);
    if ((place ?? 0) === this.place) return [];
    if ((erased ?? 0) > this.place) return null;
    const range = IDBKeyRange.lowerBound(this.place, true);
    const rows = await result(transaction.objectStore("rows").index("place").getAll(range));
    this.place = place;
    return rows.map(toRow);
  }

  /**
   * Save what a request changed, all of it or nothing; reject where a row's place is taken, or nothing can be stored.
   * @param {Entry[]} entries
   */
  async save(entries) {
    if (!entries.length) return;
    const transaction = this.begin("readwrite");
    const done = finished(transaction);
    const state = transaction.objectStore("state");
    let place = this.place;
    /** @type {Set<string>} */
    const changed = new Set();
    try {
      for (const entry of entries) place = this.write(transaction, entry, place, changed);
      for (const [kind, game] of entries) if (kind === "summary" || kind === "erase-summary") changed.delete(game);
      for (const game of changed) state.put(true, `changed ${game}`);
      if (place !== this.place) state.put(place, "place");
      transaction.commit();
    } catch (error) {
      transaction.abort();
      await done.catch(() => undefined);
      throw error;
    }
    await done;
    this.place = place;
  }

  /**
   * Write an entry, and return the place of the last row.
   * @param {IDBTransaction} transaction @param {Entry} entry @param {number} place @param {Set<string>} changed
   */
  write(transaction, [kind, one, two, ...more], place, changed) {
    const store = (/** @type {string} */ name) => transaction.objectStore(name);
    const state = store("state");
    if (kind === "row") {
      changed.add(String(one).split("/")[0]);
      // A row that another page has written meanwhile is not replaced.
      store("rows").add({ stream: one, version: two, data: more[0], place: place + 1 });
      return place + 1;
    }
    if (kind === "name") store("names").put(more[0], [one, two]);
    if (kind === "photo") store("photos").put(more[0], [one, two]);
    if (kind === "erase-name") store("names").delete([one, two]);
    if (kind === "erase-photo") store("photos").delete([one, two]);
    if (kind === "summary") store("summaries").put([one, two, ...more], one);
    if (kind === "erase-summary") store("summaries").delete(one);
    if (kind === "summary" || kind === "erase-summary") state.delete(`changed ${one}`);
    if (kind === "erase-stream") {
      store("rows").delete(IDBKeyRange.bound([one], [one, []]));
      state.put(place + 1, "erased");
      return place + 1;
    }
    return place;
  }
}

/** The same for a worker that stores nothing. */
export class NoRows {
  async readAll() {
    return { names: [], summaries: [] };
  }

  /** @returns {Promise<SavedGame>} */
  async readGame() {
    return { rows: [], photos: [] };
  }

  /** @returns {Promise<string[]>} */
  async games() {
    return [];
  }

  /** @returns {Promise<string[]>} */
  async changedGames() {
    return [];
  }

  /** @returns {Promise<[string, number, Uint8Array][] | null>} */
  async news() {
    return [];
  }

  async save() {
    // What is asked of it is forgotten with the page.
  }
}

/** @param {Row} row @returns {[string, number, Uint8Array]} */
function toRow({ stream, version, data }) {
  return [stream, version, data];
}
