import type { Draft } from "../../test/support/json-schema-suite.js";

/** Where the official suite comes from, and the state of it that the figures are about. */
export const repository =
  "https://github.com/json-schema-org/JSON-Schema-Test-Suite";
export const commit = "44401e0c";

/** How many tests it has at that commit: required, and optional with those of formats. */
export const totals: { readonly [D in Draft]: readonly [number, number] } = {
  "draft2020-12": [1_299, 926],
  "draft2019-09": [1_259, 915],
  draft7: [927, 794],
};
