import { notificationText, resultText } from "./call.js";
import { ProtocolError } from "./errors.js";
import { errorCode, isObject, type JsonObject, metaKey } from "./json-rpc.js";
import type { ChangingList } from "./server-catalogue.js";
import type { Call, ListenFeature } from "./server-engine.js";
import type { ServerEvent } from "./server-events.js";

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
    const { tasks } = call.engine;
    const { taskIds } = asked;
    return tasks === undefined || taskIds === undefined
      ? listenTo(call, asked, new Map())
      : tasks
          .follow(call, taskIds)
          .then((followed) => listenTo(call, asked, followed));
  },
};

/** By id, what tells how a task is. */
type Followed = ReadonlyMap<string, () => Promise<JsonObject | undefined>>;

function listenTo(
  call: Call,
  asked: JsonObject,
  tasks: Followed,
): Promise<string> {
  // It may have ended while its tasks were looked up.
  if (!call.open) return Promise.resolve("");
  const meta = { [metaKey.subscriptionId]: call.id };
  const wanted = new Set(
    lists.filter(
      (list) => asked[`${list}ListChanged`] === true && canChange(call, list),
    ),
  );
  const uris = followed(call, asked["resourceSubscriptions"]);
  const emit = (method: string, params: JsonObject): void =>
    call.link.emit(notificationText(method, { _meta: meta, ...params }));
  const tellTask = taskTeller(call, tasks, (task) =>
    emit("notifications/tasks", task),
  );
  const tell = (event: ServerEvent): void => {
    if (event.type === "changed" && wanted.has(event.list))
      emit(`notifications/${event.list}/list_changed`, {});
    else if (event.type === "updated" && uris?.has(event.uri) === true)
      emit("notifications/resources/updated", { uri: event.uri });
    else if (event.type === "task") tellTask(event.id);
  };
  const honoured: JsonObject = {};
  for (const list of wanted) honoured[`${list}ListChanged`] = true;
  if (uris !== undefined) honoured["resourceSubscriptions"] = [...uris];
  if (tasks.size > 0) honoured["taskIds"] = [...tasks.keys()];
  emit("notifications/subscriptions/acknowledged", { notifications: honoured });
  const end = untilTheEnd(call, tell, meta);
  // What happened between looking a task up and here was told to nobody.
  for (const id of tasks.keys()) tellTask(id);
  return end;
}

/** Tells of tasks one after the other, so that none goes back to what it was. */
function taskTeller(
  call: Call,
  tasks: Followed,
  emit: (task: JsonObject) => void,
): (id: string) => void {
  let before = Promise.resolve();
  return (id) => {
    const look = tasks.get(id);
    if (look === undefined) return;
    before = before.then(look).then(
      (task) => {
        if (task !== undefined && call.open) emit(task);
      },
      (cause: unknown) =>
        call.engine.warn(`Task ${id} could not be read`, { cause }),
    );
  };
}

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
