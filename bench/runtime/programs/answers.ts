import { report } from "./report.js";

/** What every server answers with, whatever library carries it. */
export const answers = {
  echo: ({ text }: { readonly text: string }): string => text,
  report: ({ collect }: { readonly collect: boolean }): string =>
    JSON.stringify(report(collect)),
};

/** The result of a tool, as the libraries take it. */
export function says(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
