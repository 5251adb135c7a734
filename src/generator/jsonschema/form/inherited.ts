/** What every object has from `Object.prototype` without owning it. A list of our own, so that the output does not depend on the Node that runs. */
export const inheritedNames: ReadonlySet<string> = new Set(
  (
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf " +
    "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__"
  ).split(" "),
);
