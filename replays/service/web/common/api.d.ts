/** Answers of the service, as `replays/service/api` writes them; `/api` describes them. */

import type { Page, Remark } from "../viewer/page.js";

export interface Problem {
  type?: string;
  title?: string;
  detail?: string;
  rule?: string;
  expected?: string;
  suggestions?: string[];
  /** The decisions that disagree with the cards of a seat. */
  numbers?: number[];
  line?: number;
  column?: number;
  context?: string;
  /** Whether the decision is one of this moment at all. */
  due?: boolean;
}

/** Somebody else changed the game: the decisions that were added, and how many were undone, where that is known. */
export interface Stale extends Problem {
  version?: number;
  meanwhile?: string[] | null;
  undone?: number | null;
}

// A game where it is now.

export type Disc = "c" | "w" | "s" | "d";

export interface LegalDecision {
  symbol: string;
  words: string;
}

export interface DecisionOption extends LegalDecision {
  group: string;
  street: string | null;
  disc: Disc | null;
  action: string | null;
  deed: string | null;
}

/** An action of a shortcut. */
export interface ShortcutStep {
  action: string;
  words: string;
}

/** Several decisions that are one tap. */
export interface Shortcut extends LegalDecision {
  steps: ShortcutStep[];
}

/** What comes once the activation is ended, which is recorded before it. */
export interface FollowingStep {
  turn: number;
  seat: number | null;
  active: Snapshot["active"];
  scored: string | null;
  options: DecisionOption[];
  shortcuts: Shortcut[];
}

export interface Snapshot {
  version: number;
  /** By which the service knows it again; an older service sent none. */
  tag?: string;
  turn: number;
  words: string;
  rule: string;
  player: string | null;
  seat: number | null;
  over: boolean;
  active: { street: string; depth: number; pending: string } | null;
  options: DecisionOption[];
  usual: string | null;
  auto: string | null;
  shortcuts: Shortcut[];
  following: FollowingStep | null;
  turn_sheet: SheetStreet[];
  coming: ComingTurn[] | null;
  line: string;
  last: RecentDecision[];
  undo: number;
  redo: number;
  redo_next: number;
  next: NextTile[];
  players: Mat[];
  city: string;
  page: Page;
  may: string[];
}

/** What changed since the snapshot with a tag; all else is as it was. */
export type SnapshotChanges = Partial<Omit<Snapshot, "page">> & { since: string; page?: Partial<Page> };

export interface SheetStreet {
  street: string;
  name: string;
  tiles: string;
  intrigue: string;
  discs: string;
  actions: Record<string, LegalDecision[]>;
}

export interface ComingTurn {
  turn: number;
  seat: number | null;
}

export interface RecentDecision {
  id: string;
  number: number;
  symbol: string;
  words: string;
  seat: number | null;
  first: number;
  at: number;
}

/** How a tile would be scored by the stacks of some streets. */
export interface TileOutcome {
  decided: string;
  words: string;
  ranking: TilePlace[];
  streets: string[];
}

export interface NextTile extends TileOutcome {
  tile: string;
  others: TileOutcome[];
}

export interface TilePlace extends Named {
  seat: number;
  cubes: number;
  place: number;
  points: number;
  missing: number;
}

/** A player: the colour as a word, and the name where there is one. */
export interface Named {
  colour: string;
  name: string | null;
}

export interface Mat extends Named {
  points: number;
  coloured: number;
  white: number;
  support: number;
  wood: number;
  brick: number;
  marble: number;
  cloth: number[];
  ships: number;
  houses: string;
  hand: string;
}

// What belongs to a game.

export interface BrokenDecision {
  id: string;
  symbol: string;
  trouble: string;
  words: string;
  nearest: LegalDecision[];
  choices: string[];
}

export interface CorrectionResult {
  version: number;
  broken: BrokenDecision[];
  outcomes: { id: string; words: string }[];
  now: Snapshot | null;
}

export interface HandCommand {
  number: number;
  id: string;
  symbol: string;
  entered: string | null;
  words: string;
  options: string[];
  kind: "dealt" | "kept" | "drawn" | "seen";
  asked: boolean;
}

export interface Hand {
  seat: number;
  version: number;
  cards: string;
  commands: HandCommand[];
  problem: string | null;
  numbers: number[];
}

export interface Comment {
  id: string;
  text: string;
  time: string;
  mine: boolean;
}

export interface Note {
  id: string;
  kind: string;
  text: string;
  author: string;
  layer: string;
  line: string;
  position: number;
  first: number;
  time: string;
  mine: boolean;
  version: string;
  label: string;
  decisions: string[];
}

export interface Notes {
  version: number;
  own: string;
  layer: string;
  varies: boolean;
  notes: Note[];
}

export interface TrialResult {
  version: number;
  symbols: string[];
  line: string;
  page: Page | null;
  continues: string;
  words: string;
  seat: number | null;
  over: boolean;
  options: DecisionOption[];
}

export interface Photo {
  id: string;
  time: string;
  mine: boolean;
}

export interface GameInfo {
  id: string;
  title: string;
  over: boolean;
  seat: number | null;
}

export interface MadeGame {
  id: string;
  keys: { owner: string; recorder: string; viewer: string; seats: string[] };
  links: Record<string, string>;
}

export interface DealtSetup {
  notation: string;
  setup: {
    city: string;
    council: string[];
    intrigue?: Record<string, string> | null;
    players: (Named & { family?: string | null })[];
  };
}

// Rights, posts and puzzles.

export interface Key {
  number: number;
  role: string;
  seat: number | null;
  colour: string | null;
  given: string | null;
  revoked: boolean;
}

export interface Rights {
  visibility: string;
  names_shown: boolean;
  people: { seat: number; colour: string; name: string }[];
  keys: Key[];
}

export interface GivenKey {
  role: string;
  seat: number | null;
  key: string;
  link: string;
}

export interface JudgementInfo {
  state: "none" | "waiting" | "done" | "failed";
  view: string;
  done: number;
  moves: number;
  failure: string;
  chances: Page["chances"];
  remarks: [position: number, remarks: Remark[]][];
  report: { title: string; lines: string[] }[];
}

export interface Post {
  parts: string[];
  scorings: number;
  unlinked: boolean;
}

export interface Choice {
  words: string;
  activates: { words: string }[];
  to_council: boolean;
}

export interface Revealed {
  verdict: string;
  answered: Choice | null;
  played: Choice;
  gave: { done: string[]; followed: string }[];
  sum: string;
  judged: string[];
  game: string | null;
}
