// What the drawings are given, what they keep, and what their parts share.

/** A model, how it makes its scores, and with which weights what is written looks at the tokens that all
 * share; one by itself has neither `form` nor `scores`. */
export type Panel = {
  name: string;
  form?: string;
  rows: string[];
  weights: number[][];
  scores?: number[][];
};

/** `glosses` are those of `keys`; the row `lit` is held at first. */
export type StrandsData = {
  panels: Panel[];
  keys: string[];
  glosses?: string[] | null;
  lit: number;
};

export type Token = { side: "key" | "row"; at: number };

/** What is held is `key`, else `row`. */
export type StrandsState = { panel: number; row: number; key?: Token | null; over?: Token | null };

export type CodeBlock = { where: string; lines: Span[][] };

export type Codelines = Drawing<{ heading: string; blocks: CodeBlock[] }, { copied?: number }>;

/** A part, or the "whole", and where it leads: the name of a chapter, and a sentence; without an `href`
 * nowhere. */
export type Link = { id: string; name: string; chapter: string; hint: string; href: string };

/** Parts that are lit, and their name. */
export type Lit = { lit: string[]; told: string };

/** What `places` has for the value of its control in the address lights other parts. `step`, from 0,
 * stands until the address has one. */
export type FigureMapData = Lit & {
  page: string;
  links: Link[];
  places: { name: string; of: Record<string, Lit> };
  figure: FigureNumbers | null;
};

/** The address; the link that is pointed at; where the arrow keys stand. */
export type FigureMapState = {
  address?: Record<string, string>;
  over?: string | null;
  stop?: number;
  go?: string;
};

/** `name` is "" for children; `parts` are texts and the numbers of values. */
export type Hole = { path: number[]; name: string; parts: (string | number)[] };

export type Parsed = { content: DocumentFragment; holes: Hole[] };

export type Write = (values: readonly unknown[]) => void;

/** What stands from a first node to a last one for a template, or for a text. */
export type HtmlBlock = {
  first: ChildNode;
  last: ChildNode;
  key: unknown;
  strings: TemplateStringsArray | null;
  write: (item: unknown) => void;
};

/** There is no cell where a value is null; a side without names counts from 0. Weights are 0 to 1,
 * signed numbers even around 0 up to `limit`, where that is null up to the largest of them. `digits` are
 * those printed into the cells of a small map, `signs` words of each row for minus and plus that stand
 * there instead. Of a `blank` map no number is known. */
export type MapData = {
  name: string;
  values: (number | null)[][];
  rows: string[] | null;
  keys: string[] | null;
  titles: { row: string; key: string; value: string };
  tones: { row: string; key: string };
  kind: "weights" | "signed";
  limit: number | null;
  digits: number;
  signs?: string[][] | null;
  picks: boolean;
  head?: string;
  line?: string;
  blank?: boolean;
};

export type Shaded = Pick<MapData, "values" | "kind" | "limit">;

export type Cell = readonly [number, number];

/** `cell` is chosen, `at` where the keyboard is, `over` where the pointer is. */
export type MapState = { cell?: Cell | null; at?: Cell; over?: Cell; isKeyed?: boolean };

export type MapDrawing = Drawing<MapData, MapState>;

/** `page` begins the names of files, where there are any to take; `starts` are signs that a formula of
 * a spreadsheet begins with. */
export type PageFixesData = { lang: string; page: string; takes: boolean; starts: string };

export type PageFixes = Drawing<PageFixesData, { theme?: string }>;

/** `url` is the last part of its address; `note` stands below it, or beside a word with its `number`. */
export type Item = {
  id: string;
  url: string;
  name: string;
  icon: string;
  note: string;
  number: string;
};

export type Group = { name: string; items: Item[] };

/** `query` follows every address. */
export type PageLinksData = {
  look: "folds" | "line" | "foot" | "words";
  title: string;
  note: string;
  groups: Group[];
  here: string;
  query: string;
};

