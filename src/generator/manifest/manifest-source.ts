/* Printed from schema/manifest.schema.json by "npm run generate". Do not edit. */

export type Validation = "off" | "warn" | "error";

export interface ManifestSource {
  $schema?: string;
  server: Server;
  protocol?: {
    versions?:
      | string[]
      | {
          min?: string;
          max?: string;
        };
  };
  emit?: ("client" | "server" | "main" | "host")[];
  transports?: ("stdio" | "http")[];
  out?: string;
  handlers?: string;
  features?: (
    | "elicitation"
    | "sampling"
    | "roots"
    | "logging"
    | "completion"
    | "subscribe"
    | "caching"
    | "tasks"
  )[];
  elicitations?: {
    [k: string]: Elicitation;
  };
  cache?: {
    discover?: CacheHint;
    tools?: CacheHint;
    prompts?: CacheHint;
    resources?: CacheHint;
    resourceTemplates?: CacheHint;
    read?: CacheHint;
  };
  listChanged?: {
    tools?: boolean;
    prompts?: boolean;
    resources?: boolean;
  };
  pageSize?: number;
  validate?:
    | Validation
    | {
        client?:
          | Validation
          | {
              input?: Validation;
              output?: Validation;
            };
        server?:
          | Validation
          | {
              input?: Validation;
              output?: Validation;
            };
      };
  formats?: "annotation" | "assertion";
  importExtension?: "js" | "ts" | "none";
  format?: "none" | "prettier";
  auth?: "oauth";
  tools?:
    | Tool[]
    | {
        [k: string]: Tool;
      };
  resources?:
    | Resource[]
    | {
        [k: string]: Resource;
      };
  resourceTemplates?:
    | ResourceTemplate[]
    | {
        [k: string]: ResourceTemplate;
      };
  prompts?:
    | Prompt[]
    | {
        [k: string]: Prompt;
      };
}
export interface Server {
  name: string;
  version: string;
  title?: string;
  instructions?: string;
  identify?: "always" | "discover";
}
export interface Elicitation {
  message: string;
  requestedSchema: {
    [k: string]: unknown;
  };
}
export interface CacheHint {
  ttlMs?: number;
  scope?: "public" | "private";
}
export interface Tool {
  name?: string;
  title?: string;
  description?: string;
  inputSchema: {
    [k: string]: unknown;
  };
  outputSchema?: {
    [k: string]: unknown;
  };
  annotations?: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
    [k: string]: unknown;
  };
  execution?: {
    [k: string]: unknown;
  };
  icons?: Icon[];
  _meta?: {
    [k: string]: unknown;
  };
  as?: string;
  open?: boolean;
  scopes?: string[];
  task?: "optional" | "required";
}
export interface Icon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: string;
  [k: string]: unknown;
}
export interface Resource {
  uri: string;
  name?: string;
  title?: string;
  description?: string;
  mimeType?: string;
  size?: number;
  annotations?: Annotations;
  icons?: Icon[];
  _meta?: {
    [k: string]: unknown;
  };
  as?: string;
  scopes?: string[];
}
export interface Annotations {
  audience?: string[];
  priority?: number;
  lastModified?: string;
  [k: string]: unknown;
}
export interface ResourceTemplate {
  uriTemplate: string;
  name?: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  icons?: Icon[];
  _meta?: {
    [k: string]: unknown;
  };
  as?: string;
  scopes?: string[];
}
export interface Prompt {
  name?: string;
  title?: string;
  description?: string;
  arguments?: PromptArgument[];
  icons?: Icon[];
  _meta?: {
    [k: string]: unknown;
  };
  as?: string;
  scopes?: string[];
}
export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}
