import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from "../../src/generator/json.js";

/** Instances of one schema and what is to be said of them. */
export type Verdicts = {
  /** Valid, and the object literal compiles. */
  readonly accept?: readonly JsonValue[];
  /** Valid, though with keys that the schema leaves unnamed: compiles where it is no fresh literal. */
  readonly acceptLoose?: readonly JsonValue[];
  /** Refused by the type and by the validator. */
  readonly reject?: readonly JsonValue[];
  /** Refused by the validator; TypeScript cannot say it. */
  readonly invalidOnly?: readonly JsonValue[];
};

/** What a diagnostic has to say; what is left out may be anything. */
export type ExpectedDiagnostic = {
  readonly code?: string;
  readonly tool?: string;
  /** JSON pointer inside the tool. */
  readonly pointer?: string;
  readonly line?: number;
  readonly says?: string;
  /** Another line that it speaks of. */
  readonly otherLine?: number;
};

/** What a report asks for, by members that a machine can check. */
export type Expected = Verdicts & {
  readonly summary: string;
  /** Verdicts on the inputs of several tools, by wire name. */
  readonly perTool?: { readonly [tool: string]: Verdicts };
  readonly outputAccept?: readonly JsonValue[];
  readonly outputReject?: readonly JsonValue[];
  readonly diagnostics?: readonly ExpectedDiagnostic[];
  readonly wireNames?: readonly string[];
  /** True for every case: all of them are compiled. */
  readonly compiles?: true;
  readonly stableUnderReorder?: true;
  /** A tool that comes later and wants an identifier that is taken. */
  readonly newcomer?: string;
  /** `client.tools.x()` compiles and is answered. */
  readonly callWithoutArguments?: true;
  readonly serverReceives?: readonly {
    readonly params: JsonObject;
    readonly ok: boolean;
  }[];
  readonly wireArguments?: readonly {
    readonly call: JsonObject;
    readonly sent: JsonObject;
  }[];
  readonly handlerReceives?: readonly {
    readonly call: JsonObject;
    readonly input: JsonObject;
  }[];
  /** Definitions that are one type each. */
  readonly typeNamesOnce?: readonly string[];
  readonly globalsUntouched?: readonly string[];
  /** False: neither the client nor its tools are a promise. */
  readonly awaitable?: false;
  /** Statements of a caller that has `client`, and how many errors they are. */
  readonly callerErrors?: readonly {
    readonly code: string;
    readonly errors: number;
  }[];
  /** What a handler of the first tool returns although its output schema forbids it. */
  readonly wrongHandlerReturns?: JsonValue;
  /** Text of `types.ts`, whatever the white space. */
  readonly types?: readonly string[];
  /** Text of any emitted file, whatever the white space. */
  readonly text?: readonly string[];
  readonly identifiers?: { readonly [wireName: string]: string };
  readonly handlerFiles?: readonly string[];
};

/** What a report may ask for: all of it is checked. */
export const expectedMembers: { readonly [member in keyof Expected]-?: true } =
  {
    summary: true,
    accept: true,
    acceptLoose: true,
    reject: true,
    invalidOnly: true,
    perTool: true,
    outputAccept: true,
    outputReject: true,
    diagnostics: true,
    wireNames: true,
    compiles: true,
    stableUnderReorder: true,
    newcomer: true,
    callWithoutArguments: true,
    serverReceives: true,
    wireArguments: true,
    handlerReceives: true,
    typeNamesOnce: true,
    globalsUntouched: true,
    awaitable: true,
    callerErrors: true,
    wrongHandlerReturns: true,
    types: true,
    text: true,
    identifiers: true,
    handlerFiles: true,
  };

/** A public bug report as a manifest and what has to become of it. */
export type Report = {
  /** File name without its end. */
  readonly name: string;
  /** `owner/repository#number`. */
  readonly source: string;
  readonly kind: string;
  /** Name of the manifest; its end says whether `text` is YAML or JSON. */
  readonly label: string;
  readonly text: string;
  readonly manifest: JsonObject;
  readonly expected: Expected;
};

/** Our own cases: YAML files that hold the manifest as text, so that its lines count. */
export function readReports(folder: string): readonly Report[] {
  return readdirSync(folder)
    .sort()
    .map((file) => {
      const { source, kind, manifest, expected } = parse(
        readFileSync(join(folder, file), "utf8"),
      ) as {
        readonly source: string;
        readonly kind: string;
        readonly manifest: string;
        readonly expected: Expected;
      };
      return {
        name: file.replace(/\.yaml$/, ""),
        source,
        kind,
        label: "manifest.yaml",
        text: manifest,
        manifest: parse(manifest, { uniqueKeys: false }) as JsonObject,
        expected,
      };
    });
}

/** What our manifests say besides, for a report that leaves the way to us. */
export type Adjustments = {
  readonly [name: string]: {
    /** Keys of ours on its tool. */
    readonly tool?: JsonObject;
    readonly expected?: Partial<Expected>;
  };
};

/** The reports as they were written down: `input` has `tool` or lists, and is made a manifest. */
export function readOriginals(
  folder: string,
  kinds: readonly string[],
  adjustments: Adjustments,
): readonly Report[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { source, kind, input, expected } = JSON.parse(
        readFileSync(join(folder, file), "utf8"),
      ) as {
        readonly source: string;
        readonly kind: string;
        readonly input: JsonObject;
        readonly expected: Expected;
      };
      if (!kinds.includes(kind)) return [];
      const name = file.replace(/\.json$/, "");
      const { tool, expected: more } = adjustments[name] ?? {};
      const manifest = manifestOf(name, input, tool ?? {});
      const returned = input["serverHandlerReturns"];
      return {
        ...{ name, source, kind, manifest, label: "manifest.json" },
        text: JSON.stringify(manifest, null, 2),
        expected: {
          ...expected,
          ...(returned !== undefined && { wrongHandlerReturns: returned }),
          ...more,
        },
      };
    });
}

function manifestOf(
  name: string,
  input: JsonObject,
  keys: JsonObject,
): JsonObject {
  const { tool, protocolVersion, serverHandlerReturns: _, ...lists } = input;
  return {
    server: { name: `report-${name}`, version: "1.0.0" },
    // One version is enough, and quick to compile.
    protocol: { versions: [protocolVersion ?? "2026-07-28"] },
    ...(isJsonObject(tool) && { tools: [{ ...tool, ...keys }] }),
    ...lists,
  };
}
