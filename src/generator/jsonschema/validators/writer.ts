import { code, identifier, quote, literal, type Code } from "../../code.js";
import type { JsonValue } from "../../json.js";
import { camelCase, pascalCase, type Names } from "../../names.js";
import type { Format } from "../form/formats.js";
import { compilePattern } from "../form/pattern.js";
import { list, print, type Doc } from "../../layout.js";
import type { Schema } from "../form/schema.js";
import { width } from "../../text-width.js";
import type { RuntimeName } from "./runtime-names.js";

/** What one module of validators has so far. */
export type Writer = {
  /** The function that checks a schema; written later when it is not yet. */
  readonly check: (schema: Schema) => Code;
  /** The function that tells whether a schema evaluates a key or an index. */
  readonly seen: (schema: Schema, what: "key" | "index") => Code;
  /** A module constant that holds the compiled pattern. */
  readonly pattern: (source: string) => Code;
  /** A module constant with the values of an enum, named after where it stands. */
  readonly values: (values: readonly JsonValue[], pointer: string) => Code;
  /** A module constant with a set of property names. */
  readonly keys: (keys: readonly string[], pointer: string) => Code;
  /** A name that the runtime exports for validators. */
  readonly runtime: (name: RuntimeName) => Code;
  /** The runtime's function that checks a format. */
  readonly format: (format: Format) => Code;
  /** The declarations of what the schemas before did not need. */
  readonly constants: () => readonly Code[];
  readonly imports: ReadonlySet<string>;
  readonly nextTask: () => Task | undefined;
  /** Whether a function is called from several places, as every recursive one is. */
  readonly isShared: () => boolean;
  /** A name for a further function. */
  readonly unique: (wanted: string) => Code;
};

/** A function that is called and still to be written. */
export type Task = {
  readonly schema: Schema;
  readonly name: Code;
  readonly what: "check" | "key" | "index";
};

/** Begins the validators of one schema. `nameOf` gives the type name of a schema that has one. */
export function openWriter(
  names: Names,
  prefix: string,
  nameOf: (schema: Schema) => string | undefined,
  { declarations, once }: Constants = openConstants(names),
): Writer {
  const earlier = declarations.length;
  const imports = new Set<string>();
  const use = (name: string) => {
    imports.add(name);
    return identifier(name);
  };
  const tasks: Task[] = [];
  let isShared = false;
  const unique = (wanted: string) => identifier(names.unique(wanted));
  const functions = {
    check: new Map<Schema, Code>(),
    key: new Map<Schema, Code>(),
    index: new Map<Schema, Code>(),
  };
  const task = (schema: Schema, what: Task["what"], verb: string) => {
    const before = functions[what].get(schema);
    if (before !== undefined) {
      isShared = true;
      return before;
    }
    const subject = nameOf(schema) ?? prefix + placeName(schema.pointer);
    const name = unique(verb + subject);
    functions[what].set(schema, name);
    tasks.push({ schema, name, what });
    return name;
  };
  return {
    check: (schema) => task(schema, "check", "is"),
    seen: (schema, what) =>
      task(schema, what, what === "key" ? "seesKey" : "seesIndex"),
    ...constantKinds(once),
    runtime: use,
    format: ({ name }) => use(name),
    constants: () => declarations.slice(earlier),
    imports,
    nextTask: () => tasks.shift(),
    isShared: () => isShared,
    unique,
  };
}

/** The constants of one emitted file, each declared once for its content. */
export type Constants = {
  readonly declarations: readonly Code[];
  readonly once: (
    key: string,
    wanted: () => string,
    make: (name: Code) => Code,
  ) => Code;
};

/** No constants yet. */
export function openConstants(names: Names): Constants {
  const declarations: Code[] = [];
  const known = new Map<string, Code>();
  const once: Constants["once"] = (key, wanted, make) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const name = identifier(names.unique(wanted()));
    known.set(key, name);
    declarations.push(make(name));
    return name;
  };
  return { declarations, once };
}

function constantKinds(
  once: Constants["once"],
): Pick<Writer, "pattern" | "values" | "keys"> {
  const constant = (head: Code, items: readonly Doc[], tail: Code) =>
    print([list(head, items, tail), code`;`]);
  return {
    pattern: (source) =>
      once(
        `pattern ${source}`,
        () => "pattern",
        (name) => {
          const flags = compilePattern(source)?.flags ?? "u";
          const args =
            flags === "" ? [quote(source)] : [quote(source), quote(flags)];
          return constant(
            code`const ${name} = /*@__PURE__*/ new RegExp(`,
            args,
            code`)`,
          );
        },
      ),
    values: (values, pointer) =>
      once(
        `values ${JSON.stringify(values)}`,
        () => `${hintOf(pointer)}Values`,
        (name) => {
          const head = code`const ${name}: readonly unknown[] = `;
          return code`${head}${literal(values, 0, width(head))};`;
        },
      ),
    keys: (keys, pointer) =>
      once(
        `keys ${JSON.stringify(keys)}`,
        () => `${hintOf(pointer)}Keys`,
        (name) => {
          const head = code`const ${name} = /*@__PURE__*/ new Set<string>(`;
          return code`${head}${literal(keys, 0, width(head) + 1)});`;
        },
      ),
  };
}

const dropped = new Set(["properties", "$defs", "definitions"]);

function placeName(pointer: string): string {
  const tokens = pointer.split("/").filter((token) => !dropped.has(token));
  return tokens
    .map((token) => (/^\d*$/.test(token) ? token : pascalCase(token)))
    .join("")
    .replace(/^_+(?=.)/, "");
}

/** The last token of a pointer that is a name, short since constants are private: so that their declarations fit a line. */
function hintOf(pointer: string): string {
  const tokens = pointer.split("/").reverse();
  const isName = (token: string) => token !== "" && !dropped.has(token);
  const hint = tokens.find(isName) ?? "";
  return camelCase(hint.slice(0, 24)).replace(/_+$/, "") || "root";
}
