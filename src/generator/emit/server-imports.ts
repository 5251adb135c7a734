import { code, identifier, joinCode, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { hasNews, type FeatureValue } from "./features-file.js";
import { imports, specifier, type Import } from "./module.js";
import { foldersOf, relative } from "./paths.js";

const eras = [
  { era: "modern", name: "modernServer", file: "modern-server" },
  { era: "legacy", name: "legacyServer", file: "legacy-server" },
] as const;

/** The era codecs that a server of the selected versions needs, newest first. */
export function serverEras(contract: Contract): readonly FeatureValue[] {
  return eras.filter(({ era }) =>
    contract.protocols.some((protocol) => protocol.era === era),
  );
}

/** Whether clients of a modern version may listen for changes. */
export function listens(contract: Contract): boolean {
  const modern = contract.protocols.some(({ era }) => era === "modern");
  return modern && hasNews(contract);
}

/** The import statements of `server.ts`. */
export function serverImports(contract: Contract): Code {
  const { tools, prompts, resourceTemplates, resources, manifest } = contract;
  const at = (path: string) => specifier(path, manifest.importExtension);
  const folders = foldersOf(contract);
  const app = relative(folders.server, `${folders.handlers}/app`);
  const readable = resources.length + resourceTemplates.length > 0;
  const any = readable || tools.length + prompts.length > 0;
  const typed = tools.length + prompts.length + resourceTemplates.length > 0;
  const values = [
    ...serverEras(contract),
    ...(listens(contract) ? [{ name: "listen", file: "listen" }] : []),
  ];
  const protocol: Import = {
    from: at("./protocol"),
    typeOnly: false,
    names: [
      code`profiles`,
      ...(prompts.length > 0 ? [code`type GetPromptResult`] : []),
      code`type Protocol`,
      ...(readable ? [code`type ReadResourceResult`] : []),
      ...(tools.some(({ output }) => output === undefined)
        ? [code`type ToolContentBlock`]
        : []),
    ],
  };
  const typeImport = (path: string, name: Code): Import => ({
    from: at(path),
    names: [name],
    typeOnly: true,
  });
  const runtime: readonly Import[] = [
    typeImport(app, code`createApp`),
    typeImport("../runtime/context", code`RuntimeContext`),
    {
      from: at("../runtime/errors"),
      names: [code`ToolError`],
      typeOnly: false,
    },
    ...values.map(({ name, file }) => ({
      from: at(`../runtime/${file}`),
      names: [identifier(name)],
      typeOnly: false,
    })),
    {
      from: at("../runtime/server"),
      names: [
        code`createServer`,
        code`type Server`,
        code`type ServerContract`,
        code`type ServerOptions`,
      ],
      typeOnly: false,
    },
  ];
  return joinCode(
    [
      imports(runtime),
      ...(any
        ? [
            code`import type * as handlers from ${at("../runtime/server-handlers")};`,
          ]
        : []),
      imports([
        {
          from: at("../runtime/server-handlers"),
          names: [code`reply`],
          typeOnly: false,
        },
      ]),
      ...(any
        ? [code`import * as descriptors from ${at("./descriptors")};`]
        : []),
      imports([protocol]),
      ...(typed ? [code`import type * as types from ${at("./types")};`] : []),
    ],
    "\n",
  );
}
