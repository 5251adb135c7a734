/** A name that emitted code imports. */
export type SymbolRow = {
  /** The module, as a path from the server's folder without an extension. */
  readonly from: string;
  /** Imported by `import type`, or by `type` beside values of the same module. */
  readonly type?: true;
  /** The module's namespace under this name. */
  readonly namespace?: true;
};

const type = true;
const namespace = true;
const runtime = (file: string) => `../runtime/${file}`;

/**
 * Everything that the emitted files of a server import from the runtime and from
 * each other, in the order in which imports are printed.
 */
export const symbols = {
  Catalogue: { from: runtime("catalogue"), type },
  connect: { from: runtime("client") },
  facade: { from: runtime("client") },
  CallOptions: { from: runtime("client"), type },
  ClientHandle: { from: runtime("client"), type },
  Client: { from: runtime("client"), type },
  ClientFeatures: { from: runtime("client"), type },
  ConnectOptions: { from: runtime("client"), type },
  PromptCall: { from: runtime("client"), type },
  ResourceCall: { from: runtime("client"), type },
  TemplateCall: { from: runtime("client"), type },
  ToolCall: { from: runtime("client"), type },
  clientTasks: { from: runtime("client-tasks") },
  taskCalls: { from: runtime("client-task-calls") },
  TaskToolCall: { from: runtime("client-task-calls"), type },
  answerElicitation: { from: runtime("client-answers") },
  answerRoots: { from: runtime("client-answers") },
  answerSampling: { from: runtime("client-answers") },
  clientAnswers: { from: runtime("client-answers") },
  clientCache: { from: runtime("client-cache") },
  clientCompletion: { from: runtime("client-complete") },
  Completion: { from: runtime("client-complete"), type },
  CompletionRequest: { from: runtime("client-complete"), type },
  RuntimeContext: { from: runtime("context"), type },
  Content: { from: runtime("descriptor"), type },
  Prompt: { from: runtime("descriptor"), type },
  Resource: { from: runtime("descriptor"), type },
  ResourceTemplate: { from: runtime("descriptor"), type },
  Tool: { from: runtime("descriptor"), type },
  sessions: { from: runtime("http-sessions") },
  sse: { from: runtime("http-sse") },
  openLegacy: { from: runtime("legacy-client") },
  legacyServer: { from: runtime("legacy-server") },
  openEither: { from: runtime("client-eras") },
  renegotiate: { from: runtime("client-refusals") },
  requestHeaders: { from: runtime("client-request-headers") },
  clientListen: { from: runtime("client-listen") },
  httpSessions: { from: runtime("client-http-sessions") },
  httpSse: { from: runtime("client-http-sse") },
  toolHeaders: { from: runtime("client-tool-headers") },
  listen: { from: runtime("listen") },
  openModern: { from: runtime("modern-client") },
  modernServer: { from: runtime("modern-server") },
  serveHttp: { from: runtime("node-http-server") },
  serve: { from: runtime("node-main") },
  ClientProfile: { from: runtime("profile"), type },
  ServerProfile: { from: runtime("profile"), type },
  createServer: { from: runtime("server") },
  Server: { from: runtime("server"), type },
  ServerContract: { from: runtime("server"), type },
  ServerOptions: { from: runtime("server"), type },
  ElicitContext: { from: runtime("server-asking"), type },
  RootsContext: { from: runtime("server-asking"), type },
  SampleContext: { from: runtime("server-asking"), type },
  StepContext: { from: runtime("server-asking"), type },
  asks: { from: runtime("server-asks") },
  completion: { from: runtime("server-completion") },
  TaskContext: { from: runtime("server-tasking"), type },
  tasks: { from: runtime("server-tasks") },
  runtime: { from: runtime("server-handlers"), type, namespace },
  protect: { from: runtime("server-oauth") },
  ProtectedOptions: { from: runtime("server-oauth"), type },
  entryScopes: { from: runtime("server-scopes") },
  Verified: { from: runtime("server-token"), type },
  serveStdio: { from: runtime("stdio-server") },
  compareLists: { from: runtime("verify") },
  Difference: { from: runtime("verify"), type },
  Transport: { from: runtime("transport"), type },
  catalogue: { from: "./catalogue" },
  descriptors: { from: "./descriptors", namespace },
  features: { from: "./features" },
  handlers: { from: "./handlers" },
  clientProfiles: { from: "./protocol" },
  serverProfiles: { from: "./protocol" },
  CallToolResult: { from: "./protocol", type },
  GetPromptResult: { from: "./protocol", type },
  ListResourcesResult: { from: "./protocol", type },
  Protocol: { from: "./protocol", type },
  ReadResourceResult: { from: "./protocol", type },
  ToolContentBlock: { from: "./protocol", type },
  Handlers: { from: "./server", type },
  types: { from: "./types", type, namespace },
  validators: { from: "./validators", namespace },
} as const satisfies { readonly [name: string]: SymbolRow };

/** A name of the table. */
export type SymbolName = keyof typeof symbols;
