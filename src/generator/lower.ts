import type {
  Contract,
  ContractElicitation,
  ContractEntry,
  ContractPrompt,
  ContractTemplate,
  ContractTool,
  Parameter,
} from "./contract.js";
import { diagnostic, type Diagnostic, type Locate } from "./diagnostic.js";
import { shown } from "./diagnostic-text.js";
import { entryDoc } from "./entry-doc.js";
import {
  compileSchema,
  type CompiledSchema,
  type CompileRequest,
} from "./jsonschema/compile.js";
import {
  openConstants,
  type Constants,
} from "./jsonschema/validators/writer.js";
import type {
  EntryKind,
  Manifest,
  ManifestElicitation,
  ManifestEntry,
  ManifestPrompt,
  ManifestTemplate,
  ManifestTool,
} from "./manifest/manifest.js";
import { pascalCase } from "./names.js";
import { nameEntries, type Naming } from "./naming.js";
import { parameterHeaders } from "./parameter-headers.js";
import type { Protocol } from "./protocol/protocol.js";
import type { Identifiers } from "./server-record.js";
import { uriVariables } from "./uri-variables.js";

/** The contract, and what came up on the way to it. */
export type Lowered = {
  readonly contract: Contract;
  /** What the lock is to remember. */
  readonly identifiers: Identifiers;
  readonly diagnostics: readonly Diagnostic[];
};

type Scope = {
  readonly locate: Locate;
  readonly formats: Manifest["formats"];
  readonly naming: Naming;
  /** What the validators of all tools share: they stand in one file, in this order. */
  readonly constants: Constants;
  readonly diagnostics: Diagnostic[];
};

/**
 * Joins a checked manifest with the protocol and decides every name. `recorded`
 * are the identifiers of the last build: they stay as they are.
 */
export function lower(
  manifest: Manifest,
  protocols: readonly Protocol[],
  recorded: Identifiers,
  locate: Locate,
): Lowered {
  const naming = nameEntries(manifest, recorded, locate);
  const scope = {
    locate,
    formats: manifest.formats,
    naming,
    constants: openConstants(naming.types),
    diagnostics: [...naming.diagnostics],
  };
  const contract: Contract = {
    title: pascalCase(manifest.server.name),
    manifest,
    protocols,
    tools: manifest.tools.map((tool) => lowerTool(tool, scope)),
    prompts: manifest.prompts.map((prompt) => lowerPrompt(prompt, scope)),
    resources: manifest.resources.map((resource) => ({
      ...lowerEntry("resources", resource, scope),
      uri: resource.uri,
    })),
    resourceTemplates: manifest.resourceTemplates.map((template) =>
      lowerTemplate(template, scope),
    ),
    elicitations: manifest.elicitations.map((form) =>
      lowerElicitation(form, scope),
    ),
  };
  const { identifiers } = naming;
  return { contract, identifiers, diagnostics: scope.diagnostics };
}

function lowerEntry(
  kind: EntryKind,
  entry: ManifestEntry,
  scope: Scope,
): ContractEntry {
  const names = scope.naming.of(kind, entry.name);
  return {
    name: entry.name,
    identifier: names.identifier,
    handlerName: names.handlerName,
    constant: names.constant,
    handlerFile: names.handlerFile,
    entry: entry.entry,
    scopes: entry.scopes,
    doc: entryDoc(entry.entry, entry.scopes),
  };
}

function lowerTool(tool: ManifestTool, scope: Scope): ContractTool {
  const { typeBase } = scope.naming.of("tools", tool.name);
  const compileAs = (role: string, request: CompileRequest): CompiledSchema =>
    compile(request, { kind: "tool", role, ...tool }, scope);
  const input = compileAs("inputSchema", {
    name: `${typeBase}Input`,
    schema: tool.inputSchema,
    open: tool.open,
    filled: true,
    constants: scope.constants,
  });
  const scan = parameterHeaders(tool.inputSchema);
  for (const { pointer, why } of scan.faults) {
    const at = scope.locate(`${tool.pointer}/inputSchema${pointer}`);
    const params = { tool: tool.name, why };
    scope.diagnostics.push(diagnostic("TOOL_HEADER_INVALID", at, params));
  }
  const contract = {
    ...lowerEntry("tools", tool, scope),
    input,
    headers: scan.headers,
    ...(tool.task && { task: tool.task }),
  };
  if (tool.outputSchema === undefined) return { ...contract, wrapped: false };
  const output = compileAs("outputSchema", {
    name: `${typeBase}Output`,
    schema: tool.outputSchema,
    open: tool.open,
    constants: scope.constants,
  });
  return { ...contract, output, wrapped: !output.isObject };
}

/** Whose schema is compiled, for diagnostics. */
type Owner = {
  readonly kind: "tool" | "form";
  readonly name: string;
  /** JSON pointer of the entry in the manifest. */
  readonly pointer: string;
  /** The entry's member that holds the schema. */
  readonly role: string;
};

/** Compiles a schema and reports what is wrong with it. */
function compile(
  request: CompileRequest,
  { kind, name, pointer: base, role }: Owner,
  { locate, formats, naming, diagnostics }: Scope,
): CompiledSchema {
  const compiled = compileSchema({ ...request, formats }, naming.types);
  for (const { pointer, what, ...problem } of compiled.problems) {
    const at = locate(`${base}/${role}${pointer}`);
    const where = `${role}${pointer === "" ? "" : ` at ${pointer}`}`;
    const sentence = `${kind} ${shown(name)}, ${where}: ${what}`;
    diagnostics.push({ ...at, ...problem, what: sentence });
  }
  return compiled;
}

function lowerPrompt(prompt: ManifestPrompt, scope: Scope): ContractPrompt {
  const { typeBase } = scope.naming.of("prompts", prompt.name);
  return {
    ...lowerEntry("prompts", prompt, scope),
    argumentsType: `${typeBase}Arguments`,
    arguments: prompt.arguments.map(
      ({ name, required, title, description }): Parameter => ({
        name,
        required,
        list: false,
        doc: [title, description].filter((line) => line !== undefined),
      }),
    ),
  };
}

function lowerTemplate(
  template: ManifestTemplate,
  scope: Scope,
): ContractTemplate {
  const { typeBase } = scope.naming.of("resourceTemplates", template.name);
  return {
    ...lowerEntry("resourceTemplates", template, scope),
    uriTemplate: template.uriTemplate,
    variablesType: `${typeBase}Variables`,
    variables: uriVariables(template.uriTemplate),
  };
}

function lowerElicitation(
  form: ManifestElicitation,
  scope: Scope,
): ContractElicitation {
  const { name, message, requestedSchema } = form;
  const content = compile(
    {
      name: scope.naming.types.unique(`${pascalCase(name)}Content`),
      schema: requestedSchema,
    },
    { kind: "form", role: "requestedSchema", ...form },
    scope,
  );
  return { name, message, requestedSchema, content };
}
