import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { expandUri, matchUri } from "../../../src/runtime/uri-template.js";

describe("expandUri", () => {
  const variables = {
    var: "value",
    hello: "Hello World!",
    path: "/foo/bar",
    empty: "",
    x: "1024",
    y: "768",
    list: ["red", "green", "blue"],
    half: "50%",
  };
  // The examples of RFC 6570, sections 1.2 and 3.2.
  it.each([
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["{+hello}", "Hello%20World!"],
    ["{+path}/here", "/foo/bar/here"],
    ["here?ref={+path}", "here?ref=/foo/bar"],
    ["X{#var}", "X#value"],
    ["map?{x,y}", "map?1024,768"],
    ["{+x,hello,y}", "1024,Hello%20World!,768"],
    ["X{.var}", "X.value"],
    ["X{.x,y}", "X.1024.768"],
    ["{/var}", "/value"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{;x,y}", ";x=1024;y=768"],
    ["{;x,y,empty}", ";x=1024;y=768;empty"],
    ["{?x,y}", "?x=1024&y=768"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["?fixed=yes{&x}", "?fixed=yes&x=1024"],
    ["{var:3}", "val"],
    ["{list}", "red,green,blue"],
    ["{list*}", "red,green,blue"],
    ["{/list*}", "/red/green/blue"],
    ["{?list*}", "?list=red&list=green&list=blue"],
    ["{?list}", "?list=red,green,blue"],
    ["O{undef}X", "OX"],
    ["{?x,undef}", "?x=1024"],
    ["{undef}{/undef}{?undef}", ""],
  ])("%s gives %s", (template, uri) => {
    expect(expandUri(template, variables)).toBe(uri);
  });

  it("encodes what a value or a literal must not hold", () => {
    expect(
      expandUri("note://{folder}/{name}", { folder: "a b", name: "ü/1" }),
    ).toBe("note://a%20b/%C3%BC%2F1");
    expect(expandUri("file:///my docs/café/{f}", { f: "a.txt" })).toBe(
      "file:///my%20docs/caf%C3%A9/a.txt",
    );
  });
});

describe("matchUri", () => {
  it.each<[string, string, object | undefined]>([
    [
      "note://{folder}/{name}",
      "note://a%20b/%C3%BC%2F1",
      { folder: "a b", name: "ü/1" },
    ],
    [
      "file:///my docs/café/{f}",
      "file:///my%20docs/caf%C3%A9/a.txt",
      { f: "a.txt" },
    ],
    [
      "file:///my docs/café/{f}",
      "file:///my docs/caf%c3%a9/a.txt",
      { f: "a.txt" },
    ],
    ["weather://stations/{id}", "weather://stations/a:b@c", { id: "a:b@c" }],
    ["weather://stations/{id}", "weather://stations/a/b", undefined],
    ["weather://stations/{id}", "weather://stationsXid", undefined],
    ["file:///{+path}", "file:///a/b.txt?c", { path: "a/b.txt?c" }],
    ["x://{y}-{m}-{d}", "x://2026-11-30", { y: "2026", m: "11", d: "30" }],
    ["x://{name}.json", "x://a.b.json", { name: "a.b" }],
    ["x://a{?q,lang}", "x://a?lang=de&q=1", { q: "1", lang: "de" }],
    ["x://a{?q,lang}", "x://a", {}],
    ["x://a{?q}", "x://a?other=1", {}],
    ["x://a{/parts*}", "x://a/b/c%2Fd", { parts: ["b", "c/d"] }],
    ["x://{a,b}", "x://1,2", { a: "1", b: "2" }],
    ["x://a{#f}", "x://a#f/g", { f: "f/g" }],
    ["x://(a)+{b}", "x://(a)+c", { b: "c" }],
    ["x://{__proto__}", "x://a", JSON.parse('{"__proto__":"a"}') as object],
  ])("%s on %s", (template, uri, variables) => {
    const found = matchUri(template, uri);
    expect(found && Object.entries(found)).toEqual(
      variables && Object.entries(variables),
    );
  });

  it.each([
    "x://%",
    "x://%4",
    "x://%zz",
    "x://%ff",
    "x://\ud800",
    `x://${"a".repeat(5000)}`,
  ])("takes no malformed or endless URI: %j", (uri) => {
    expect(matchUri("x://{a}", uri)).toBeUndefined();
  });

  it("is the inverse of expandUri", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 20 });
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const variables = { a, b, c };
        const template = "x://h/{a}/{b}{?c}";
        expect({
          ...matchUri(template, expandUri(template, variables)),
        }).toEqual(variables);
      }),
    );
  });

  it("is done soon on any URI", () => {
    const uri = `x://${"-".repeat(4000)}/`;
    expect(matchUri("x://{a}-{b}-{c}-{d}", uri)).toBeUndefined();
  });
});
