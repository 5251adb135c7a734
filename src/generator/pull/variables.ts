import type { Environment } from "../manifest/environment.js";
import type { Expand, Secret } from "./server-source.js";

/** Fills in variables, and remembers which there were not. */
export type Variables = {
  readonly expand: Expand;
  /** Names of environment variables that were asked for and are not set, sorted. */
  readonly unset: () => readonly string[];
};

/** What variables stand for. */
export type VariableOptions = {
  readonly environment: Environment;
  /** Variables that are no secret, such as `workspaceFolder`, by the whole text between the braces. */
  readonly places?: Readonly<Record<string, string>>;
  /** Whether `${NAME}` and `${NAME:-default}` are variables too, as in Claude's files. */
  readonly bare?: boolean;
};

const pattern =
  /\$\{(?:(env|input):([^{}]+)|([A-Za-z_][A-Za-z0-9_]*)(?::-([^{}]*))?)\}/g;

/**
 * Variables of the command line and of config files: `${env:NAME}`, and `${input:id}`,
 * which an editor would ask the user for and which here is the variable ID of the
 * environment, in capitals with `_` for what else it holds.
 */
export function openVariables(options: VariableOptions): Variables {
  const { environment, places = {}, bare = false } = options;
  const unset = new Set<string>();
  const expand: Expand = (given) => {
    const secrets: Secret[] = [];
    const look = (name: string, otherwise?: string): string | undefined => {
      const value = Object.hasOwn(environment, name)
        ? environment[name]
        : undefined;
      if (value !== undefined)
        secrets.push({ value, shownAs: `\${env:${name}}` });
      else if (otherwise === undefined) unset.add(name);
      return value ?? otherwise;
    };
    const text = given.replaceAll(
      pattern,
      (
        whole: string,
        prefix: string | undefined,
        inner: string | undefined,
        name: string | undefined,
        otherwise: string | undefined,
      ) => {
        if (prefix === "env" && inner !== undefined)
          return look(inner) ?? whole;
        if (inner !== undefined) return look(variableOf(inner)) ?? whole;
        if (name === undefined) return whole;
        if (Object.hasOwn(places, name)) return places[name] ?? whole;
        return bare ? (look(name, otherwise) ?? whole) : whole;
      },
    );
    return { text, secrets };
  };
  return { expand, unset: () => [...unset].sort() };
}

/** The environment variable that stands for an input: `api-key` is `API_KEY`. */
function variableOf(input: string): string {
  return input.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}
