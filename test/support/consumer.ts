import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Compiler } from "./compilers.js";
import { project } from "./project.js";

/** One way to compile: a compiler and a user's settings. */
export type Cell = {
  readonly name: string;
  readonly compiler: Compiler;
  readonly options: { readonly [option: string]: unknown };
};

const modules = {
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext" },
  Bundler: { module: "ESNext", moduleResolution: "Bundler" },
};

/** Everything that a careful project turns on beside `strict`. */
const everyStrictFlag = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  noFallthroughCasesInSwitch: true,
  declaration: true,
};

/** Module kind × target × strictness, for one compiler in Node. */
export function nodeCells(compiler: Compiler): Cell[] {
  return Object.entries(modules).flatMap(([kind, module]) =>
    ["ES2022", "ESNext"].flatMap((target) =>
      [false, true].map((every) => ({
        name: `TypeScript ${compiler.version}, ${kind}, ${target}, ${every ? "every strict flag" : "strict"}`,
        compiler,
        options: {
          ...module,
          ...strictness(compiler, every),
          target,
          lib: [target],
          types: ["node"],
        },
      })),
    ),
  );
}

/** A browser project: the DOM lib and no `@types/node`. */
export function browserCells(compiler: Compiler): Cell[] {
  return [false, true].map((every) => ({
    name: `TypeScript ${compiler.version}, DOM without @types/node, ${every ? "every strict flag" : "strict"}`,
    compiler,
    options: {
      ...modules.Bundler,
      ...strictness(compiler, every),
      target: "ES2022",
      lib: ["ES2022", "DOM"],
      types: [],
    },
  }));
}

function strictness(compiler: Compiler, every: boolean): Cell["options"] {
  if (!every) return { strict: true };
  const erasable = compiler.erasable ? { erasableSyntaxOnly: true } : {};
  return { strict: true, ...everyStrictFlag, ...erasable };
}

/** A project that imports with the ending that its manifest asked for. */
export function endingCells(compiler: Compiler): { ts: Cell; none: Cell } {
  const named = (ending: string, options: Cell["options"]): Cell => ({
    name: `TypeScript ${compiler.version}, imports ending in ${ending}`,
    compiler,
    options: {
      ...strictness(compiler, true),
      ...{ target: "ES2022", lib: ["ES2022"], types: ["node"] },
      ...options,
    },
  });
  return {
    ts: named(".ts", {
      ...modules.NodeNext,
      allowImportingTsExtensions: true,
      declaration: false,
    }),
    none: named("nothing", modules.Bundler),
  };
}

/** Makes a folder a project of its own that sees no package but those named. */
export async function openConsumer(
  folder: string,
  packages: readonly string[] = ["@types"],
): Promise<void> {
  await writeFiles(folder, {
    "package.json": JSON.stringify({ type: "module", private: true }),
  });
  await mkdir(join(folder, "node_modules"));
  for (const name of packages)
    await symlink(
      project("node_modules", name),
      join(folder, "node_modules", name),
      "junction",
    );
}

export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

export async function writeFiles(
  folder: string,
  files: { readonly [path: string]: string },
): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** What the cell's compiler says about the files: "" when it has nothing to say. */
export async function compileCell(
  folder: string,
  cell: Cell,
  include: readonly string[],
): Promise<string> {
  const config = `tsconfig.${cell.name.replaceAll(/[^\w.]+/g, "-")}.json`;
  const compilerOptions = { ...cell.options, noEmit: true, skipLibCheck: true };
  await writeFiles(folder, {
    [config]: JSON.stringify({ compilerOptions, include }),
  });
  const { code, stdout, stderr } = await cell.compiler.tsc(
    ["-p", config, "--pretty", "false"],
    folder,
  );
  const said = (stdout + stderr).trim();
  return code === 0 || said !== "" ? said : `exit code ${code}`;
}
