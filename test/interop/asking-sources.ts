/** What a user writes for test/fixtures/asking: the app, the handler, and code that only has to compile. */
export const sources = {
  "handlers/asking/app.ts": `export async function createApp() {
  return { runs: 0, bookings: [] as string[] };
}
`,
  "handlers/asking/bookTable.ts": `import type { Handler } from "../../out/asking/server.js";

export const bookTable: Handler<"book_table"> = async ({ guests }, context) => {
  const { app } = context;
  app.runs += 1;
  const answer = await context.elicit("confirm", "confirmForm");
  if (answer.action !== "accept")
    return { state: answer.action, runs: app.runs, bookings: app.bookings.length };
  const { seating, highChairs, remind } = answer.content;
  const number = await context.step("book", () =>
    app.bookings.push(\`\${seating} \${guests} \${highChairs}\`),
  );
  const { content } = await context.sample("greet", {
    messages: [
      { role: "user", content: { type: "text", text: \`Greet \${guests} guests\` } },
    ],
    maxTokens: 20,
  });
  const first = Array.isArray(content) ? content[0] : content;
  const roots = await context.roots("folders");
  return {
    state: "booked",
    number,
    seating,
    remind,
    greeting: first?.type === "text" ? first.text : undefined,
    folders: roots.map(({ uri }) => uri),
    runs: app.runs,
    bookings: app.bookings.length,
  };
};
`,
  "typed.ts": `import { connectAsking } from "./out/asking/client.js";
import { createAskingServer, type Context } from "./out/asking/server.js";
import { handlers } from "./out/asking/handlers.js";
import { createApp } from "./handlers/asking/app.js";
import { linked } from "./out/runtime/linked.js";

type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2
    ? true
    : false;

type Expected = {
  seating: "window" | "terrace";
  highChairs: number;
  remind?: boolean | undefined;
  note?: string | undefined;
};

export async function asks(context: Context): Promise<void> {
  const named = await context.elicit("named", "confirmForm");
  if (named.action === "accept") {
    const same: Same<typeof named.content, Expected> = true;
    void same;
    // @ts-expect-error a field that the form has not
    void named.content.colour;
    // @ts-expect-error a choice that the form has not
    void (named.content.seating === "roof");
  } else {
    // @ts-expect-error nothing was filled in
    void named.content;
  }
  // @ts-expect-error a form that the manifest has not
  await context.elicit("other", "otherForm");
  const inline = await context.elicit("inline", {
    message: "How spicy?",
    requestedSchema: {
      type: "object",
      properties: {
        spice: { type: "string", enum: ["mild", "hot"] },
        tip: { type: "number" },
      },
      required: ["spice"],
    },
  });
  if (inline.action === "accept") {
    const spice: "mild" | "hot" = inline.content.spice;
    const tip: number | undefined = inline.content.tip;
    void [spice, tip];
    // @ts-expect-error a field that the form has not
    void inline.content.colour;
  }
  const page = await context.elicit("page", {
    mode: "url",
    message: "Pay here",
    url: "https://example.com/pay",
  });
  // @ts-expect-error a page has no content
  void page.content;
  const number: number = await context.step("count", () => 1);
  void number;
  // @ts-expect-error JSON has no functions
  await context.step("function", () => () => 1);
  // @ts-expect-error a model is asked with messages
  await context.sample("empty", { maxTokens: 1 });
  const { role, model } = await context.sample("say", {
    messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
    maxTokens: 1,
  });
  const spoken: ["user" | "assistant", string] = [role, model];
  void spoken;
}

export async function answers(): Promise<void> {
  const server = createAskingServer({ handlers, app: await createApp() });
  await using client = await connectAsking(linked(server), {
    onElicit: ({ message }) => ({
      action: "accept",
      content: { seating: message, highChairs: 1, extras: ["bread"] },
    }),
    onSample: ({ messages, maxTokens }) => ({
      resultType: "complete",
      role: "assistant",
      model: String(maxTokens),
      content: { type: "text", text: String(messages.length) },
    }),
    roots: [{ uri: "file:///menus" }],
  });
  await connectAsking(linked(server), {
    // @ts-expect-error an answer says what became of the form
    onElicit: () => ({ content: {} }),
  });
  const { state, seating } = await client.tools.bookTable({ guests: 2 });
  const read: [string, "window" | "terrace" | undefined] = [state, seating];
  void read;
}
`,
} as const;
