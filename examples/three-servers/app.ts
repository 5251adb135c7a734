import { connectEverything } from "./out/everything/client.js";
import { connectFiles } from "./out/files/client.js";
import { connectMemory } from "./out/memory/client.js";
import { stdio } from "./out/runtime/stdio-client.js";

/** A server of the official collection, as npm has it. */
const server = (name: string, ...args: readonly string[]) =>
  stdio({
    command: "npx",
    args: ["-y", `@modelcontextprotocol/server-${name}`, ...args],
    env: { MEMORY_FILE_PATH: `${process.cwd()}/memory.jsonl` },
  });

const [everything, files, memory] = await Promise.all([
  connectEverything(server("everything")),
  connectFiles(server("filesystem", ".")),
  connectMemory(server("memory")),
]);

// A tool without an outputSchema gives its content, and the text of it.
const sum = await everything.tools.getSum({ a: 2, b: 40 });
console.log(sum.text);

// What a tool promises is typed and validated: `content` is a string here.
await files.tools.writeFile({ path: "note.txt", content: sum.text });
const { content } = await files.tools.readTextFile({ path: "note.txt" });
console.log(`note.txt: ${content}`);

await memory.tools.createEntities({
  entities: [{ name: "sum", entityType: "note", observations: [content] }],
});
const found = await memory.tools.searchNodes({ query: "sum" });
for (const { name, observations } of found.entities)
  console.log(`${name}: ${observations.join(", ")}`);

// @ts-expect-error A misspelt argument does not compile…
const wrong = await files.tools.readTextFile.try({ file: "note.txt" });
// …and is refused before it is sent.
if (!wrong.ok) console.log(wrong.error.message);

await Promise.all([everything.close(), files.close(), memory.close()]);
