/** The fields of an elicitation form: schemas of one flat value each. */
import {
  change,
  choice,
  constant,
  define,
  type Definition,
  eitherOf,
  type Fact,
  flag,
  integer,
  list,
  type Members,
  number,
  object,
  ref,
  since,
  text,
  until,
} from "./facts.js";

const first = (fact: Fact): Fact => since("2025-06-18", fact);
const second = (fact: Fact): Fact => since("2025-11-25", fact);

/** A field of one kind; `preset` is the kind of its default. */
function field(type: Fact, members: Members, preset: Fact): Fact {
  return object({
    type,
    "title?": text,
    "description?": text,
    ...members,
    "default?": preset,
  });
}

const string = constant("string");
const values = list(text);
const titledValues = list(object({ const: text, title: text }));
const choiceOf = (members: Members): Fact =>
  second(field(string, members, text));
const choicesOf = (items: Fact): Fact =>
  second(
    field(
      constant("array"),
      { items, "minItems?": integer, "maxItems?": integer },
      values,
    ),
  );

const enumKinds = [
  "UntitledSingleSelectEnumSchema",
  "TitledSingleSelectEnumSchema",
  "UntitledMultiSelectEnumSchema",
  "TitledMultiSelectEnumSchema",
  "LegacyTitledEnumSchema",
];

const plainFields: readonly Definition[] = [
  define(
    "StringSchema",
    "A field of text.",
    first(
      field(
        string,
        {
          "minLength?": integer,
          "maxLength?": integer,
          "format?": choice("email", "uri", "date", "date-time"),
        },
        second(text),
      ),
    ),
  ),
  define(
    "NumberSchema",
    "A field with a number.",
    first(
      field(
        choice("number", "integer"),
        { "minimum?": number, "maximum?": number },
        second(number),
      ),
    ),
  ),
  define(
    "BooleanSchema",
    "A field to tick.",
    first(field(constant("boolean"), {}, flag)),
  ),
];

const choiceFields: readonly Definition[] = [
  define(
    "EnumSchema",
    "A field with a choice.",
    first(
      change(
        object({
          type: string,
          "title?": text,
          "description?": text,
          enum: values,
          "enumNames?": values,
        }),
        "2025-11-25",
        eitherOf(...enumKinds),
      ),
    ),
  ),
  define(
    "UntitledSingleSelectEnumSchema",
    "One of several values.",
    choiceOf({ enum: values }),
  ),
  define(
    "TitledSingleSelectEnumSchema",
    "One of several values that have titles.",
    choiceOf({ oneOf: titledValues }),
  ),
  define(
    "LegacyTitledEnumSchema",
    "One of several values, with titles in a list beside them.",
    choiceOf({ enum: values, "enumNames?": values }),
  ),
  define(
    "UntitledMultiSelectEnumSchema",
    "Some of several values.",
    choicesOf(object({ type: string, enum: values })),
  ),
  define(
    "TitledMultiSelectEnumSchema",
    "Some of several values that have titles.",
    choicesOf(object({ anyOf: titledValues })),
  ),
  define(
    "SingleSelectEnumSchema",
    "One of several values, with or without titles.",
    second(
      eitherOf(
        "UntitledSingleSelectEnumSchema",
        "TitledSingleSelectEnumSchema",
      ),
    ),
  ),
  define(
    "MultiSelectEnumSchema",
    "Some of several values, with or without titles.",
    second(
      eitherOf("UntitledMultiSelectEnumSchema", "TitledMultiSelectEnumSchema"),
    ),
  ),
];

export const formFields: readonly Definition[] = [
  ...plainFields,
  ...choiceFields,
  define(
    "PrimitiveSchemaDefinition",
    "A field of a form.",
    first(
      eitherOf(
        "StringSchema",
        "NumberSchema",
        "BooleanSchema",
        until("2025-11-25", ref("EnumSchema")),
        ...enumKinds.map((name) => second(ref(name))),
      ),
    ),
  ),
];
