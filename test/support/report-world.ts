import type { JsonObject } from "../../src/generator/json.js";
import type { Server } from "../../src/runtime/server.js";
import type { Transport } from "../../src/runtime/transport.js";
import { bundleEmitted } from "./bundle-emitted.js";
import type { Check } from "./compiled-schema.js";
import { emitRuntime, emitText, emitValue, type Emitted } from "./emitted.js";
import type { Report } from "./report.js";
import { probeFile, probeHead, probesOf, serverNames } from "./report-types.js";
import { openTypeChecker } from "./type-check.js";

/** A function of an emitted client. */
type AnyCall = {
  (input?: unknown): Promise<unknown>;
  try(input: unknown): Promise<unknown>;
};

type AnyCalls = { readonly [identifier: string]: AnyCall };

/** An emitted client whose entries are known at run time only. */
export type AnyClient = {
  readonly tools: AnyCalls;
  readonly prompts: AnyCalls;
  readonly resources: AnyCalls;
  call(name: string, input: unknown): Promise<unknown>;
  request(method: string, params: object): Promise<JsonObject>;
};

/** What one emitted server exports. */
export type Running = {
  readonly validators: { readonly [name: string]: Check };
  connect(transport: Transport, options?: object): Promise<AnyClient>;
  create(options: object): Server;
};

/** The reports, emitted together and run. */
export type World = {
  /** What came of the manifest. */
  readonly emitted: (report: Report) => Emitted;
  /** The same, or what comes of it without the tools that are wrong; undefined where nothing is left. */
  readonly built: (report: Report) => Emitted | undefined;
  /** What the compiler says beyond what the probes want; a wrong probe as its code. */
  readonly typeFaults: (report: Report) => readonly string[];
  readonly running: (report: Report) => Running;
  readonly linked: (server: Server) => Transport;
};

/** Emits every report, type-checks all of it as one program and imports it as one bundle. */
export async function openReports(reports: readonly Report[]): Promise<World> {
  const emitted = new Map<string, Emitted>();
  const built = new Map<string, Emitted>();
  for (const report of reports) {
    const all = await emitText(report.text, report.label);
    const some = all.files.length > 0 ? all : await emitRest(report);
    emitted.set(report.name, all);
    if (some.files.length > 0) built.set(report.name, some);
  }
  const whole = reports.filter(({ name }) => built.has(name));
  const files = [
    ...(await emitRuntime([...built.values()])),
    ...[...built.values()].flatMap((one) => one.files),
  ];
  const bundled = await bundleEmitted(files, appOf(whole), "node");
  const address = `data:text/javascript;base64,${Buffer.from(bundled).toString("base64")}`;
  const { linked, ...servers } = (await import(address)) as {
    readonly linked: World["linked"];
  };
  const running = servers as unknown as { readonly [key: string]: Running };
  return {
    emitted: ({ name }) => emitted.get(name)!,
    built: ({ name }) => built.get(name),
    typeFaults: typeFaults(whole, ({ name }) => built.get(name)!, files),
    running: (report) => running[`s${whole.indexOf(report)}`]!,
    linked,
  };
}

/** One bad tool never spoils the others: the report without the tools that it calls wrong. */
function emitRest({ manifest, expected }: Report): Promise<Emitted> {
  const wrong = expected.diagnostics?.map(({ tool }) => tool) ?? [];
  const { tools } = manifest;
  const rest = Array.isArray(tools)
    ? tools.filter(({ name }: { name: string }) => !wrong.includes(name))
    : Object.fromEntries(
        Object.entries(tools ?? {}).filter(([name]) => !wrong.includes(name)),
      );
  return emitValue(
    Object.keys(rest).length > 0 ? { ...manifest, tools: rest } : {},
  );
}

function appOf(built: readonly Report[]): string {
  const servers = built.map((report, index) => {
    const { folder, title } = serverNames(report);
    const from = (file: string) => JSON.stringify(`./out/${folder}/${file}.js`);
    return [
      `import * as validators${index} from ${from("validators")};`,
      `import { connect${title} } from ${from("client")};`,
      `import { create${title}Server } from ${from("server")};`,
      `export const s${index} = { validators: validators${index}, connect: connect${title}, create: create${title}Server };`,
    ].join("\n");
  });
  return ['export { linked } from "./out/runtime/linked.js";', ...servers].join(
    "\n",
  );
}

function typeFaults(
  built: readonly Report[],
  of: World["emitted"],
  files: readonly { readonly path: string; readonly text: string }[],
): World["typeFaults"] {
  const callers = built.map((report) => ({
    path: `callers/${report.name}.ts`,
    text: probeFile(report, probesOf(report, of(report))),
  }));
  const sources = files.filter(({ path }) => path.endsWith(".ts"));
  const said = openTypeChecker()([...sources, ...callers]);
  return (report) => {
    if (!built.includes(report)) return [];
    const { folder } = serverNames(report);
    const emitted = said.filter((one) =>
      [`out/${folder}/`, `handlers/${folder}/`, "out/runtime/"].some((start) =>
        one.startsWith(start),
      ),
    );
    const start = `callers/${report.name}.ts:`;
    const own = said.filter((one) => one.startsWith(start));
    const lines = own.map((one) => parseInt(one.slice(start.length), 10));
    const head = own.filter((_, index) => lines[index]! <= probeHead);
    const wrong = probesOf(report, of(report)).flatMap((probe, index) => {
      const line = index + 1 + probeHead;
      const found = own.filter((_, at) => lines[at] === line);
      const isFine =
        probe.errors === undefined
          ? found.length > 0
          : found.length === probe.errors;
      return isFine ? [] : [probe.code, ...found];
    });
    return [...emitted, ...head, ...wrong];
  };
}
