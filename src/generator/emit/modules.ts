import { code, identifier, joinCode, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { isProtected } from "./authorization.js";
import { generic, membersDoc, type Member } from "./declare.js";
import type { Imports } from "./module.js";

/** What the file of a handler may export beside it. */
type Beside = {
  readonly kind: "prompts" | "resourceTemplates";
  readonly lists: boolean;
  readonly completes: boolean;
};

/** The kinds of entries whose files may export more than their handler. */
export function besideHandlers(contract: Contract): readonly Beside[] {
  const { manifest, prompts, resourceTemplates } = contract;
  const completes = manifest.features.includes("completion");
  return [
    ...(prompts.length > 0 && completes
      ? [{ kind: "prompts", lists: false, completes } as const]
      : []),
    ...(resourceTemplates.length > 0
      ? [{ kind: "resourceTemplates", lists: true, completes } as const]
      : []),
  ];
}

/** The member of `Handlers` that holds the files themselves. */
export function modulesMembers(
  contract: Contract,
  { use }: Imports,
): readonly Member[] {
  const context = contextOf(contract, use);
  const groups = besideHandlers(contract).map(({ kind, lists, completes }) => {
    const handlers = code`Handlers["${identifier(kind)}"]`;
    const list = code`${prefixes[kind]}List`;
    const parameters = [
      handlers,
      ...(lists ? [list] : []),
      ...(completes ? [context] : []),
    ];
    const name = lists ? (completes ? "Template" : "List") : "Complete";
    const type = code`${use("runtime")}.${identifier(`${name}Modules`)}`;
    const key = code`${identifier(kind)}?`;
    return { doc: [], key, type: generic(type, parameters) };
  });
  if (groups.length === 0) return [];
  const doc = [
    "The handlers' files, for what they export beside the handlers.",
  ];
  return [{ doc, key: code`modules?`, type: membersDoc(groups) }];
}

/** What `list` and `complete` get: they cannot ask the client. */
function contextOf(contract: Contract, use: Imports["use"]): Code {
  return code`${use("RuntimeContext")}<${joinCode(contextParameters(contract, use), ", ")}>`;
}

/** What the context of every function of the user's is typed by. */
export function contextParameters(
  contract: Contract,
  use: Imports["use"],
): readonly Code[] {
  const auth = isProtected(contract) ? [code`Auth | undefined`] : [];
  return [code`App`, use("Protocol"), ...auth];
}

const prefixes = {
  prompts: code`Prompt`,
  resourceTemplates: code`Template`,
} as const;

/** The types of what a handler's file may export beside the handler. */
export function moduleTypes(
  contract: Contract,
  { use }: Imports,
): readonly Code[] {
  const beside = besideHandlers(contract);
  if (beside.length === 0) return [];
  const runtime = use("runtime");
  const context = contextOf(contract, use);
  return beside.flatMap(({ kind, lists, completes }) => {
    const name = prefixes[kind];
    const key = identifier(kind);
    const list = code`/** The export \`list\` of a template's file: the resources that there are at the moment. */
export type ${name}List = ${runtime}.ListHandler<
  ${use("ListResourcesResult")},
  ${context}
>;`;
    const complete = code`/** The export \`complete\` of a handler's file: for each argument a function that offers values. */
export type ${name}Complete<Name extends keyof Handlers["${key}"]> =
  ${runtime}.CompleteHandlers<
    Parameters<Handlers["${key}"][Name]>[0],
    ${context}
  >;`;
    return [...(lists ? [list] : []), ...(completes ? [complete] : [])];
  });
}
