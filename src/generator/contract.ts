import type { JsonObject } from "./json.js";
import type { CompiledSchema } from "./jsonschema/compile.js";
import type { Manifest } from "./manifest/manifest.js";
import type { Protocol } from "./protocol/protocol.js";

/** What every entry of the contract has: its names, all decided. */
export type ContractEntry = {
  /** The name on the wire. */
  readonly name: string;
  /** Key of the client's facade, which may be a reserved word. */
  readonly identifier: string;
  /** Export of the user's handler file. */
  readonly handlerName: string;
  /** Constant of `descriptors.ts`. */
  readonly constant: string;
  /** The user's handler file without its extension, relative to the handlers folder. */
  readonly handlerFile: string;
  /** What a list method shows of it. */
  readonly entry: JsonObject;
  /** OAuth scopes that a caller over HTTP needs for it. */
  readonly scopes: readonly string[];
  /** Lines of its JSDoc. */
  readonly doc: readonly string[];
};

/** A tool, both its schemas compiled. */
export type ContractTool = ContractEntry & {
  readonly input: CompiledSchema;
  readonly output?: CompiledSchema;
  /** True when the output may be something other than an object. */
  readonly wrapped: boolean;
  /** Parameters that HTTP repeats as headers. */
  readonly headers: readonly ParameterHeader[];
  /** Whether callers may or must run it as a task. */
  readonly task?: "optional" | "required";
};

/** One `x-mcp-header` annotation: where its property is, and the name that ends the header. */
export type ParameterHeader = {
  readonly path: readonly string[];
  readonly name: string;
};

/** A named string that a prompt or a URI template takes. */
export type Parameter = {
  readonly name: string;
  readonly required: boolean;
  /** True when a list of strings may stand here too (`{/path*}`). */
  readonly list: boolean;
  readonly doc: readonly string[];
};

/** A prompt and what it takes. */
export type ContractPrompt = ContractEntry & {
  readonly argumentsType: string;
  readonly arguments: readonly Parameter[];
};

/** A resource and where it is. */
export type ContractResource = ContractEntry & { readonly uri: string };

/** A resource template and the variables of its URI. */
export type ContractTemplate = ContractEntry & {
  readonly uriTemplate: string;
  readonly variablesType: string;
  readonly variables: readonly Parameter[];
};

/** A form that handlers ask for by name. */
export type ContractElicitation = {
  readonly name: string;
  readonly message: string;
  readonly requestedSchema: JsonObject;
  /** What a filled-in form holds. */
  readonly content: CompiledSchema;
};

/** The manifest joined with the protocol, every name decided: all that emission reads. */
export type Contract = {
  /** PascalCase name of the server, which `connect…` and `create…Server` carry. */
  readonly title: string;
  readonly manifest: Manifest;
  /** The selected protocol versions, oldest first; the last one types the output. */
  readonly protocols: readonly Protocol[];
  readonly tools: readonly ContractTool[];
  readonly prompts: readonly ContractPrompt[];
  readonly resources: readonly ContractResource[];
  readonly resourceTemplates: readonly ContractTemplate[];
  readonly elicitations: readonly ContractElicitation[];
};
