// Types that every drawing may name without an import.

/** What a question asks of a figure: "one" of the options is pressed, a whole is shared out among all ("shares"), what is pressed is
 * counted ("count"), or what is cut ("cut"). `options` has of each part that is offered which option it
 * is, -1 for none; `spoken` is said of a share: {token} {share}. */
type Asks = { kind: "one" | "shares" | "count" | "cut"; options: number[]; spoken: string };

/** The same with what was `given`. */
type Ghost = Asks & { given: any };

/** What a drawing hands on to be asked. */
type Asked = { asks?: Asks; ghost?: Ghost; state: any; choose: (change: any) => void };

/** Words of a program and what they are, as `frame/code_names.py` has them. */
type Span = [string, string];

/** What is drawn of a translation: how many layers and heads, how the encoder's layers look (not of a
 * long sentence), and at one step what a token of the memory is worth in the last layer and how probable
 * the candidates are (not where a teacher hides it). */
type FigureNumbers = {
  encoder: number;
  decoder: number;
  heads: number;
  weights: number[];
  looks: number[][][] | null;
  chances: number[] | null;
};

/** What `html` and `svg` make; one with a key keeps its nodes in another order of its list. */
type Template = {
  strings: TemplateStringsArray;
  values: readonly unknown[];
  isSvg: boolean;
  key?: string | number;
};

/** What a listener is told, whatever happened. */
type Happening = Omit<PointerEvent & KeyboardEvent & TouchEvent, "target" | "currentTarget"> & {
  target: any;
  currentTarget: any;
};

/** Several attributes of an element, for `all=`. */
type AttributeValue = ((event: Happening) => unknown) | {} | null | undefined;
type Attributes = Record<string, AttributeValue>;

/** A swatch and what it stands for: `mark` is its class, `inside` what is drawn into it. */
type LegendEntry = { mark: string; words: string; inside?: Template };

/** Anything by its name. */
type Fields = Record<string, unknown>;

/** What a host hands over. `chosen` are parts of the state that the server keeps; `answered` is the
 * number of the last choice that it has heard of. What a question `asks` is a blank in `data`, and nothing
 * else can be pressed, at all where the drawing is `still`; `ghost` is what was answered. */
type Given = {
  data: Fields;
  words: Fields;
  chosen?: Fields;
  answered?: number;
  still?: boolean;
  asks?: Asks;
  ghost?: Ghost;
};

/** How wide a text is written, in pixels. */
type Measure = (text: string, size?: number, weight?: number) => number;

/** The texts of a drawing by their names. */
type Words = Record<string, string>;

type Numbers = readonly number[];

/** What a drawing gets. `set` changes its state, `choose` tells the server besides; `clock` is what
 * moves it. */
type Drawing<Data, State> = {
  data: Data;
  words: Words;
  state: State;
  width: number;
  chosen?: Fields;
  measure: Measure;
  set: (change: Partial<State>) => void;
  choose: (change: Partial<State>) => void;
  clock: import("./play.js").Clock;
  asks?: Asks;
  ghost?: Ghost;
};

/** A drawing. */
type DrawingModule = {
  /** Makes a template of what there is. */
  default: (drawing: any) => Template;
  /** What the browser keeps at first. */
  start?: (data: any) => object;
  /** What that state belongs to: of data about something else the drawing starts anew. */
  about?: (data: any) => unknown;
  /** The tables a reader can take away; what is no figure has none of it. */
  numbers?: (data: any, state: any) => Record<string, object[] | undefined>;
  /** What the rest of the page may tell: by the name of a window's event how its detail, or the event
   * itself, changes the state, if it does. */
  hears?: Record<string, (detail: any, event: Event, state: any) => Fields | null>;
  /** How the page's address changes the state. */
  follows?: (address: URLSearchParams, state: any) => Fields;
  /** What it does outside of its own place, with what asks for the drawing as it is now and the signal of
   * its end; what it returns is called after every drawing. */
  lives?: (now: () => any, signal: AbortSignal) => () => void;
};

/** Shares as steps of so many `bits` in base64, in rows of rows as `shape` says. */
type Packed = { shape: number[]; bits: 8 | 16; steps: string };

/** A box, in pixels. */
type Room = { x: number; y: number; width: number; height: number };

/** What stands at one of so many places, `state.at`. */
type Along = Drawing<any, { at: number }>;

/** Of a group of parts: `columns` of a grid, where up and down are a row; `rows` that are no grid: they
 * lead to what stands there; `press` for parts that are no buttons: Enter and Space. */
type RovingMore = { columns?: number; rows?: boolean; press?: (at: number) => void };

