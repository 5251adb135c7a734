import { code, identifier, type Code } from "../../code.js";
import { checks } from "./check.js";
import { evaluates, seenParameters } from "./evaluated.js";
import { rootPath } from "./path.js";
import { judgedAgain } from "./judged-again.js";
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
  const bodies = new Map<Task, readonly Statement[]>();
  for (let task = writer.nextTask(); task; task = writer.nextTask()) {
    bodies.set(task, bodyOf(writer, task));
  }
  const schemas = [...bodies.keys()].map(({ schema }) => schema);
  const again = writer.isShared() ? judgedAgain(schemas) : noSchemas;
  return [...bodies].flatMap(([task, body]) => {
    const { schema, name, what } = task;
    if (what !== "check") {
      const parameters = seenParameters(what, (word) => mentions(body, word));
      return [functionText(code``, name, parameters, code`boolean`, body)];
    }
    const type = typeOf(schema);
    if (!again.has(schema)) return [checkFunction(name, body, type)];
    const anew = writer.unique(`${name}Anew`);
    const args = [anew, code`value`, code`issues`, code`at`];
    const report = { name: writer.runtime("judgeOnce"), args };
    return [
      checkFunction(name, [{ is: "leave", report }], type),
      checkFunction(anew, body, undefined),
    ];
  });
}

const noSchemas: ReadonlySet<Schema> = new Set();

function bodyOf(writer: Writer, { schema, what }: Task): readonly Statement[] {
  if (what === "check") {
    const scene = { writer, locals: openLocals(), depth: 0 };
    const spot = { value: code`value`, path: rootPath };
    return functionBody(checks(scene, schema, spot));
  }
  const found = evaluates(writer, schema, what);
  return found === "always"
    ? [text(code`return true;`)]
    : [...found, text(code`return false;`)];
}

function checkFunction(
  name: Code,
  body: readonly Statement[],
  guarded: string | undefined,
): Code {
  const value = code`value`;
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
