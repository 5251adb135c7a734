import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  allocateIdentifiers,
  type Named,
} from "../../src/generator/identifiers.js";

type Row = string | { readonly name: string; readonly as: string };

function allocate(
  rows: readonly Row[],
  recorded: { readonly [name: string]: string } = {},
) {
  const entries = rows.map((row): Named => {
    const { name, ...more } = typeof row === "string" ? { name: row } : row;
    const locate = () => ({ file: "manifest.yaml" });
    return { key: name, name, ...more, locate };
  });
  const known = new Map(Object.entries(recorded));
  const { identifiers, diagnostics } = allocateIdentifiers(entries, known);
  return {
    identifiers: Object.fromEntries(identifiers),
    codes: diagnostics.map(({ code }) => code),
  };
}

describe("names that become one identifier", () => {
  // knowsuchagency/mcp2cli#80
  const three = {
    getUser: "getUser",
    "get-user": "getUser2",
    get_user: "getUser3",
  };

  test("are numbered, and the one that is spelt so keeps it", () => {
    expect(allocate(["get_user", "getUser", "get-user"])).toEqual({
      identifiers: three,
      codes: [],
    });
  });

  test("get the same whatever the order of the list", () => {
    expect(allocate(["get-user", "get_user", "getUser"]).identifiers).toEqual(
      three,
    );
  });

  test("a fourth renames none of them and has to be given a name", () => {
    const more = allocate(["get.user", ...Object.keys(three)], three);
    expect(more.identifiers).toMatchObject(three);
    expect(more.codes).toEqual(["IDENTIFIER_CLASH"]);
    const mended = [
      { name: "get.user", as: "fetchUser" },
      ...Object.keys(three),
    ];
    expect(allocate(mended, three)).toEqual({
      identifiers: { ...three, "get.user": "fetchUser" },
      codes: [],
    });
  });

  // rsclarke/mcp-taskfile-server#3
  test("made of punctuation stay apart", () => {
    const { identifiers, codes } = allocate([
      "env:.cache",
      "env:add:*",
      "env:add:",
    ]);
    expect(identifiers).toEqual({
      "env:.cache": "envCache",
      "env:add:": "envAdd",
      "env:add:*": "envAdd2",
    });
    expect(codes).toEqual([]);
  });

  // anthropics/claude-code#2257
  test("behind a slash stay apart", () => {
    expect(allocate(["git/commit", "git2/commit"]).identifiers).toEqual({
      "git/commit": "gitCommit",
      "git2/commit": "git2Commit",
    });
  });
});

describe("an identifier", () => {
  // fgnass/typed-rpc#33
  test.each([
    ["then", "then_"],
    ["catch", "catch"],
    ["close", "close"],
    ["connect", "connect"],
    ["constructor", "constructor"],
  ])("of %s is %s", (name, identifier) => {
    expect(allocate([name]).identifiers).toEqual({ [name]: identifier });
  });

  test("that was asked for goes to who asked", () => {
    const { identifiers, codes } = allocate(["b", { name: "a", as: "b" }]);
    expect(identifiers).toEqual({ a: "b", b: "b2" });
    expect(codes).toEqual(["IDENTIFIER_CLASH"]);
  });

  test("that was recorded stays, though another is spelt so now", () => {
    const { identifiers } = allocate(["get_user", "getUser"], {
      get_user: "getUser",
    });
    expect(identifiers["get_user"]).toBe("getUser");
  });

  test("that was asked for beats the record", () => {
    const asked = [{ name: "a", as: "chosen" }];
    expect(allocate(asked, { a: "old" }).identifiers).toEqual({ a: "chosen" });
  });
});

test("are unique and independent of order, whatever the names", () => {
  const name = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.constantFrom("a_b", "aB", "a-b", "a.b", "then", "delete", "a_b2", "aB2"),
  );
  fc.assert(
    fc.property(
      fc
        .uniqueArray(name, { maxLength: 12 })
        .chain((names) =>
          fc.tuple(
            fc.constant(names),
            fc.shuffledSubarray(names, { minLength: names.length }),
          ),
        ),
      ([names, shuffled]) => {
        const { identifiers, codes } = allocate(names);
        const given = Object.values(identifiers);
        expect(new Set(given).size).toBe(names.length);
        expect(allocate(shuffled).identifiers).toEqual(identifiers);
        // A second build with the lock of the first changes nothing.
        if (codes.length === 0)
          expect(allocate(shuffled, identifiers)).toEqual({
            identifiers,
            codes: [],
          });
      },
    ),
    { seed: 1 },
  );
});
