import { isObject, type JsonObject } from "./json-rpc.js";

/** A choice with a title for people. */
type Choice = { readonly const: string; readonly title?: string };

/** One field of a form (client/elicitation, Requested Schema). */
export type FormField = {
  readonly title?: string;
  readonly description?: string;
} & (
  | {
      readonly type: "string";
      readonly enum?: readonly string[];
      readonly enumNames?: readonly string[];
      readonly oneOf?: readonly Choice[];
      readonly format?: "email" | "uri" | "date" | "date-time";
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly default?: string;
    }
  | {
      readonly type: "number" | "integer";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly type: "boolean"; readonly default?: boolean }
  | {
      readonly type: "array";
      readonly items:
        | { readonly type: "string"; readonly enum: readonly string[] }
        | { readonly anyOf: readonly Choice[] };
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly default?: readonly string[];
    }
);

/** A form: a flat object. */
export type FormSchema = {
  readonly type: "object";
  readonly properties: { readonly [name: string]: FormField };
  readonly required?: readonly string[];
};

/** The type of a field's value. */
type FieldValue<Field> = Field extends { readonly enum: readonly (infer One)[] }
  ? One
  : Field extends { readonly oneOf: readonly { readonly const: infer One }[] }
    ? One
    : Field extends { readonly type: "string" }
      ? string
      : Field extends { readonly type: "number" | "integer" }
        ? number
        : Field extends { readonly type: "boolean" }
          ? boolean
          : Field extends {
                readonly items: { readonly enum: readonly (infer One)[] };
              }
            ? One[]
            : Field extends {
                  readonly items: {
                    readonly anyOf: readonly { readonly const: infer One }[];
                  };
                }
              ? One[]
              : unknown;

type RequiredName<Form extends FormSchema> = Form extends {
  readonly required: readonly (infer Name)[];
}
  ? Name
  : never;

/** The type of a filled-in form. */
export type FormContent<Form extends FormSchema> = {
  [
    Name in keyof Form["properties"] as Name extends RequiredName<Form>
      ? Name
      : never
  ]: FieldValue<Form["properties"][Name]>;
} & {
  [
    Name in keyof Form["properties"] as Name extends RequiredName<Form>
      ? never
      : Name
  ]?: FieldValue<Form["properties"][Name]>;
};

/** Where content does not fit a form, as a JSON pointer: what a client sends is checked like any other input. */
export function misfit(schema: unknown, content: unknown): string | undefined {
  if (
    !isObject(content) ||
    !isObject(schema) ||
    !isObject(schema["properties"])
  )
    return "";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const wrong = Object.entries(schema["properties"]).find(([name, field]) => {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    if (value === undefined) return required.includes(name);
    return !isObject(field) || !fitsField(field, value);
  });
  return wrong && `/${wrong[0].replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function fitsField(field: JsonObject, value: unknown): boolean {
  switch (field["type"]) {
    case "string":
      return (
        typeof value === "string" &&
        isChoice(field, value) &&
        within(field, "Length", [...value].length)
      );
    case "integer":
      return Number.isInteger(value) && inRange(field, value as number);
    case "number":
      return typeof value === "number" && inRange(field, value);
    case "boolean":
      return typeof value === "boolean";
    case "array": {
      const { items } = field;
      return (
        Array.isArray(value) &&
        within(field, "Items", value.length) &&
        value.every(
          (item) =>
            typeof item === "string" &&
            isObject(items) &&
            isChoice(items, item),
        )
      );
    }
    default:
      return false;
  }
}

function isChoice(field: JsonObject, value: string): boolean {
  const named = field["oneOf"] ?? field["anyOf"];
  if (Array.isArray(named))
    return named.some(
      (choice) => isObject(choice) && choice["const"] === value,
    );
  return !Array.isArray(field["enum"]) || field["enum"].includes(value);
}

function within(
  field: JsonObject,
  what: "Length" | "Items",
  size: number,
): boolean {
  const least = field[`min${what}`];
  const most = field[`max${what}`];
  return (
    (typeof least !== "number" || size >= least) &&
    (typeof most !== "number" || size <= most)
  );
}

function inRange({ minimum, maximum }: JsonObject, value: number): boolean {
  return (
    (typeof minimum !== "number" || value >= minimum) &&
    (typeof maximum !== "number" || value <= maximum)
  );
}
