import type { Input } from "./inputs.js";

/** A valid instance that its type refuses, and why TypeScript leaves no choice. */
export type Inexpressible = {
  /** `file › group › test`. */
  readonly title: string;
  readonly reason: string;
};

const weak =
  "weak type: all members are optional, and an object that has none of them is " +
  "taken for a mistake; an index signature would help, and hide every misspelt key";

const strangerAlone: Inexpressible = {
  title:
    "properties.json › object properties validation › doesn't invalidate other properties",
  reason: weak,
};

/** Everything that `npm run soundness` may find refused of our types. */
export const inexpressible: {
  readonly [K in Input["name"]]: readonly Inexpressible[];
} = {
  "draft2020-12": [
    {
      title:
        "dynamicRef.json › A $dynamicRef that initially resolves to a schema without a matching $dynamicAnchor behaves like a normal $ref to $anchor › The recursive part doesn't need to validate against the root",
      reason: weak,
    },
    strangerAlone,
  ],
  draft7: [strangerAlone],
  tricky: [],
};

/** Sound rejections that have been reached; fewer are a step back. */
export const reached: { readonly [K in Input["name"]]: number } = {
  "draft2020-12": 379,
  draft7: 286,
  tricky: 76,
};
