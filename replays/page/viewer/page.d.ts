/** What a page holds, as `replays/page/contents.py` writes and describes it. */

export interface Page {
  version: number;
  language: string;
  over: boolean;
  winners: number[];
  title: string;
  facts: string[];
  notices: string[];
  parties: Party[];
  players: number;
  city: string;
  council: string[];
  cells: Record<string, number>;
  counted: Record<string, string[]>;
  intrigue: string[];
  world: { europe: Sheet; florence: Sheet; areas: Sheet | null };
  steps: number;
  stages: number[];
  controls: Record<string, string>;
  levels: string[];
  keys: [key: string, words: string][];
  names: Names;
  slots: string[];
  start: Values;
  lines: LineData[];
  remarks: [line: number, position: number, remarks: Remark[]][];
  chances: [position: number, percent: number[]][];
  views: ViewData[];
  words: string[];
  sentences: number[][];
}

/** Drawings, as `replays/drawing/places.py` describes them. */
export type Shape = [kind: string, path: string];
export type Label = [x: number, y: number, width: number, size: number, anchor: string];
export type Sign = [action: string, x: number, y: number, size: number];

export interface Sheet {
  box: number[];
  shapes: Shape[];
  signs: Sign[];
  places: Record<string, Site>;
  florence: Label | null;
}

export interface Site {
  kind: string;
  shapes: Shape[];
  name: Label;
  rows: Record<string, [x: number, y: number, columns: number, size: number, niche: number]>;
  signs: Sign[];
  houses: [x: number, y: number] | null;
}

export interface Party {
  colour: string;
  name: string;
  family: string;
}

/** What everything on the table is called, by its kind and code. */
export type Names = Record<
  | "action"
  | "area"
  | "broken"
  | "building"
  | "city"
  | "colour"
  | "mat"
  | "part"
  | "row"
  | "row_kind"
  | "square"
  | "street"
  | "tile"
  | "track",
  Record<string, string>
>;

export type Value = string | number | string[] | number[];
export type Values = Value[];

/** Slots by number, each followed by its value. */
export type Changes = (number | Value | null)[];

export type Frame = [id: string, level: number, actor: number, sentence: number, changes: Changes];

export type Moment = [
  at: number,
  kind: "tile" | "influence" | "area",
  place: string,
  title: string,
  ranks: [party: number, cubes: number, points: number][],
  bonus: number[],
  ties: string[],
];

export interface LineData {
  id: string;
  name: string;
  leaves: number;
  at: number;
  after: number;
  frames: Frame[];
  scorings: number[];
  moments: Moment[];
  activations: number[][];
  gaps: number[];
  turns: [position: number, sentence: number][];
}

export interface ViewData {
  seat: number;
  view: { words: Record<number, number>; changed: Record<number, Changes> };
}

export interface Remark {
  kind: string;
  words: string;
  sign?: string;
  slot?: string;
  author?: string;
  time?: string;
  photo?: string;
  open?: boolean;
}

interface TableSlots {
  turn: number;
  active: number;
  waiting: number;
  unrecorded: string[];
  disc: string;
  tile: string;
  council: string;
  seats: string;
  deck: number;
  discard: string;
  laid: string;
  board: string[];
}

export interface MatSlots {
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
  influence: string[];
  faction: number;
}

export type MatSlot = keyof MatSlots;
export type Slot = keyof TableSlots | `m${number}.${MatSlot}` | `row:${string}` | `street:${string}`;

/** The type of the value in a slot. */
export type ValueIn<S extends Slot> = S extends keyof TableSlots
  ? TableSlots[S]
  : S extends `m${number}.${infer Part extends MatSlot}`
    ? MatSlots[Part]
    : string;

declare global {
  /** The style sheet of the viewer, which `packing.py` puts before its modules. */
  const STYLE: string;
}
