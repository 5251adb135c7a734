import { posix } from "node:path";
import { diagnostic, type Diagnostic } from "../diagnostic.js";
import { importType } from "../emit/user-files.js";
import { lineColumn } from "../manifest/line-column.js";
import { firstFree } from "../names.js";
import type { UserExport } from "../output-file.js";
import { insertText, splitMark, type Addition } from "./insert-text.js";
import { scanModule, type Module } from "./scan-module.js";

/** Where a file of the user's lies. */
export type UserFilePlace = {
  /** Relative to `folder`, with `/`. */
  readonly path: string;
  readonly folder: string;
  readonly prefix: string;
};

/** A file's own text, or that text with more in it. */
export type Extended = {
  readonly text: string;
  readonly isExtended: boolean;
  readonly diagnostics: readonly Diagnostic[];
};

/** Adds to a file's bytes the export that is wanted of it, where it lacks. Errors and warnings as of `reconcile`. */
export async function extendFile(
  bytes: Uint8Array,
  wanted: UserExport,
  place: UserFilePlace,
): Promise<Extended> {
  const file = place.prefix + place.path;
  const { name } = wanted;
  const whole = decode(bytes);
  if (whole === undefined) {
    return kept("", diagnostic("HANDLER_NOT_TEXT", { file }, { name }));
  }
  const [mark, text] = splitMark(whole);
  const scan = scanModule(text);
  if ("fault" in scan) {
    const { reason, ...at } = scan.fault;
    const params = { reason };
    return kept(whole, diagnostic("HANDLER_SYNTAX", { file, ...at }, params));
  }
  const { module } = scan;
  if (module.exported.has(name) || module.passesOn) return kept(whole);
  const block = findBlock(module, name);
  if (block) {
    const { offset, why } = block;
    const at = { file, ...lineColumn(text, offset) };
    return kept(whole, diagnostic("HANDLER_BLOCKED", at, { name, why }));
  }
  const hides = module.byDefault && !module.values.has(name);
  const addition = additionTo(module, wanted, place.path);
  const { tidy, diagnostics } = await formatAddition(addition, place);
  return {
    text: mark + insertText(text, module, tidy),
    isExtended: true,
    diagnostics: hides
      ? [...diagnostics, diagnostic("HANDLER_DEFAULT", { file }, { name })]
      : diagnostics,
  };
}

function kept(text: string, ...diagnostics: readonly Diagnostic[]): Extended {
  return { text, isExtended: false, diagnostics };
}

/** Undefined for what is not UTF-8: decoding that would lose bytes. */
function decode(bytes: Uint8Array): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What in the module keeps a value of this name from being exported. */
function findBlock(
  { exportEquals, typesOnly }: Module,
  name: string,
): { readonly offset: number; readonly why: string } | undefined {
  if (exportEquals !== undefined) {
    return { offset: exportEquals, why: "the file has an `export =`" };
  }
  const offset = typesOnly.get(name);
  const why = "the name stands for a type here";
  return offset === undefined ? undefined : { offset, why };
}

/** A value of the wanted name is exported as it is; without one, there will be one that throws. */
function additionTo(
  { values, taken, imports }: Module,
  { name, type, declare }: UserExport,
  path: string,
): Addition {
  if (values.has(name)) return { declaration: `export { ${name} };\n` };
  if (type === undefined) return { declaration: declare("") };
  const target = targetOf(path, type.from);
  const own = imports.find(
    (one) => one.name === type.name && targetOf(path, one.from) === target,
  );
  if (own) return { declaration: declare(own.local) };
  const local = firstFree(type.name, (one) => taken.has(one));
  return { importLine: importType(type, local), declaration: declare(local) };
}

/** What a relative specifier leads to, whatever extension it ends in. */
function targetOf(path: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const target = posix.join(posix.dirname(path), specifier);
  return target.replace(/\.[jt]s$/, "");
}

/** The addition in the style of the user's prettier settings; line ends come later. */
async function formatAddition(
  { importLine, declaration }: Addition,
  { path, ...place }: UserFilePlace,
): Promise<{
  readonly tidy: Addition;
  readonly diagnostics: readonly Diagnostic[];
}> {
  const { format } = await import("../format.js");
  // Together: alone, the import would be unused, and there are plugins that remove those.
  const text = importLine ? `${importLine}\n${declaration}` : declaration;
  const { files, diagnostics } = await format([{ path, text }], place);
  const tidy = (files[0]?.text ?? text).replaceAll(/\r\n?/g, "\n");
  const parts = importLine
    ? /^(import[^]*?\n)\s*(export[^]*)$/.exec(tidy)
    : null;
  const [, first, second] = parts ?? [];
  return {
    tidy:
      first === undefined || second === undefined
        ? { declaration: tidy }
        : { importLine: first, declaration: second },
    diagnostics,
  };
}
