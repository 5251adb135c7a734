/** The shapes that requests, notifications, results and responses share. */
import {
  anything,
  change,
  choice,
  constant,
  define,
  type Definition,
  each,
  either,
  type Fact,
  fixed,
  map,
  type Members,
  object,
  only,
  ref,
  since,
  text,
  until,
} from "./facts.js";

/** From this version on the definitions are whole messages and parameters are definitions of their own. */
const whole = "2025-11-25";
const modern = "2026-07-28";

/** When a definition exists. */
type When = (fact: Fact) => Fact;
const always: When = (fact) => fact;
/** Sessions came with it, and it went with them. */
export const legacyOnly: When = (fact) => until(modern, fact);
/** It came when sessions went. */
export const modernOnly: When = (fact) => since(modern, fact);

/** `_meta` where it may hold anything. */
export const meta = change(map(anything), modern, ref("MetaObject"));

/** `_meta` of an object that is no message; such objects have it since it became general. */
export const objectMeta: Members = { "_meta?": since("2025-06-18", meta) };

const progress: Members = { "progressToken?": ref("ProgressToken") };
/** `_meta` of a question. */
export const questionMeta: Members = {
  "_meta?": until(
    modern,
    change(object(progress), "2025-06-18", object(progress, anything)),
  ),
};

/** `_meta` of a request: optional at first, later the place where a request says who sends it. */
export const requestMeta: Members = {
  ...questionMeta,
  _meta: since(modern, ref("RequestMetaObject")),
};

/** `_meta` of a notification. */
export const notificationMeta: Members = {
  "_meta?": change(meta, modern, ref("NotificationMetaObject")),
};

/** What differs between the kinds of messages. */
type Kind = {
  readonly envelope: Members;
  readonly meta: Members;
  /** Parameters that name no member of their own. */
  readonly bare: Members;
};

const jsonrpc = since(whole, constant("2.0"));

const requestKind: Kind = {
  envelope: { jsonrpc, id: since(whole, ref("RequestId")) },
  meta: requestMeta,
  bare: {
    "params?": until(
      modern,
      change(object(requestMeta, anything), whole, ref("RequestParams")),
    ),
    params: since(modern, ref("RequestParams")),
  },
};

/** A question of a server to its client: a request until it came to ride in a result, without envelope. */
const questionKind: Kind = {
  envelope: {
    jsonrpc: only(whole, constant("2.0")),
    id: only(whole, ref("RequestId")),
  },
  meta: questionMeta,
  bare: {
    "params?": change(
      change(object(requestMeta, anything), whole, ref("RequestParams")),
      modern,
      object({ "_meta?": meta }),
    ),
  },
};

const notificationKind: Kind = {
  envelope: { jsonrpc },
  meta: notificationMeta,
  bare: {
    "params?": change(
      object(notificationMeta, anything),
      whole,
      ref("NotificationParams"),
    ),
  },
};

type Message = (
  name: string,
  method: string,
  says: string,
  params: Members,
  when?: When,
) => readonly Definition[];

/** A message and, once parameters have definitions, its parameters. */
function message(kind: Kind): Message {
  return (name, method, says, params, when = always) => [
    define(
      name,
      says,
      when(
        object({
          ...kind.envelope,
          method: constant(method),
          params: change(object(params), whole, ref(`${name}Params`)),
        }),
      ),
    ),
    define(
      `${name}Params`,
      `Parameters of \`${method}\`.`,
      when(since(whole, object({ ...kind.meta, ...params }))),
    ),
  ];
}

type BareMessage = (
  name: string,
  method: string,
  says: string,
  when?: When,
) => Definition;

function bareMessage(kind: Kind): BareMessage {
  return (name, method, says, when = always) =>
    define(
      name,
      says,
      when(
        object({ ...kind.envelope, method: constant(method), ...kind.bare }),
      ),
    );
}

/** A request with parameters. */
export const request = message(requestKind);
/** A request whose parameters hold nothing of its own. */
export const bareRequest = bareMessage(requestKind);
/** A question with parameters. */
export const question = message(questionKind);
/** A question whose parameters hold nothing of its own. */
export const bareQuestion = bareMessage(questionKind);
/** A notification with parameters. */
export const notification = message(notificationKind);
/** A notification that says only that something happened. */
export const bareNotification = bareMessage(notificationKind);

/** The schema of a question whose parameters have a definition with alternatives. */
export function questionWith(method: string, params: Fact): Fact {
  return object({ ...questionKind.envelope, method: constant(method), params });
}

/** The schema of a request that keeps its parameters inline. */
export function inlineRequest(method: string, params: Members): Fact {
  return object({
    ...requestKind.envelope,
    method: constant(method),
    params: object(params),
  });
}

/** The schema of a notification with other parameters than the usual ones. */
export function notificationWith(method: string, params: Fact): Fact {
  return object({
    ...notificationKind.envelope,
    method: constant(method),
    params,
  });
}

/** A request for one page of a list; without a method, any such request. */
export function pageRequest(
  name: string,
  method: string | undefined,
  says: string,
  when: When = always,
): Definition {
  const params = change(
    object({ "cursor?": text }),
    whole,
    ref("PaginatedRequestParams"),
  );
  return define(
    name,
    says,
    when(
      object({
        ...requestKind.envelope,
        method: method === undefined ? text : constant(method),
        "params?": until(modern, params),
        params: since(modern, params),
      }),
    ),
  );
}

/** Parameters of a request that may be sent again with answers. */
export const answerMembers: Members = each(modernOnly, {
  "inputResponses?": ref("InputResponses"),
  "requestState?": text,
});

/** Members of every result. */
export const resultMembers: Members = {
  "_meta?": change(meta, modern, ref("ResultMetaObject")),
  resultType: since(modern, text),
};

/** Members of a result that is one page of a list. */
export const pageMembers: Members = { "nextCursor?": text };

/** Members of a result that may be kept for a while. */
export const cacheMembers: Members = each(modernOnly, {
  ttlMs: fixed({ type: "integer", minimum: 0 }),
  cacheScope: choice("public", "private"),
});

/** A result with these members. */
export function result(
  name: string,
  says: string,
  members: Members,
  when: When = always,
): Definition {
  return define(name, says, when(object({ ...resultMembers, ...members })));
}

/** The answer to a question: a result until questions came to ride in results. */
export function answer(
  name: string,
  says: string,
  members: Members,
  when: When = always,
): Definition {
  return define(
    name,
    says,
    when(object({ "_meta?": until(modern, meta), ...members })),
  );
}

/** The whole response that carries a result; one that `asks` may carry questions instead. */
export function response(
  name: string,
  method: string,
  asks = false,
): Definition {
  const carried = asks
    ? either(ref("InputRequiredResult"), ref(name))
    : ref(name);
  return define(
    `${name}Response`,
    `Response to \`${method}\`.`,
    since(modern, object({ jsonrpc, id: ref("RequestId"), result: carried })),
  );
}
