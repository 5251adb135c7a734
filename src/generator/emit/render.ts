import { readFile } from "node:fs/promises";
import Handlebars from "handlebars";
import type { Code } from "../code.js";

/** What a template places: Code by name. */
export type View = { readonly [name: string]: Code };

/** Fills in one template. */
export type Render = (view: View) => string;

/**
 * Loads templates by name from the folder that ships with mcpgen. They render
 * strictly (a name that the view lacks is an error) and as they are: no HTML
 * escaping, no helpers beyond Handlebars' own.
 */
export async function loadTemplates<Name extends string>(
  names: readonly Name[],
): Promise<Readonly<Record<Name, Render>>> {
  const folder = new URL("../../../templates/", import.meta.url);
  const loaded = names.map(async (name): Promise<[Name, Render]> => {
    const text = await readFile(new URL(`${name}.hbs`, folder), "utf8");
    const template = Handlebars.compile<View>(text, {
      strict: true,
      noEscape: true,
      preventIndent: true,
    });
    return [name, (view) => template(view)];
  });
  return Object.fromEntries(await Promise.all(loaded)) as Record<Name, Render>;
}
