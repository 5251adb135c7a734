/** Elicitation: a server asks the user, through the client. */
import {
  all,
  anything,
  change,
  choice,
  constant,
  define,
  type Definition,
  either,
  eitherOf,
  type Fact,
  fixed,
  list,
  map,
  type Members,
  object,
  only,
  ref,
  since,
  text,
  uri,
} from "./facts.js";
import {
  answer,
  notificationWith,
  questionMeta,
  questionWith,
} from "./messages.js";
import { augmented } from "./tasks.js";

const first = (fact: Fact): Fact => since("2025-06-18", fact);
const second = (fact: Fact): Fact => since("2025-11-25", fact);
const secondAlone = (fact: Fact): Fact => only("2025-11-25", fact);

const form: Members = {
  message: text,
  requestedSchema: object({
    "$schema?": second(text),
    type: constant("object"),
    properties: map(ref("PrimitiveSchemaDefinition")),
    "required?": list(text),
  }),
};

const simple = fixed({ type: ["string", "integer", "boolean"] });

export const elicitation: readonly Definition[] = [
  define(
    "ElicitRequestFormParams",
    "Asks the user to fill in a form.",
    second(
      object({
        ...questionMeta,
        ...augmented,
        "mode?": constant("form"),
        ...form,
      }),
    ),
  ),
  define(
    "ElicitRequestURLParams",
    "Asks the user to visit a page.",
    second(
      object({
        ...questionMeta,
        ...augmented,
        mode: constant("url"),
        message: text,
        url: uri,
        elicitationId: secondAlone(text),
      }),
    ),
  ),
  define(
    "ElicitRequestParams",
    "Parameters of `elicitation/create`.",
    second(
      change(
        eitherOf("ElicitRequestURLParams", "ElicitRequestFormParams"),
        "2026-07-28",
        eitherOf("ElicitRequestFormParams", "ElicitRequestURLParams"),
      ),
    ),
  ),
  define(
    "ElicitRequest",
    "Asks the user something.",
    first(
      questionWith(
        "elicitation/create",
        change(object(form), "2025-11-25", ref("ElicitRequestParams")),
      ),
    ),
  ),
  answer(
    "ElicitResult",
    "What the user answered.",
    {
      action: choice("accept", "decline", "cancel"),
      "content?": map(change(simple, "2025-11-25", either(list(text), simple))),
    },
    first,
  ),
  define(
    "ElicitationCompleteNotification",
    "Says that the user is done with a page.",
    secondAlone(
      notificationWith(
        "notifications/elicitation/complete",
        object({ elicitationId: text }),
      ),
    ),
  ),
  define(
    "URLElicitationRequiredError",
    "Fails a request until the user has visited a page.",
    secondAlone(
      object({
        jsonrpc: constant("2.0"),
        "id?": ref("RequestId"),
        error: all(
          ref("Error"),
          object({
            code: constant(-32042),
            data: object(
              { elicitations: list(ref("ElicitRequestURLParams")) },
              anything,
            ),
          }),
        ),
      }),
    ),
  ),
];
