/** What a user writes for test/fixtures/library, and code that only has to compile. */
export const sources = {
  "handlers/library/resources/book.ts": `import type {
  TemplateComplete,
  TemplateHandler,
  TemplateList,
} from "../../../out/library/server.js";

const shelves: { readonly [shelf: string]: readonly string[] } = {
  poems: ["Howl", "Ariel"],
  novels: ["Emma", "Ulysses", "Dubliners"],
};

export const book: TemplateHandler<"book"> = ({ shelf, title }) =>
  shelves[shelf]?.includes(title) ? \`\${title} from \${shelf}\` : undefined;

export const list: TemplateList = async () =>
  Object.entries(shelves).flatMap(([shelf, titles]) =>
    titles.map((title) => ({
      uri: \`library://books/\${shelf}/\${title}\`,
      name: title,
    })),
  );

export const complete: TemplateComplete<"book"> = {
  shelf: (value) =>
    Object.keys(shelves).filter((shelf) => shelf.startsWith(value)),
  title: async (value, { client }, { shelf = "" }) => ({
    values: (shelves[shelf] ?? []).filter((title) => title.startsWith(value)),
    total: client.version.length,
  }),
};
`,
  "handlers/library/prompts/review.ts": `import type {
  PromptComplete,
  PromptHandler,
} from "../../../out/library/server.js";

export const review: PromptHandler<"review"> = ({ title, tone }) =>
  \`Review \${title}\${tone === undefined ? "" : \` in a \${tone} tone\`}\`;

export const complete: PromptComplete<"review"> = {
  tone: (value, _context, { title }) => [\`\${value}ish\`, \`for \${title ?? "all"}\`],
};
`,
  "handlers/library/count.ts": `import type { Handler } from "../../out/library/server.js";

export const count: Handler<"count"> = () => 5;
`,
  "typed.ts": `import type { LibraryClient } from "./out/library/client.js";
import type {
  Handlers,
  PromptComplete,
  TemplateComplete,
  TemplateList,
} from "./out/library/server.js";
import { verify } from "./out/library/verify.js";

export async function completes(client: LibraryClient): Promise<void> {
  const { values, total } = await client.complete({
    prompt: "review",
    argument: "tone",
    value: "",
    chosen: { title: "Emma" },
  });
  const read: [readonly string[], number | undefined] = [values, total];
  void read;
  await client.complete({ template: "book", argument: "shelf", value: "" });
  // @ts-expect-error an argument that the prompt has not
  await client.complete({ prompt: "review", argument: "shelf", value: "" });
  // @ts-expect-error a prompt that the manifest has not
  await client.complete({ prompt: "other", argument: "tone", value: "" });
  // @ts-expect-error a prompt without arguments
  await client.complete({ prompt: "complete", argument: "x", value: "" });
  await client.complete({
    prompt: "review",
    argument: "tone",
    value: "",
    // @ts-expect-error an argument that the prompt has not
    chosen: { shelf: "poems" },
  });
  const unknown = { name: "not in the manifest", arguments: { a: 1 } };
  const { content } = await client.request("tools/call", unknown);
  void content.length;
  for (const { kind, name, change, message } of await verify(client)) {
    const told: string[] = [kind, name, change, message];
    void told;
  }
}

// @ts-expect-error an argument that the prompt has not
export const wrong: PromptComplete<"review"> = { shelf: () => [] };

// @ts-expect-error a list of numbers
export const numbers: TemplateComplete<"book"> = { shelf: () => [1] };

// @ts-expect-error a resource has a name
export const nameless: TemplateList = () => [{ uri: "library://x" }];

type BookModule = NonNullable<
  NonNullable<Handlers["modules"]>["resourceTemplates"]
>["book"];

// @ts-expect-error what the file exports as list has to be one
export const mistyped: BookModule = { list: () => 1 };

export const other: BookModule = { book: 1, helper: () => 1 };
`,
} as const;
