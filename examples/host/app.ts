import { connectCalendar } from "./out/calendar/client.js";
import { connectMail } from "./out/mail/client.js";
import { createHost, type HostResult } from "./out/runtime/host.js";
import { stdio } from "./out/runtime/stdio-client.js";
import { think } from "./model.js";

const program = (name: string) =>
  stdio({ command: "npx", args: ["tsx", `out/${name}/main.ts`] });

await using host = createHost(
  {
    calendar: () => connectCalendar(program("calendar")),
    mail: () => connectMail(program("mail")),
    // A server that is down costs the others nothing.
    broken: () => connectMail(stdio({ command: "no-such-program" })),
  },
  // npx may have something to load first.
  { waitMs: 120_000 },
);

/** What the model may use: three functions stand for all tools, however many there are. */
const functions: {
  readonly [name: string]: (input: {
    readonly [key: string]: unknown;
  }) => Promise<unknown>;
} = {
  search_tools: ({ query }) => host.searchTools(String(query)),
  describe_tool: ({ name }) => host.describeTool(String(name)),
  call_tool: ({ name, input }) => host.call(String(name), input),
};

let answer: unknown =
  "The user wants to remind whoever they meet on 2026-12-01.";
for (;;) {
  const step = think(answer);
  if ("say" in step) {
    console.log(step.say);
    break;
  }
  answer = await functions[step.use]?.(step.input);
  console.log(`${step.use} ${JSON.stringify(step.input)}`);
  const { isError, content } = (answer ?? {}) as Partial<HostResult>;
  if (isError === true)
    console.log(`  refused: ${String(content?.[0]?.["text"])}`);
}
console.log(`broken is ${host.status().broken.state}`);
