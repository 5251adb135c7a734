import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { run } from "../../src/cli/run.js";
import { project } from "../support/project.js";
import { openTemporary, temporary } from "../support/temporary.js";

type Ended = {
  readonly code: number;
  readonly out: string;
  readonly err: string;
};

/** Runs one command line in this process. */
async function mcpgen(cwd: string, ...args: readonly string[]): Promise<Ended> {
  let out = "";
  let err = "";
  const code = await run([...args, "--cwd", cwd], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    colour: false,
    interactive: false,
  });
  return { code, out, err };
}

const first = `server: { name: shop, version: 1.0.0 }
emit: [client]
tools:
  find:
    inputSchema: { type: object, properties: { id: { type: string } } }
  list:
    inputSchema: { type: object }
`;
const second = first
  .replace("{ type: string } } }", "{ type: string } }, required: [id] }")
  .replace(
    "    inputSchema: { type: object }\n",
    "    description: All\n    inputSchema: { type: object }\n",
  );

const report = `shop.contract.json (previous) → manifest.yaml (current)

tool find
  breaking  INPUT_PROPERTY_REQUIRED  manifest.yaml:5:52
    input "id" became required: callers that leave it out are refused
    mend: leave it optional and give it a default

tool list
  wire note, source safe  TEXT_CHANGED  manifest.yaml:7:18
    its description changed: models and people read it: they may choose differently

1 breaking, 1 note
`;

function git(cwd: string, ...args: readonly string[]): void {
  const config = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  execFileSync("git", ["-C", cwd, ...config, ...args], { stdio: "ignore" });
}

let folder = "";
const manifest = (text: string) =>
  writeFileSync(join(folder, "manifest.yaml"), text);
const lock = () => readFileSync(join(folder, "mcpgen.lock.json"), "utf8");

beforeAll(async () => {
  const opened = await openTemporary("diff");
  folder = opened.path;
  manifest(first);
  expect(await mcpgen(folder, "build")).toMatchObject({ code: 0 });
  git(folder, "init", "-q");
  git(folder, "add", "manifest.yaml", "shop.contract.json", "mcpgen.lock.json");
  git(folder, "commit", "-qm", "first");
  manifest(second);
  return opened.remove;
});

describe("mcpgen diff", () => {
  it("compares the manifest with the recorded contract and exits 0", async () => {
    expect(await mcpgen(folder, "diff")).toEqual({
      code: 0,
      out: report,
      err: "",
    });
  });

  it("exits 2 where a change is as bad as --fail-on says", async () => {
    const breaking = await mcpgen(folder, "diff", "--fail-on", "breaking");
    expect(breaking).toEqual({ code: 2, out: report, err: "" });
    const same = await mcpgen(
      folder,
      "diff",
      "--fail-on",
      "undecided",
      "--against",
      "manifest.yaml",
    );
    expect(same.code).toBe(0);
    expect(same.out).toContain("no change");
  });

  it("compares with a git revision, and with a file of one", async () => {
    const revision = await mcpgen(folder, "diff", "--against", "HEAD");
    expect(revision.out).toBe(
      report.replace("shop.contract", "HEAD:shop.contract"),
    );
    const file = await mcpgen(
      folder,
      "diff",
      "--against",
      "HEAD:manifest.yaml",
    );
    expect(file.out).toBe(
      report.replace("shop.contract.json", "HEAD:manifest.yaml"),
    );
  });

  it("speaks JSON", async () => {
    const { code, out, err } = await mcpgen(
      folder,
      "diff",
      "--json",
      "--fail-on",
      "breaking",
    );
    expect({ code, err }).toEqual({ code: 2, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      exitCode: 2,
      previous: "shop.contract.json",
      current: "manifest.yaml",
      diagnostics: [],
      changes: [
        {
          rule: "INPUT_PROPERTY_REQUIRED",
          direction: "caller",
          wire: "breaking",
          source: "breaking",
          subject: { kind: "tool", name: "find" },
          at: { file: "manifest.yaml", line: 5, column: 52 },
          accepted: false,
        },
        { rule: "TEXT_CHANGED", verdict: "note" },
      ],
    });
  });

  it("annotates lines for GitHub", async () => {
    const { out } = await mcpgen(folder, "diff", "--format", "github");
    expect(out.split("\n")).toEqual([
      '::error file=manifest.yaml,line=5,col=52,title=INPUT_PROPERTY_REQUIRED::tool find: input "id" became required: callers that leave it out are refused%0Amend: leave it optional and give it a default',
      "::notice file=manifest.yaml,line=7,col=18,title=TEXT_CHANGED::tool list: its description changed: models and people read it: they may choose differently",
      "",
    ]);
  });

  it("writes Markdown", async () => {
    const { out } = await mcpgen(folder, "diff", "--format", "markdown");
    expect(out).toContain("## Contract: 1 breaking, 1 note\n");
    expect(out).toContain(
      '| breaking | `INPUT_PROPERTY_REQUIRED` | input "id" became required: callers that leave it out are refused<br>mend: leave',
    );
  });
});

