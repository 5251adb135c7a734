import { byCodeUnit, type JsonObject } from "../json.js";
import { describeSchema } from "./describe-schema.js";
import { type FieldChange, diffSchemas, type Sides } from "./diff-fields.js";
import { diffMessages, type MessageChange } from "./diff-messages.js";
import { errorCodesOf, isError } from "./error-codes.js";
import { unionsOf } from "./list-methods.js";
import type { Protocol } from "./protocol.js";
import { definitionsOf, messagesOf, reach } from "./reach.js";
import { propertyOf } from "./schema-view.js";
import { senderOf, type Sender } from "./sent-by.js";
import {
  definitionsOfFeature,
  isMethodOf,
  type UsedFeature,
} from "./touched-features.js";
import { wireFactNames } from "./wire-facts.js";

/** One difference between two versions of the protocol. */
export type ProtocolChange = {
  readonly kind:
    "method" | "notification" | "type" | "field" | "error code" | "wire fact";
  readonly change: "added" | "removed" | "changed";
  /** A method, a definition, a field such as `Tool.icons`, a code with its name, or a wire fact. */
  readonly name: string;
  /** What it is, or what it was and is. */
  readonly detail: string;
  /** Who sends it, in either version. */
  readonly sender: Sender;
  /** The given features that have to do with it. */
  readonly touches: readonly UsedFeature[];
};

/** A change before anybody asked whom it concerns. */
type Found = Omit<ProtocolChange, "sender" | "touches"> & {
  /** The definition that it is about. */
  readonly definition?: string;
  readonly sender?: Sender;
};

/**
 * What `after` adds, removes and changes, and which of `features` that touches. What
 * comes or goes with a message (its definition, parameters, result) is told with it
 * alone; a change that many definitions share is told for each.
 */
export function diffProtocols(
  before: Protocol,
  after: Protocol,
  features: readonly UsedFeature[] = [],
): readonly ProtocolChange[] {
  const messages = diffMessages(before, after);
  const sides = sidesOf(before, after, messages);
  const found: readonly Found[] = [
    ...messages.map(({ kind, change, method, detail, sender }) => ({
      kind,
      change,
      name: method,
      detail,
      sender,
    })),
    ...diffTypes(before, after, sides),
    ...diffErrorCodes(before, after),
    ...diffWireFacts(before, after),
  ];
  const sender = senderOf(before, after);
  const touches = touchesOf(before, after, features);
  return found.map(({ definition, ...change }) => ({
    ...change,
    sender: change.sender ?? sender(definition ?? ""),
    touches: touches(change, definition),
  }));
}

/** A definition of a changed message, or one that only such messages brought or took, is told with it. */
function sidesOf(
  before: Protocol,
  after: Protocol,
  messages: readonly MessageChange[],
): Sides {
  const withIts = (one: Protocol, change: "added" | "removed"): string[] => {
    const other = one === before ? after : before;
    const roots = messages
      .filter((message) => message.change === change)
      .flatMap(({ message }) => definitionsOf(message));
    return [...reach(one.definitions, roots)].filter(
      (name) => !other.definitions.has(name),
    );
  };
  const told = new Set([
    ...withIts(after, "added"),
    ...withIts(before, "removed"),
    ...[before, after].flatMap((one) =>
      Object.values(unionsOf(one.definitions)),
    ),
  ]);
  return {
    before: before.definitions,
    after: after.definitions,
    isTold: (name) => told.has(name),
  };
}

function diffTypes(
  before: Protocol,
  after: Protocol,
  sides: Sides,
): readonly Found[] {
  // A kept message is compared by its fields, under whatever names its parts go.
  const parts = new Set(
    [before, after]
      .flatMap(messagesOf)
      .flatMap(({ message }) => [
        ...definitionsOf(message),
        message.paramsDefinition ?? "",
      ]),
  );
  const isMessage = (name: string, schema: JsonObject): boolean =>
    parts.has(name) || propertyOf(schema, "method") !== undefined;
  const names = [
    ...new Set([...before.definitions.keys(), ...after.definitions.keys()]),
  ].sort(byCodeUnit);
  return names.flatMap((name): readonly Found[] => {
    if (sides.isTold(name)) return [];
    const old = before.definitions.get(name);
    const now = after.definitions.get(name);
    if (old !== undefined && now !== undefined) {
      return diffSchemas(old, now, sides)
        .filter(({ path }) => !(isEnvelope(path) && isMessage(name, now)))
        .filter(({ path }) => !(path === ".error" && isError(now)))
        .map((change) => fieldChange(name, change));
    }
    const only = (old ?? now) as JsonObject;
    if (parts.has(name) || isError(only)) return [];
    const change = old === undefined ? "added" : "removed";
    const detail = describeSchema(only);
    return [{ kind: "type", change, name, detail, definition: name }];
  });
}

/** Every message has them on the wire; some versions leave it to the base types to say so. */
function isEnvelope(path: string): boolean {
  return path === ".jsonrpc" || path === ".id";
}

function fieldChange(definition: string, found: FieldChange): Found {
  const { change, path, detail } = found;
  const kind = path === "" ? "type" : "field";
  return { kind, change, name: definition + path, detail, definition };
}

function diffErrorCodes(before: Protocol, after: Protocol): readonly Found[] {
  const [old, now] = [errorCodesOf(before), errorCodesOf(after)];
  const codes = [...new Set([...old.keys(), ...now.keys()])];
  return codes
    .sort((a, b) => b - a)
    .flatMap((code): readonly Found[] => {
      const [was, is] = [old.get(code), now.get(code)];
      if (was === is) return [];
      const common = {
        kind: "error code",
        name: String(code),
        sender: "either",
      } as const;
      if (was === undefined || is === undefined) {
        const change = was === undefined ? "added" : "removed";
        return [{ ...common, change, detail: is ?? was ?? "" }];
      }
      return [{ ...common, change: "changed", detail: `${was} → ${is}` }];
    });
}

function diffWireFacts(before: Protocol, after: Protocol): readonly Found[] {
  return wireFactNames.flatMap((name): readonly Found[] => {
    const was = JSON.stringify(before.profile[name]);
    const is = JSON.stringify(after.profile[name]);
    if (was === is) return [];
    const detail = `${was} → ${is}`;
    return [
      { kind: "wire fact", change: "changed", name, detail, sender: "either" },
    ];
  });
}

function touchesOf(
  before: Protocol,
  after: Protocol,
  features: readonly UsedFeature[],
): (change: Found, definition?: string) => readonly UsedFeature[] {
  const known = features.map((feature) => ({
    feature,
    definitions: [before, after].map((one) =>
      definitionsOfFeature(one, feature),
    ),
  }));
  return ({ kind, name }, definition) =>
    known
      .filter(({ feature, definitions }) => {
        if (kind === "method" || kind === "notification")
          return isMethodOf(feature, name);
        if (definition === undefined) return feature === "connection";
        return definitions.some((one) => one.has(definition));
      })
      .map(({ feature }) => feature);
}