/** First items of the groups that are unfolded: their names change with the language. */
export type PageLinksState = { open: string[]; go?: string };

/** A value on its way. */
export type Way = { from: number; goal: number; begun: number; ms: number };

/** The page opens at `slide`, a number from 1 or "last"; `more`: there is a page before, one after it.
 */
export type PresenterData = { page: string; name: string; slide: string; more: [boolean, boolean] };

/** `at` which slide of `count`, from 0; where else the reader asked to go. */
export type PresenterState = { at: number; count: number; go?: string };

export type Presenter = Drawing<PresenterData, PresenterState>;

/** `given` are bars by their names; with the model's number nothing can be pulled any more. */
export type PullBarData = {
  low: number;
  high: number;
  digits: number;
  given: [string, number][];
  model: number | null;
};

export type PullBarState = { own?: number | null };

export type Bar = {
  kind: string;
  name: string;
  value: number | null;
  told: string;
  slider?: Template;
};

/** `local` is said where nobody else can open the address, `frames` of the frame. */
export type ShareLinkData = { address: string; frame: string; local: string; frames: string };

/** Which was copied just now. */
export type ShareLinkState = { copied?: number; code?: boolean };

export type Now = () => PageFixes;

/** What its button says, its name, what makes it. */
export type SavedFile = [string, string, () => Promise<Blob> | Blob];

export type TableRow = Record<string, any>;

export type Table = { name: string; columns: string[]; rows: any[][] };

/** `begins` says that a word does. */
export type Chip = { token: string; kind: string; lines: string[]; begins: boolean };

export type ChipsData = {
  title: string;
  rows: { name: string; chips: Chip[] }[];
  picks: boolean;
  layout: string;
};

/** `chosen` is the row and the place in it, `stop` where Tab arrives. */
export type ChipsState = { chosen?: number[] | null; stop?: number };

/** Between `low` and `high`; ticks are values and what is written there. */
export type DraglineAxis = {
  title: string;
  low: number;
  high: number;
  log?: boolean;
  ticks: [number, string][];
};

/** A line of points: one for all stops of the handle, or one a stop; its name stands at the point `mark`.
 */
export type DraglineCurve = {
  name: string;
  tone: string;
  mark: number;
  points: [number, number][][];
};

/** The line stops at `stops`, whose `facts` are names and values; bars stand at x and reach from one y
 * to another, their name is `at` a point; a level is a y and its name. What is `told` of a dot is in the
 * list of a narrow room. */
export type DraglineData = {
  name: string;
  handle: string;
  x: DraglineAxis;
  y: DraglineAxis;
  stops: { x: number; label: string; facts: [string, string][] }[];
  curves: DraglineCurve[];
  bars: { name: string; tone: string; at: [number, number]; bars: [number, number, number][] }[];
  dots: { name: string; tone: string; x: number; y: number; told: string; strong: boolean }[];
  levels: [number, string][];
};

/** `at` which stop. */
export type DraglineState = { at: number };

/** A dot, and how long its name is. */
export type Placed = { x: number; y: number; long: number };

export type FigureMap = Drawing<FigureMapData, FigureMapState>;

export type Strands = Drawing<StrandsData, StrandsState>;

/** What is drawn in a figure. */
export type Drawn = { element: HTMLElement; name: string };

export type Picture = { source: string; size: [number, number] };

/** What parts of the picture are given, and what they make of it. `isTold`: whether the names of the
 * drawings are; `width` is that of the figure. */
export interface PictureParts {
  standing(
    title: string,
    drawings: Drawn[],
    isTold: boolean,
    width: number,
    app: Element,
  ): { holder: HTMLElement; page: HTMLElement };
  pictureOf(title: string, drawings: Drawn[], isTold: boolean, width: number): Promise<Picture>;
}

/** What parts of the menu are given, and what they make of it. */
export interface TakeawayParts {
  tableFiles(drawings: Table[][], file: string, words: Words, starts: string): SavedFile[];
  takeaway(main: Element, now: Now, signal: AbortSignal): () => void;
}
