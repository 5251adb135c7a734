import type { Catalogue, ListEntry } from "./catalogue.js";
import { type ClientHandle, core } from "./client-core.js";
import { excerpt } from "./client-messages.js";
import type { CallOptions } from "./client-options.js";
import type { ClientSession } from "./client-parts.js";
import { isObject } from "./json-rpc.js";
import { shownEntry } from "./list-entry.js";
import { paginate } from "./pagination.js";
import type { ListingFacts } from "./profile.js";
import { matchUri } from "./uri-template.js";

/** One thing in which a live server is not as the manifest says. */
export type Difference = {
  readonly kind: "tool" | "prompt" | "resource" | "template";
  /** The name on the wire; of a resource the URI, of a template the URI template. */
  readonly name: string;
  /** "missing": the manifest alone has it; "extra": the server alone has it. */
  readonly change: "missing" | "extra" | "changed";
  /** Where they differ, as a JSON pointer into the entry; "" stands for all of it. */
  readonly pointer: string;
  /** A sentence for people. */
  readonly message: string;
};

/** A list of the protocol: how it is asked for, and what tells its entries apart. */
type List = {
  readonly kind: Difference["kind"];
  readonly capability: string;
  readonly method: string;
  readonly member: string;
  readonly key: "name" | "uri" | "uriTemplate";
};

const lists = {
  tools: {
    kind: "tool",
    capability: "tools",
    method: "tools/list",
    member: "tools",
    key: "name",
  },
  prompts: {
    kind: "prompt",
    capability: "prompts",
    method: "prompts/list",
    member: "prompts",
    key: "name",
  },
  resources: {
    kind: "resource",
    capability: "resources",
    method: "resources/list",
    member: "resources",
    key: "uri",
  },
  resourceTemplates: {
    kind: "template",
    capability: "resources",
    method: "resources/templates/list",
    member: "resourceTemplates",
    key: "uriTemplate",
  },
} as const satisfies { readonly [list in keyof Catalogue]: List };

/** What one version shows of an entry; a `ServerProfile` is one. */
export type ListingVersion = ListingFacts & { readonly version: string };

/**
 * Compares all pages of a server's lists with the manifest's entries, as the version
 * that is spoken, one of `versions`, shows them. `_meta` is not looked at, nor the order of entries and of
 * `required`, `enum` and `type`; resources that a template stands for are not extra.
 * Empty where there is no difference. Rejects where a list cannot be read.
 */
export async function compareLists(
  client: ClientHandle,
  {
    tools = [],
    prompts = [],
    resources = [],
    resourceTemplates = [],
  }: Catalogue,
  versions: readonly ListingVersion[],
  options: CallOptions = {},
): Promise<readonly Difference[]> {
  const inner = client[core];
  const { version } = inner.wire.profile;
  const facts = versions.find((one) => one.version === version) ?? {};
  const compare = async (
    list: List,
    rows: readonly { readonly entry: ListEntry; readonly wrapped?: boolean }[],
  ): Promise<readonly Difference[]> => {
    const shown = (entry: ListEntry, wrapped?: boolean): ListEntry => {
      const { _meta, ...rest } = shownEntry(entry, facts, wrapped);
      return rest;
    };
    return differences(
      list,
      rows.map(({ entry, wrapped }) => shown(entry, wrapped)),
      (await gather(inner, list, { ...options, fresh: true })).map((entry) =>
        shown(entry),
      ),
    );
  };
  const isOfTemplate = ({ kind, change, name }: Difference): boolean =>
    kind === "resource" &&
    change === "extra" &&
    resourceTemplates.some(
      ({ template }) => matchUri(template.uriTemplate, name) !== undefined,
    );
  const found = await Promise.all([
    compare(
      lists.tools,
      tools.map(({ entry, tool }) => ({
        entry,
        wrapped: tool.wrapped === true,
      })),
    ),
    compare(lists.prompts, prompts),
    compare(lists.resources, resources),
    compare(lists.resourceTemplates, resourceTemplates),
  ]);
  return found.flat().filter((difference) => !isOfTemplate(difference));
}

/** The entries of all pages; none where the server has not declared the capability. */
async function gather(
  session: ClientSession,
  { capability, method, member }: List,
  options: CallOptions,
): Promise<readonly ListEntry[]> {
  const capabilities = session.server?.capabilities ?? {};
  const entries: ListEntry[] = [];
  if (!isObject(capabilities[capability])) return entries;
  for await (const entry of paginate(session, method, member, options))
    entries.push(entry);
  return entries;
}

function differences(
  { kind, key }: List,
  stated: readonly ListEntry[],
  live: readonly ListEntry[],
): readonly Difference[] {
  const byKey = new Map(live.map((entry) => [entry[key], entry]));
  const found: Difference[] = [];
  const add = (
    name: unknown,
    change: Difference["change"],
    pointer: string,
    what: string,
  ): void => {
    const text = String(name);
    const message = `${kind} ${text}${pointer && ` at ${pointer}`}: ${what}`;
    found.push({ kind, name: text, change, pointer, message });
  };
  for (const entry of stated) {
    const name = entry[key];
    const other = byKey.get(name);
    if (other === undefined)
      add(name, "missing", "", "the server does not list it");
    else
      compareValues(entry, other, "", (pointer, what) =>
        add(name, "changed", pointer, what),
      );
    byKey.delete(name);
  }
  for (const name of byKey.keys())
    add(name, "extra", "", "the manifest does not have it");
  return found;
}

type Tell = (pointer: string, what: string) => void;

/** Keywords whose lists are sets. */
const sets: ReadonlySet<string> = new Set(["required", "enum", "type"]);

/** Goes only as deep as the manifest does, whatever the server sends. */
function compareValues(
  stated: unknown,
  live: unknown,
  pointer: string,
  tell: Tell,
): void {
  if (isObject(stated) && isObject(live)) {
    const keys = new Set([...Object.keys(stated), ...Object.keys(live)]);
    for (const key of keys) {
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const [own, other] = [stated[key], live[key]];
      if (!Object.hasOwn(live, key)) tell(at, "the server lacks it");
      else if (!Object.hasOwn(stated, key))
        tell(at, `the manifest lacks it; the server has ${excerpt(other)}`);
      else if (sets.has(key) && isList(own) && isList(other))
        compareValues(sorted(own), sorted(other), at, tell);
      else compareValues(own, other, at, tell);
    }
  } else if (isList(stated) && isList(live) && stated.length === live.length) {
    for (const [index, item] of stated.entries())
      compareValues(item, live[index], `${pointer}/${index}`, tell);
  } else if (stated !== live) {
    tell(
      pointer,
      `${excerpt(stated)} in the manifest, ${excerpt(live)} on the server`,
    );
  }
}

function sorted(items: readonly unknown[]): readonly unknown[] {
  return [...items].sort((a, b) => (excerpt(a) < excerpt(b) ? -1 : 1));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
