import type { Contract } from "../contract.js";
import { byCodeUnit } from "../json.js";
import type { OutputFile } from "../output-file.js";
import {
  clientAuthorization,
  isProtected,
  scopeFeature,
} from "./authorization.js";
import { catalogueFile } from "./catalogue-file.js";
import { clientFile } from "./client-file.js";
import { descriptorsFile } from "./descriptors-file.js";
import {
  answerParts,
  caches,
  eraCodecs,
  featuresFile,
  hasTasks,
  hearsNews,
  httpFeatures,
  openingParts,
} from "./features-file.js";
import { handlersFile } from "./handlers-file.js";
import { httpServing } from "./http-serving.js";
import { hostFunctions, mainFile } from "./main-file.js";
import { header } from "./module.js";
import { foldersOf } from "./paths.js";
import { protocolFile } from "./protocol-file.js";
import { loadTemplates, type Render, type View } from "./render.js";
import {
  askingFeature,
  completes,
  listens,
  serverFile,
} from "./server-file.js";
import { symbols, type SymbolName } from "./symbols.js";
import { typesFile } from "./types-file.js";
import { userFiles } from "./user-files.js";
import { runtimeImports, validatorsFile } from "./validators-file.js";
import { verifyFile } from "./verify-file.js";

/** The emitted files, each with the view that its template renders. */
const both = {
  "protocol.ts": protocolFile,
  "types.ts": typesFile,
  "validators.ts": validatorsFile,
  "descriptors.ts": descriptorsFile,
  "catalogue.ts": catalogueFile,
};
const client = {
  "features.ts": featuresFile,
  "client.ts": clientFile,
  "verify.ts": verifyFile,
};
const server = { "server.ts": serverFile, "handlers.ts": handlersFile };
const main = { "main.ts": mainFile };

type FileName = keyof (typeof both &
  typeof client &
  typeof server &
  typeof main);
type MakeView = (contract: Contract) => View;

/**
 * Every file of one server but the runtime, which servers share. `manifest` is the
 * manifest's path from the lock's folder, for the headers.
 */
export async function emit(
  contract: Contract,
  manifest: string,
): Promise<readonly OutputFile[]> {
  const { emit: wanted } = contract.manifest;
  const makers: Partial<Record<FileName, MakeView>> = {
    ...both,
    ...(wanted.client ? client : {}),
    ...(wanted.server ? server : {}),
    ...(wanted.server && wanted.main ? main : {}),
  };
  const names = Object.keys(makers) as FileName[];
  const templates: Partial<Record<FileName, Render>> =
    await loadTemplates(names);
  const folder = foldersOf(contract).server;
  const files = names.map((name): OutputFile => {
    const view = makers[name]?.(contract) ?? {};
    const render = templates[name] as Render;
    const text = render({ header: header(manifest), ...view });
    return { path: `${folder}/${name}`, text, owner: "generated" };
  });
  return wanted.server ? [...files, ...userFiles(contract)] : files;
}

/** The runtime files that the emitted code and its users import, without what those import. */
export function runtimeEntries(contract: Contract): readonly string[] {
  const { emit: wanted, transports } = contract.manifest;
  const used: SymbolName[] = ["Catalogue", "Tool", "ServerProfile"];
  const files: string[] = ["errors", "validate"];
  if (wanted.client) {
    used.push("connect", "Transport", "compareLists");
    used.push(...openingParts(contract), ...answerParts(contract));
    if (hearsNews(contract)) used.push("clientListen");
    if (hasTasks(contract)) used.push("clientTasks", "taskCalls");
    used.push(...httpFeatures(contract));
    if (completes(contract)) used.push("clientCompletion");
    if (caches(contract)) used.push("clientCache");
    if (wanted.host) files.push("host");
    if (transports.includes("stdio")) files.push("stdio-client");
    if (transports.includes("http")) {
      files.push("http-client", "node-http-client");
      files.push(...clientAuthorization(contract));
    }
  }
  if (wanted.server) {
    used.push("createServer", "runtime", "RuntimeContext");
    used.push(...eraCodecs(contract));
    if (listens(contract)) used.push("listen");
    used.push(...askingFeature(contract));
    if (hasTasks(contract)) files.push("server-task-files");
    used.push(...httpServing(contract));
    if (isProtected(contract)) used.push("protect", "Verified");
    used.push(...scopeFeature(contract));
    if (completes(contract)) used.push("completion");
    if (wanted.main) used.push("serve", ...hostFunctions(contract));
    if (transports.includes("http")) files.push("fetch-server");
    if (wanted.client) files.push("linked");
  }
  const fromSymbols = used.map((name) =>
    symbols[name].from.replace("../runtime/", ""),
  );
  const checks = runtimeImports(contract).map(([, module]) => module);
  const names = new Set([...files, ...checks, ...fromSymbols]);
  return [...names].sort(byCodeUnit).map((name) => `${name}.ts`);
}
