import { member, type JsonObject, type JsonValue } from "../../json.js";
import { under } from "../../json-pointer.js";
import type { Dialect } from "./dialect.js";
import type { Schema } from "../form/schema.js";

/** A schema object being read. */
export type Reader = {
  /** Holds only what the dialect's meta-schema allows, so that no reader asks for the form of a value again. */
  readonly value: JsonObject;
  readonly dialect: Dialect;
  readonly sub: (child: JsonValue, suffix: string) => Schema;
};

/** The value of a keyword, whose form the meta-schema tells. */
export function take<T extends JsonValue>(
  { value }: Reader,
  keyword: string,
): T | undefined {
  return member(value, keyword) as T | undefined;
}

/** Calls `each` with the members of a keyword that is an object. */
export function eachMember(
  reader: Reader,
  keyword: string,
  each: (value: JsonValue, suffix: string, key: string) => void,
): void {
  const value = take<JsonObject>(reader, keyword);
  if (value === undefined) return;
  Object.keys(value).forEach((key) => {
    each(value[key] as JsonValue, under(`/${keyword}`, key), key);
  });
}

/** The schema that a keyword holds, where it is there. */
export function optional(reader: Reader, keyword: string): Schema | undefined {
  const value = take(reader, keyword);
  return value === undefined ? undefined : reader.sub(value, `/${keyword}`);
}

/** The schemas that a keyword lists, where it is there. */
export function listed(
  reader: Reader,
  keyword: string,
): readonly Schema[] | undefined {
  return take<readonly JsonValue[]>(reader, keyword)?.map((item, index) =>
    reader.sub(item, `/${keyword}/${index}`),
  );
}
