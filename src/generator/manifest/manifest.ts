import type { JsonObject } from "../json.js";

/** What a manifest may ask for beyond tools, prompts and resources, in the order in which output shows it. */
export const features = [
  "elicitation",
  "sampling",
  "roots",
  "logging",
  "completion",
  "subscribe",
  "caching",
  "tasks",
] as const;

/** One of the features. */
export type Feature = (typeof features)[number];

/** The lists of a manifest that hold entries, in the order in which output shows them. */
export const entryKinds = [
  "tools",
  "prompts",
  "resources",
  "resourceTemplates",
] as const;

/** One of the kinds of entries. */
export type EntryKind = (typeof entryKinds)[number];

/** How clients and server may reach each other. */
export type TransportName = "stdio" | "http";
/** What happens to a value that its schema refuses: nothing, a warning, an error. */
export type Validation = "off" | "warn" | "error";
/** How long, and for whom, a result may be kept. */
export type CacheHint = {
  /** Milliseconds that a result stays fresh; 0 means never. */
  readonly ttlMs: number;
  readonly scope: "public" | "private";
};
/** A list that may change while the server runs. */
export type ListName = "tools" | "prompts" | "resources";

/** What every entry has, whatever its kind. */
export type ManifestEntry = {
  /** The wire name; a resource's or template's too, which has a URI beside it. */
  readonly name: string;
  /** The identifier that the user asked for with `as:`. */
  readonly as?: string;
  readonly scopes: readonly string[];
  /** The protocol's own members, as a list method shows them: verbatim but for local file references, which are bundled. */
  readonly entry: JsonObject;
  /** JSON pointer of the entry in the manifest, for diagnostics. */
  readonly pointer: string;
};

/** A tool. */
export type ManifestTool = ManifestEntry & {
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** True when open objects of the schemas get an index signature. */
  readonly open: boolean;
  readonly task?: "optional" | "required";
};

/** A prompt. */
export type ManifestPrompt = ManifestEntry & {
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
};

/** A resource. */
export type ManifestResource = ManifestEntry & { readonly uri: string };
/** A resource template. */
export type ManifestTemplate = ManifestEntry & { readonly uriTemplate: string };

/** A form that handlers ask for by name. */
export type ManifestElicitation = {
  readonly name: string;
  readonly message: string;
  readonly requestedSchema: JsonObject;
  readonly pointer: string;
};

/** The user's manifest with every default filled in and every list in manifest order. */
export type Manifest = {
  /** Path as diagnostics print it, with `/`. */
  readonly file: string;
  readonly server: {
    readonly name: string;
    readonly version: string;
    readonly title?: string;
    readonly instructions?: string;
    readonly identify: "always" | "discover";
  };
  /** Protocol versions, oldest first. */
  readonly versions: readonly string[];
  readonly emit: {
    readonly client: boolean;
    readonly server: boolean;
    /** Whether `main.ts`, the program that runs the server under Node, is written. */
    readonly main: boolean;
    /** Whether the clients can be joined in a host. */
    readonly host: boolean;
  };
  readonly transports: readonly TransportName[];
  /** Folder of the output, relative to the manifest's. */
  readonly out: string;
  /** Folder of the user's handlers, relative to the manifest's. */
  readonly handlers: string;
  readonly features: readonly Feature[];
  readonly elicitations: readonly ManifestElicitation[];
  readonly cache: {
    readonly [
      list in
        | "discover"
        | "tools"
        | "prompts"
        | "resources"
        | "resourceTemplates"
        | "read"
    ]: CacheHint;
  };
  readonly listChanged: { readonly [list in ListName]: boolean };
  /** Entries that one page of a list holds at most; absent where every list is one page. */
  readonly pageSize?: number;
  readonly validate: {
    readonly [side in "client" | "server"]: {
      readonly input: Validation;
      readonly output: Validation;
    };
  };
  /** Whether `format` in a schema is checked, by validators and in defaults. */
  readonly formats: "annotation" | "assertion";
  readonly importExtension: "js" | "ts" | "none";
  readonly format: "none" | "prettier";
  readonly auth?: "oauth";
  readonly tools: readonly ManifestTool[];
  readonly prompts: readonly ManifestPrompt[];
  readonly resources: readonly ManifestResource[];
  readonly resourceTemplates: readonly ManifestTemplate[];
};
