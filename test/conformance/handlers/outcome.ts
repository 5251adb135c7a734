type Answer<Content> =
  | { readonly action: "accept"; readonly content: Content }
  | { readonly action: "decline" | "cancel" };

/** What became of a form, as the suite's texts put it. */
export function outcome(answer: Answer<object>): string {
  const content = answer.action === "accept" ? answer.content : {};
  return `action=${answer.action}, content=${JSON.stringify(content)}`;
}

/** The name that the user gave. */
export function nameIn(answer: Answer<{ readonly name: string }>): string {
  return answer.action === "accept" ? answer.content.name : "nobody";
}
