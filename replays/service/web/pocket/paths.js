/** What the page around all others and the service worker agree on. */

/** The folder that is the service. */
export const SERVICE = "app";

/** The name of a worker that starts before the files are stored. */
export const FIRST = "first";

/** Where another app sends a text or a file, and where the text lies until it is added. */
export const SHARED = "shared";

/** What lets the service worker of a new version use its files, and what asks which version it is. */
export const UPDATE = "update";
export const WHICH = "which version";

/** What the caches of all versions are called, before the rest of their names. */
const NAMES = { files: "calimala files ", pages: "calimala pages ", memory: "calimala memory " };

/**
 * Counts what the page around all others and the service worker say to each other: a service worker sends the files of an
 * earlier version only where that is as it says.
 */
const PROTOCOL = "1";

/** What the caches of a version are called, before the version. */
export const CACHES = {
  files: `${NAMES.files}${PROTOCOL} `,
  pages: `${NAMES.pages}${PROTOCOL} `,
  memory: NAMES.memory,
  state: "calimala state",
};

/** What the caches begin with that belong to one version. */
export const VERSIONED = [NAMES.files, NAMES.pages];
