import { notificationText, resultText } from "./call.js";
import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject, metaKey } from "./json-rpc.js";
import type { ChangingList } from "./server-catalogue.js";
import type { Call, ListenFeature, ServerEvent } from "./server-engine.js";

const lists: readonly ChangingList[] = ["tools", "prompts", "resources"];

/**
 * `subscriptions/listen`: a stream of the changes that the client asked for
 * (2026-07-28 basic/patterns/subscriptions). It ends when the client cancels, or
 * with a result when the server closes.
 */
export const listen: ListenFeature = {
  listen(call) {
    const asked = call.params["notifications"];
    if (!isObject(asked))
      throw new ProtocolError(
        errorCode.invalidParams,
        "params.notifications must be an object",
      );
    const meta = { [metaKey.subscriptionId]: call.id };
    const wanted = new Set(
      lists.filter(
        (list) => asked[`${list}ListChanged`] === true && canChange(call, list),
      ),
    );
    const uris = followed(call, asked["resourceSubscriptions"]);
    const tell = (event: ServerEvent): void => {
      if (event.type === "changed" && wanted.has(event.list)) {
        call.link.emit(
          notificationText(`notifications/${event.list}/list_changed`, {
            _meta: meta,
          }),
        );
      } else if (event.type === "updated" && uris?.has(event.uri) === true) {
        call.link.emit(
          notificationText("notifications/resources/updated", {
            _meta: meta,
            uri: event.uri,
          }),
        );
      }
    };
    const honoured: JsonObject = {};
    for (const list of wanted) honoured[`${list}ListChanged`] = true;
    if (uris !== undefined) honoured["resourceSubscriptions"] = [...uris];
    call.link.emit(
      notificationText("notifications/subscriptions/acknowledged", {
        _meta: meta,
        notifications: honoured,
      }),
    );
    return untilTheEnd(call, tell, meta);
  },
};

/** Only what the server declared is honoured. */
function canChange({ engine }: Call, list: ChangingList): boolean {
  return engine.catalogue.listChanged[list];
}

function followed({ engine }: Call, asked: unknown): Set<string> | undefined {
  if (asked === undefined || engine.catalogue.subscribe !== true)
    return undefined;
  if (!Array.isArray(asked) || !asked.every((uri) => typeof uri === "string")) {
    throw new ProtocolError(
      errorCode.invalidParams,
      "resourceSubscriptions must be a list of strings",
    );
  }
  return new Set<string>(asked);
}

/** Resolves when the subscription ends; the answer, if there is one, is sent by then. */
function untilTheEnd(
  call: Call,
  tell: (event: ServerEvent) => void,
  meta: JsonObject,
): Promise<string> {
  const { engine, link, dialect, id } = call;
  return new Promise((resolve) => {
    const stopEvents = engine.bus.subscribe(tell);
    const stop = (): void => {
      stopEvents();
      stopClosing();
      resolve("");
    };
    const stopClosing = engine.onClosing(() => {
      if (call.settle()) {
        link.answer(
          call,
          resultText(id, dialect.object(call.method, { _meta: meta })),
          200,
        );
        // Two pages of the specification name two signs of the end on a shared channel: both are given.
        if (link.stream)
          link.emit(
            notificationText("notifications/cancelled", { requestId: id }),
          );
      }
      stop();
    });
    call.signal.addEventListener("abort", stop, { once: true });
  });
}
