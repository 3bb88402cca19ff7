// Types that every drawing may name without an import.
type Drawing<Data, State> = import("./mount.js").Drawing<Data, State>;
type Measure = import("./mount.js").Measure;
type Template = import("./html.js").Template;
type Happening = import("./html.js").Happening;
type Attributes = import("./html.js").Attributes;
