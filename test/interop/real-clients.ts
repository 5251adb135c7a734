import type { Client } from "../../src/runtime/client-api.js";
import type {
  PromptCall,
  ResourceCall,
  TemplateCall,
} from "../../src/runtime/facade.js";
import type { ToolCall } from "../../src/runtime/tool-call.js";

/*
 * What a user expects of the clients that are generated from the lists of two real
 * servers. The test compiles a proof that the emitted types are assignable to these.
 */

/** A content block with the members that the tests read. */
type Block = {
  readonly type: string;
  readonly mimeType?: string;
  readonly uri?: string;
};

type Content = readonly Block[] & { readonly text: string };

type Whole = { readonly content: readonly object[] };

type City = "New York" | "Chicago" | "Los Angeles";

/** What a tool takes whose schema names no property: anything, or nothing. */
type Anything = { readonly [name: string]: unknown } | void;

export interface EverythingTools {
  readonly echo: ToolCall<{ message: string }, Content, Whole>;
  readonly getSum: ToolCall<{ a: number; b: number }, Content, Whole>;
  readonly getAnnotatedMessage: ToolCall<
    { messageType: "error" | "success" | "debug"; includeImage?: boolean },
    Content,
    Whole
  >;
  readonly getResourceLinks: ToolCall<{ count?: number }, Content, Whole>;
  readonly getStructuredContent: ToolCall<
    { location: City },
    { temperature: number; conditions: string; humidity: number },
    Whole
  >;
  readonly getTinyImage: ToolCall<Anything, Content, Whole>;
  readonly gzipFileAsResource: ToolCall<
    { name?: string; data?: string; outputType?: "resourceLink" | "resource" },
    Content,
    Whole
  >;
  readonly triggerLongRunningOperation: ToolCall<
    { duration?: number; steps?: number },
    Content,
    Whole
  >;
}

export interface Everything extends Client {
  readonly tools: EverythingTools;
  call(
    name: "get-sum",
    input: { a: number; b: number },
  ): Promise<{ readonly text: string }>;
}

/** The same server as a client sees it that answers its requests. */
export interface Asking extends Client {
  readonly tools: {
    readonly getRootsList: ToolCall<Anything, Content, Whole>;
    readonly triggerElicitationRequest: ToolCall<Anything, Content, Whole>;
    readonly triggerSamplingRequest: ToolCall<
      { prompt: string; maxTokens?: number },
      Content,
      Whole
    >;
    readonly toggleSubscriberUpdates: ToolCall<Anything, Content, Whole>;
  };
  readonly prompts: {
    readonly simplePrompt: PromptCall<
      Record<string, never> | void,
      { messages: object[] }
    >;
    readonly argsPrompt: PromptCall<
      { city: string; state?: string },
      { messages: object[] }
    >;
  };
  readonly resources: {
    readonly featuresMd: ResourceCall<{ contents: object[] }>;
    readonly dynamicTextResource: TemplateCall<
      { resourceId: string },
      { contents: object[] }
    >;
  };
}

type FileContent = { readonly content: string };

type FileCall<Input> = ToolCall<Input, FileContent, Whole>;

export interface Filesystem extends Client {
  readonly tools: {
    readonly createDirectory: FileCall<{ path: string }>;
    readonly writeFile: FileCall<{ path: string; content: string }>;
    readonly readTextFile: FileCall<{
      path: string;
      head?: number;
      tail?: number;
    }>;
    readonly readMultipleFiles: FileCall<{ paths: [string, ...string[]] }>;
    readonly editFile: FileCall<{
      path: string;
      edits: { oldText: string; newText: string }[];
      dryRun?: boolean;
    }>;
    readonly moveFile: FileCall<{ source: string; destination: string }>;
    readonly listDirectory: FileCall<{ path: string }>;
    readonly searchFiles: FileCall<{ path: string; pattern: string }>;
    readonly listAllowedDirectories: FileCall<Anything>;
    readonly readMediaFile: ToolCall<
      { path: string },
      {
        content: (
          | { type: "image" | "audio"; data: string; mimeType: string }
          | {
              type: "resource";
              resource: { uri: string; mimeType?: string; blob: string };
            }
        )[];
      },
      Whole
    >;
  };
}

/** A file for the folder of the emitted modules: it compiles only if their types are what is written here. */
export const proof = (here: string): string => `
import type { AskingClient } from "./out/asking/client.js";
import type { EverythingClient } from "./out/everything/client.js";
import type { FilesystemClient } from "./out/filesystem/client.js";
import type { Asking, Everything, Filesystem } from ${JSON.stringify(here)};

type Used<Client> = Pick<Client, Extract<keyof Client, "tools" | "prompts" | "resources">>;

export const everything = (client: EverythingClient): Used<Everything> => client;
export const asking = (client: AskingClient): Used<Asking> => client;
export const filesystem = (client: FilesystemClient): Used<Filesystem> => client;

export async function mistakes({ tools, call }: EverythingClient, files: FilesystemClient) {
  // @ts-expect-error no such city
  await tools.getStructuredContent({ location: "Paris" });
  // @ts-expect-error a word is no number
  await tools.getSum({ a: 1, b: "2" });
  // @ts-expect-error the message is required
  await tools.echo({});
  // @ts-expect-error a misspelt key
  await tools.getResourceLinks({ counts: 3 });
  // @ts-expect-error no such tool
  await call("get-som", { a: 1, b: 2 });
  // @ts-expect-error at least one path
  await files.tools.readMultipleFiles({ paths: [] });
  const { humidity } = await tools.getStructuredContent({ location: "Chicago" });
  const percent: number = humidity;
  return percent;
}
`;
