/** What the page around all others and the service worker agree on. */

/** The folder that is the service. */
export const SERVICE = "app";

/** Where another app sends a text or a file, and where the text lies until it is added. */
export const SHARED = "shared";

/** What lets the service worker of a new version take over. */
export const UPDATE = "update";

/** What the caches of a version are called, before the version. */
export const CACHES = { files: "calimala files ", pages: "calimala pages ", memory: "calimala memory " };
