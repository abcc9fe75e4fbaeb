/** What waits on a phone. */

import type { Disc, Hand, Problem, Snapshot } from "../common/api.js";

/** Something that was tapped and is sent to the service. */
export interface Entry {
  /** The name of the request, so that it is carried out only once. */
  name: string;
  /** Where it is sent, after the path of the game, how, and what. */
  path: string;
  method?: string;
  json?: EntryJson;
  /** `json` as it was sent the first time. */
  sent?: EntryJson;
  /** The decisions in notation, empty for what is not a decision. */
  decision: string;
  words: string;
  group: string;
  street: string | null;
  /** The version on which it was tapped, null for what comes after another entry. */
  base: number | null;
  state: "waiting" | "refused" | "clash";
  tries: number;
  problem?: Problem & { status?: number; isDoubt?: boolean };
  /** The decisions that somebody else wrote in its place. */
  theirs?: string[];
  /** Whether it changes nothing of the game, and so is for no version. */
  isFree?: boolean;
  /** How many decisions there were before another tap that this one follows by itself. */
  since?: number;
  /** The name under which the phone stores a photo. */
  photo?: string;
  /** Whether it is a placement that nobody saw. */
  misses?: boolean;
  /** What is shown once it is saved. */
  note?: string;
}

export interface EntryJson {
  notation?: string;
  anyway?: string;
  commands?: object[];
  auto?: boolean;
  to?: number;
  count?: number;
  version?: number;
  at?: string;
  text?: string;
  cards?: Record<string, string | null>;
}

/** An entry as it is tapped. */
export type Draft = Partial<Entry> & { path: string };

/** Something that may be tapped, in notation and in words. */
export interface Tappable {
  symbol: string;
  words?: string;
  group?: string;
  street?: string | null;
  disc?: Disc | null;
  since?: number;
}

/** What happened to entries, or in the game. */
export interface Change {
  saved?: Entry;
  answer?: Partial<Snapshot & Hand> & { now?: Snapshot | null };
  /** How many decisions there were before what was saved. */
  since?: number;
  same?: Entry;
  overtaken?: Entry;
  refused?: Entry;
  clash?: Entry;
  corrected?: object;
  /** What somebody else changed, in a sentence. */
  theirs?: string;
}
