/** Tasks: requests whose result is fetched later. One version has them in its core. */
import {
  all,
  anything,
  choice,
  define,
  type Definition,
  fixed,
  integer,
  list,
  type Members,
  object,
  only,
  ref,
  text,
} from "./facts.js";
import {
  inlineRequest,
  notificationWith,
  pageMembers,
  pageRequest,
  requestMeta,
  result,
} from "./messages.js";

const inCore = (fact: Parameters<typeof only>[1]) => only("2025-11-25", fact);

/** Parameters of a request that may become a task. */
export const augmented: Members = { "task?": inCore(ref("TaskMetadata")) };

const taskMembers: Members = {
  taskId: text,
  status: ref("TaskStatus"),
  "statusMessage?": text,
  createdAt: text,
  lastUpdatedAt: text,
  ttl: fixed({ type: ["integer", "null"] }),
  "pollInterval?": integer,
};
const byId: Members = { taskId: text };
const resultWithTask = (name: string, says: string): Definition =>
  define(name, says, inCore(all(ref("Result"), ref("Task"))));

export const tasks: readonly Definition[] = [
  define(
    "TaskAugmentedRequestParams",
    "Parameters of a request that may become a task.",
    inCore(object({ ...requestMeta, ...augmented })),
  ),
  define(
    "TaskMetadata",
    "Asks that a request become a task.",
    inCore(object({ "ttl?": integer })),
  ),
  define(
    "RelatedTaskMetadata",
    "Names the task that a message belongs to.",
    inCore(object(byId)),
  ),
  define(
    "TaskStatus",
    "How a task stands.",
    inCore(
      choice("working", "input_required", "completed", "failed", "cancelled"),
    ),
  ),
  define(
    "Task",
    "A request whose result is fetched later.",
    inCore(object(taskMembers)),
  ),
  result(
    "CreateTaskResult",
    "Says that a request became a task.",
    { task: ref("Task") },
    inCore,
  ),
  define(
    "GetTaskRequest",
    "Asks how a task stands.",
    inCore(inlineRequest("tasks/get", byId)),
  ),
  resultWithTask("GetTaskResult", "How a task stands."),
  define(
    "GetTaskPayloadRequest",
    "Asks for the result of a task.",
    inCore(inlineRequest("tasks/result", byId)),
  ),
  define(
    "GetTaskPayloadResult",
    "The result of a task.",
    inCore(
      object(
        { "_meta?": fixed({ type: "object", additionalProperties: {} }) },
        anything,
      ),
    ),
  ),
  define(
    "CancelTaskRequest",
    "Gives up a task.",
    inCore(inlineRequest("tasks/cancel", byId)),
  ),
  resultWithTask(
    "CancelTaskResult",
    "How a task stands after it was given up.",
  ),
  pageRequest(
    "ListTasksRequest",
    "tasks/list",
    "Asks which tasks there are.",
    inCore,
  ),
  result(
    "ListTasksResult",
    "One page of tasks.",
    { tasks: list(ref("Task")), ...pageMembers },
    inCore,
  ),
  define(
    "TaskStatusNotificationParams",
    "Parameters of `notifications/tasks/status`.",
    inCore(all(ref("NotificationParams"), ref("Task"))),
  ),
  define(
    "TaskStatusNotification",
    "Says that a task has changed.",
    inCore(
      notificationWith(
        "notifications/tasks/status",
        ref("TaskStatusNotificationParams"),
      ),
    ),
  ),
];
