/** What a model wants next: to use a function, or to say something and be done. */
export type Step =
  | {
      readonly use: string;
      readonly input: { readonly [key: string]: unknown };
    }
  | { readonly say: string };

const script: readonly ((answer: unknown) => Step)[] = [
  () => ({ use: "search_tools", input: { query: "events of a day" } }),
  (answer) => ({ use: "describe_tool", input: { name: nameIn(answer) } }),
  (answer) => ({
    use: "call_tool",
    input: { name: nameIn(answer), input: { day: "2026-12-01" } },
  }),
  () => ({ use: "search_tools", input: { query: "send mail" } }),
  // Models make mistakes; the host's answer says how to mend them.
  (answer) => ({
    use: "call_tool",
    input: { name: nameIn(answer), input: { to: "ada@example.com" } },
  }),
  () => ({
    use: "call_tool",
    input: {
      name: "mail__send_mail",
      input: { to: "ada@example.com", subject: "See you at the review" },
    },
  }),
  (answer) => ({ say: textIn(answer) }),
];

let at = 0;

/** Stands for a model: it follows a script, and takes names from the answers that it gets. */
export function think(answer: unknown): Step {
  const step = script[at++];
  return step === undefined ? { say: "I am done." } : step(answer);
}

function nameIn(answer: unknown): string {
  const [first] = [answer].flat() as readonly { readonly name?: string }[];
  return first?.name ?? "";
}

function textIn(answer: unknown): string {
  const { content } = answer as {
    content: readonly { readonly text?: string }[];
  };
  return content[0]?.text ?? "";
}
