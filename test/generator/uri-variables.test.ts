import { expect, test } from "vitest";
import { uriVariables } from "../../src/generator/uri-variables.js";

const shown = (template: string): readonly string[] =>
  uriVariables(template).map(
    ({ name, required, list }) =>
      `${name}${required ? "" : "?"}${list ? "[]" : ""}`,
  );

test.each([
  ["x://plain", []],
  ["x://{id}", ["id"]],
  ["x://{a}/{b}", ["a", "b"]],
  ["x://{a,b}", ["a", "b"]],
  ["x://{+path}", ["path"]],
  ["x://{#part}", ["part"]],
  ["x://h{.ext}", ["ext"]],
  ["x://h{/way*}", ["way[]"]],
  ["x://h{;matrix}", ["matrix"]],
  ["x://h{?q,limit}", ["q?", "limit?"]],
  ["x://h?a=1{&q*}", ["q?[]"]],
  ["x://{id:3}", ["id"]],
  // the same variable twice is one, and needed if it is needed anywhere
  ["x://{id}/{id}", ["id"]],
  ["x://{?id}{id}", ["id"]],
  ["x://{id}{?id*}", ["id[]"]],
  ["x://{a.b}/{%20c}", ["a.b", "%20c"]],
  ["x://{__proto__}/{constructor}", ["__proto__", "constructor"]],
])("%s", (template, variables) => {
  expect(shown(template)).toEqual(variables);
});
