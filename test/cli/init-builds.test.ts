import { expect, it } from "vitest";
import { mcpgen } from "../support/command-line.js";
import { temporary } from "../support/temporary.js";
import { readTree } from "../support/tree.js";

it("what init writes builds as it is, and then stands", async () => {
  const folder = await temporary("init");
  expect(await mcpgen(folder, ["init"])).toMatchObject({ code: 0 });
  const built = await mcpgen(folder, ["build", "--json"]);
  expect(JSON.parse(built.stdout)).toMatchObject({
    exitCode: 0,
    diagnostics: [],
  });
  const tree = readTree(folder);
  expect(Object.keys(tree)).toEqual(
    expect.arrayContaining([
      "handlers/hello/greet.ts",
      "out/hello/client.ts",
      "out/runtime/client.ts",
    ]),
  );
  expect(await mcpgen(folder, ["check"])).toMatchObject({
    code: 0,
    stdout: "",
    stderr: "up to date\n",
  });
  expect(await mcpgen(folder, ["build", "--force"])).toMatchObject({ code: 0 });
  expect(readTree(folder)).toEqual(tree);
});
