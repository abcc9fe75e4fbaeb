/** The viewer, which the service packs into one module. */
export {};