describe("accepted changes", () => {
  it("bite no more, stand in the lock, and go when a build records the contract", async () => {
    const before = lock();
    onTestFinished(() =>
      writeFileSync(join(folder, "mcpgen.lock.json"), before),
    );
    const accepted = await mcpgen(
      folder,
      "diff",
      "--accept",
      "--fail-on",
      "breaking",
    );
    expect(accepted.code).toBe(0);
    expect(accepted.out).toContain(
      'accepted\n  INPUT_PROPERTY_REQUIRED  tool find: input "id" became required\n\n1 note; 1 accepted\n',
    );
    expect(lock()).toMatch(
      /"accepted": \{\n {8}"contract": \{\n {10}"[0-9a-f]{12}": "INPUT_PROPERTY_REQUIRED tool find: input \\"id\\" became required"\n/,
    );
    manifest(
      second.replace(
        "  list:",
        "  later:\n    inputSchema: { type: object }\n  list:",
      ),
    );
    const more = await mcpgen(folder, "diff", "--fail-on", "breaking");
    expect(more).toMatchObject({ code: 0 });
    manifest(second);
  });

  it("against another baseline stay through a build, and the build says what it records", async () => {
    const saved = lock();
    const contract = readFileSync(join(folder, "shop.contract.json"), "utf8");
    await mcpgen(folder, "diff", "--against", "HEAD", "--accept");
    await mcpgen(folder, "diff", "--accept");
    const built = await mcpgen(folder, "build");
    expect(built.err).toContain(
      'manifest.yaml:5:52 - note CONTRACT_BREAKS: the contract changes in a way that breaks callers: tool find: input "id" became required\n',
    );
    expect(lock()).toContain('"elsewhere"');
    expect(lock()).not.toContain('"contract":');
    const later = await mcpgen(
      folder,
      "diff",
      "--against",
      "HEAD",
      "--fail-on",
      "breaking",
    );
    expect(later).toMatchObject({ code: 0 });
    expect((await mcpgen(folder, "diff")).out).toContain("no change");
    expect((await mcpgen(folder, "check")).code).toBe(0);
    writeFileSync(join(folder, "shop.contract.json"), contract);
    writeFileSync(join(folder, "mcpgen.lock.json"), saved);
  });
});

describe("a live server as what was before", () => {
  const memory = project(
    "node_modules/@modelcontextprotocol/server-memory/dist/index.js",
  );
  const live = ["--command", `"${process.execPath}" "${memory}"`];

  it("is compared with a manifest that was pulled from it", async () => {
    const own = await temporary("diff-live");
    const pulled = await mcpgen(own, "pull", ...live);
    expect(pulled).toMatchObject({ code: 0 });
    const path = join(own, "manifest.yaml");
    const same = await mcpgen(own, "diff", ...live, "--fail-on", "undecided");
    expect(same).toEqual({
      code: 0,
      err: "",
      out: "the live server (previous) → manifest.yaml (current)\n\nno change\n",
    });
    const text = readFileSync(path, "utf8");
    writeFileSync(path, text.replaceAll("read_graph", "read_whole_graph"));
    const { out, code } = await mcpgen(
      own,
      "diff",
      ...live,
      "--fail-on",
      "breaking",
    );
    expect(out).toContain("breaking  TOOL_RENAMED  manifest.yaml:");
    expect(code).toBe(2);
    writeFileSync(
      path,
      text.replace(/\n {2}- name: read_graph[^]*?(?=\n {2}- )/, ""),
    );
    expect((await mcpgen(own, "diff", ...live)).out).toContain(
      "breaking  TOOL_REMOVED  the live server\n",
    );
  });
});

describe("what cannot be compared", () => {
  it.each([
    [
      ["--against", "no-such-tag"],
      'no-such-tag - error GIT_REF_UNKNOWN: "no-such-tag" is neither a file nor a revision',
    ],
    [["--against", "--output=x"], "error ARGUMENT_WRONG"],
    [
      ["--against", "HEAD:none.yaml"],
      'error GIT_FILE_MISSING: the revision "HEAD" has no none.yaml',
    ],
    [
      ["--command", "no-such-program"],
      "the live server - error SERVER_UNREACHABLE",
    ],
    [
      ["--url", "http://x/", "--against", "HEAD"],
      "error ARGUMENT_WRONG: Arguments against and url",
    ],
    [["gone.yaml"], "gone.yaml - error MANIFEST_MISSING"],
    [["--format", "html"], "error ARGUMENT_WRONG: Invalid values"],
  ])("%j", async (args, words) => {
    const { code, out, err } = await mcpgen(folder, "diff", ...args);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(words);
  });

  it("is said where nothing was built, or no repository is", async () => {
    const empty = await temporary("diff");
    writeFileSync(join(empty, "manifest.yaml"), first);
    expect((await mcpgen(empty, "diff")).err).toContain(
      'shop.contract.json - error CONTRACT_MISSING: no contract of the server "shop" is recorded here yet\n  mend: run "mcpgen build"',
    );
    expect((await mcpgen(empty, "diff", "--against", "HEAD")).err).toContain(
      'HEAD - error GIT_NO_REPOSITORY: "HEAD" is no file, and this folder is in no git repository',
    );
    const accepted = await mcpgen(
      empty,
      "diff",
      "--accept",
      "--against",
      "manifest.yaml",
    );
    expect(accepted.err).toContain("error DIFF_NOT_BUILT");
  });
});
