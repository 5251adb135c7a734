import { code, identifier, type Code } from "../../code.js";
import { checks } from "./check.js";
import { evaluates, seenParameters } from "./evaluated.js";
import { rootPath } from "./path.js";
import { openLocals } from "./locals.js";
import type { Schema } from "../form/schema.js";
import {
  block,
  functionBody,
  listed,
  mentions,
  text,
  type Statement,
} from "./statement.js";
import type { Task, Writer } from "./writer.js";

/** The declarations of every function that was asked of the writer; `typeOf` gives the type that an exported one guards. */
export function writeFunctions(
  writer: Writer,
  typeOf: (schema: Schema) => string | undefined,
): readonly Code[] {
  const out: Code[] = [];
  for (let task = writer.nextTask(); task; task = writer.nextTask()) {
    out.push(
      task.what === "check"
        ? checkFunction(writer, task, typeOf(task.schema))
        : seenFunction(writer, task, task.what),
    );
  }
  return out;
}

function checkFunction(
  writer: Writer,
  { schema, name }: Task,
  guarded: string | undefined,
): Code {
  const value = code`value`;
  const scene = { writer, locals: openLocals(), depth: 0 };
  const body = functionBody(checks(scene, schema, { value, path: rootPath }));
  const exported = guarded === undefined ? code`` : code`export `;
  const parameter = mentions(body, value) ? value : code`_value`;
  const result =
    guarded === undefined
      ? code`boolean`
      : code`${parameter} is ${identifier(guarded)}`;
  const parameters = [code`${parameter}: unknown`];
  // a type guard keeps its shape whether it needs the rest or not
  if (mentions(body, code`issues`)) {
    parameters.push(code`issues?: Issue[]`, code`at = ""`);
  } else if (guarded !== undefined) {
    parameters.push(code`_issues?: Issue[]`, code`_at = ""`);
  }
  return functionText(exported, name, parameters, result, body);
}

function seenFunction(
  writer: Writer,
  { schema, name }: Task,
  what: "key" | "index",
): Code {
  const found = evaluates(writer, schema, what);
  const body =
    found === "always"
      ? [text(code`return true;`)]
      : [...found, text(code`return false;`)];
  const parameters = seenParameters(what, (word) => mentions(body, word));
  return functionText(code``, name, parameters, code`boolean`, body);
}

function functionText(
  exported: Code,
  name: Code,
  parameters: readonly Code[],
  result: Code,
  body: readonly Statement[],
): Code {
  const open = code`${exported}function ${name}(`;
  const head = listed(open, parameters, code`): ${result} {`, 0);
  return code`${head}${block(body, 1)}\n}`;
}
