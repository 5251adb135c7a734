import { exactType } from "../../bench/soundness/instance.js";
import type { JsonValue } from "../../src/generator/json.js";
import { pascalCase } from "../../src/generator/names.js";
import type { Emitted } from "./emitted.js";
import type { Report, Verdicts } from "./report.js";

/** One line of TypeScript, and how many errors the compiler is to find in it: undefined for one at least. */
export type Probe = {
  readonly code: string;
  readonly errors: number | undefined;
};

/** Names of a tool in the emitted files. */
export type ToolNames = {
  readonly wire: string;
  readonly identifier: string;
  readonly input: string;
  readonly output: string;
};

export function toolNames({ record }: Emitted): readonly ToolNames[] {
  const { tools = {}, types = {} } = record?.identifiers ?? {};
  return Object.entries(tools).map(([wire, identifier]) => {
    const base = types[`tools/${wire}`] ?? "";
    const names = { input: `${base}Input`, output: `${base}Output` };
    return { wire, identifier, ...names };
  });
}

/** The verdicts on a tool's input: those of the one tool, or of each by name. */
export function verdictsOn({ expected }: Report, tool: string): Verdicts {
  const { perTool } = expected;
  return perTool === undefined ? expected : (perTool[tool] ?? {});
}

/** The verdicts on the output of the first tool. */
export function outputVerdicts({ expected }: Report): Verdicts {
  const { outputAccept: accept = [], outputReject: reject = [] } = expected;
  return { accept, reject };
}

/** How a report's server is called in paths and in names. */
export function serverNames({ manifest }: Report): {
  readonly folder: string;
  readonly title: string;
} {
  const { name } = manifest["server"] as { readonly name: string };
  return { folder: name, title: pascalCase(name) };
}

/** Everything that a report says of types. */
export function probesOf(report: Report, emitted: Emitted): readonly Probe[] {
  const { expected } = report;
  const names = toolNames(emitted);
  const [first] = names;
  const bare = expected.callWithoutArguments === true ? names : [];
  const wrong = expected.wrongHandlerReturns;
  return [
    ...names.flatMap(({ input, wire }) =>
      verdictProbes(input, verdictsOn(report, wire)),
    ),
    ...verdictProbes(first?.output ?? "", outputVerdicts(report)),
    ...bare.map(({ identifier }) => ({
      code: `void client.tools.${identifier}();`,
      errors: 0,
    })),
    ...(expected.callerErrors ?? []).map(({ code, errors }) => ({
      code: `void ${code};`,
      errors,
    })),
    ...(wrong === undefined ? [] : [handlerProbe(first?.wire ?? "", wrong)]),
  ];
}

function verdictProbes(type: string, verdicts: Verdicts): readonly Probe[] {
  const { accept = [], acceptLoose = [], reject = [] } = verdicts;
  const fresh = (value: JsonValue) => use(type, JSON.stringify(value));
  // nothing checks such a value for keys that are not named
  const loose = (value: JsonValue) => use(type, `null! as ${exactType(value)}`);
  return [
    ...accept.map((value) => ({ code: fresh(value), errors: 0 })),
    ...[...accept, ...acceptLoose].map((value) => ({
      code: loose(value),
      errors: 0,
    })),
    ...[...acceptLoose, ...reject].map((value) => ({
      code: fresh(value),
      errors: undefined,
    })),
  ];
}

function use(type: string, value: string): string {
  return `use<types.${type}>(${value});`;
}

function handlerProbe(wire: string, value: JsonValue): Probe {
  const type = `server.Handler<${JSON.stringify(wire)}>`;
  return {
    code: `use<${type}>(() => (${JSON.stringify(value)}));`,
    errors: undefined,
  };
}

/** A caller's file beside the emitted ones: some lines of its own, then one for each probe. */
export function probeFile(report: Report, probes: readonly Probe[]): string {
  const { folder, title } = serverNames(report);
  const from = (file: string) => JSON.stringify(`../out/${folder}/${file}.js`);
  return [
    `import type { ${title}Client } from ${from("client")};`,
    `import type * as server from ${from("server")};`,
    `import type * as types from ${from("types")};`,
    "export type { server, types };",
    `export declare const client: ${title}Client;`,
    "export declare function use<T>(value: T): void;",
    ...probes.map(({ code }) => code),
  ].join("\n");
}

/** Lines of a caller's file before its probes. */
export const probeHead = 6;