/** Of a slider: `told` is the value in words, where it is not the number itself. */
type SliderValues = {
  label: string;
  min?: number;
  max: number;
  step?: number;
  value: number;
  told?: string;
};

/** A drawing in which a whole is shared out by hand (`strokes.js`). */
type Pulled = Drawing<any, Pulls>;
type Pulls = { answer?: any; strokes?: number[]; pulls?: number | null };

/** Whose tokens ask and whose are looked at. */
type AttentionKind = "encoder" | "decoder" | "cross";

/** What can be copied, and the place of what was just now. */
type Copying = { state: { copied?: number }; set: (change: { copied?: number }) => void };

/** What Streamlit hands to a drawing. */
type Component = {
  data: Given;
  parentElement: HTMLElement | ShadowRoot;
  setTriggerValue: (name: string, value: unknown) => void;
};

/** A slider along marks; a page key goes `far` steps. */
type Track = {
  label: string;
  told: string;
  at: number;
  count: number;
  far: number;
  go: (to: number) => void;
};

/** What the larger parts of the kit are given, and what they make of it. */
interface Kit {
  once<T>(data: object, name: string, of: unknown, make: () => T): T;
  crossed<Row, Column, Made>(
    rows: readonly Row[],
    columns: readonly Column[],
    made: (row: Row, column: Column, q: number, k: number) => Made,
  ): Made[];
  beside(parts: HTMLElement[], at: number, isDown: boolean): number;
  html(strings: TemplateStringsArray, ...values: (AttributeValue | Attributes)[]): Template;
  keyed(key: string | number, template: Template): Template;
  fill(sentence: string, values: Record<string, string | number>): string;
  Words(kind: string | false, x: number, y: number, said: unknown, more?: Attributes): Template;
  Box(
    kind: string,
    x: number,
    y: number,
    width: number,
    height: number,
    more?: Attributes,
  ): Template;
  Gradient(id: string, from: number[], to: number[], stops: number[][]): Template;
  area(x: number, y: number, width: number, height: number): string;
  ribbon(
    a: number,
    wa: number,
    p0: number,
    b: number,
    wb: number,
    p1: number,
    isDown?: boolean,
  ): string;
  outlines<T, Kind>(
    cells: readonly T[],
    columns: number,
    kind: (cell: T) => Kind,
  ): [Kind, string][];
  raster(shares: Numbers, columns: number): { share: number; d: string }[];
  cellUnder(
    event: Pick<PointerEvent, "clientX" | "clientY"> & { currentTarget: any },
    rows: number,
    columns?: number,
  ): [number, number];
  walk(
    values: (number | null)[][],
    from: readonly [number, number],
    key: string,
    isFar?: boolean,
  ): readonly [number, number] | null;
  wide(token: string, measure: Measure, size?: number, weight?: number): number;
  sizeFor(token: string, room: number, measure: Measure, most?: number): string;
  fitted(token: string, room: number, measure: Measure, size?: number, weight?: number): string;
  next(key: string, at: number, count: number, columns?: number): number | null;
  roving(
    go: (to: number, part: HTMLElement) => void,
    more?: RovingMore,
  ): (event: Happening) => void;
  arrows(
    at: number,
    count: number,
    go: (to: number) => void,
    columns?: number,
  ): (event: KeyboardEvent) => void;
  lookedAt(set: (change: any) => void, name: string, value: unknown): Attributes;
  IconButton(
    icon: "play" | "pause" | "previous" | "following",
    label: string,
    press: () => void,
    isEnd?: boolean,
  ): Template;
  Slider<State>(
    drawing: Pick<Drawing<unknown, State>, "set" | "choose" | "clock">,
    values: SliderValues,
    change: (value: number) => Partial<State>,
  ): Template;
  /** The labels are those before and after. */
  CopyButton(
    drawing: Copying,
    labels: [string, string],
    within: string,
    part: string,
    at?: number,
  ): Template;
  pulling(
    drawing: Pulled,
    count: number,
    under: (x: number, y: number) => [number, number],
  ): Record<"onpointerdown" | "onpointermove" | "onpointerup", (event?: any) => unknown>;
  Stroke(drawing: Pulled, parts: string[], at: number, point: number[]): Template;
}

/** What parts of the drawing are given, and what they make of it. */
interface FigureParts {
  Figure(numbers: FigureNumbers | null, lit: readonly string[]): Template;
  box(
    x: number,
    y: number,
    width: number,
    height: number,
    fill: string,
    more?: Attributes,
  ): Template;
  line(d: string, stroke: string, width: number, opacity?: number, dashes?: string): Template;
  row(
    at: { xs: number[]; column: number },
    y: number,
    height: number,
    fill: string,
    stroke?: string,
  ): Template[];
}
