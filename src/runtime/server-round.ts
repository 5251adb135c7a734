import { McpError, ProtocolError, ToolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { type Asker, answerFault, type Question } from "./server-asking.js";
import type { Call } from "./server-engine.js";
import { seal, unseal } from "./server-seal.js";

/** Stands for an answer that is not there yet: ends the run. */
class Unanswered extends McpError {
  override readonly name = "Unanswered";
}

/** What one run of a handler leaves to the next: answers and results of steps by key. */
export type Memory = {
  readonly answers: JsonObject;
  readonly steps: JsonObject;
};

/** One run of a handler on the modern wire. */
export class Round implements Asker {
  readonly #call: Call;
  readonly #answers: JsonObject;
  readonly #steps: JsonObject;
  readonly #requests = empty();
  readonly #running = new Set<Promise<unknown>>();

  constructor(call: Call, { answers, steps }: Memory) {
    this.#call = call;
    this.#answers = Object.assign(empty(), answers);
    this.#steps = Object.assign(empty(), steps);
  }

  /** Whether something was asked that has no answer. */
  get asked(): boolean {
    return Object.keys(this.#requests).length > 0;
  }

  /** What has no answer, as the client is asked for it. */
  get requests(): JsonObject {
    return { ...this.#requests };
  }

  get memory(): Memory {
    return { answers: { ...this.#answers }, steps: { ...this.#steps } };
  }

  ask(key: string, question: Question): Promise<JsonObject> {
    const { method } = this.#call;
    if (!this.#call.dialect.profile.inputRequiredMethods?.includes(method)) {
      throw new Error(`The client cannot be asked during ${method}`);
    }
    mayAsk(this.#call, question);
    const responses = this.#call.params["inputResponses"];
    const fresh =
      isObject(responses) && Object.hasOwn(responses, key)
        ? responses[key]
        : undefined;
    for (const answer of [this.#answers[key], fresh]) {
      if (answer === undefined) continue;
      const fault = answerFault(question, answer);
      if (fault === undefined) {
        this.#answers[key] = answer;
        return Promise.resolve(answer as JsonObject);
      }
      if (answer === fresh)
        this.#call.engine.warn(
          `${JSON.stringify(key)} is asked for again, for its answer is malformed: ${fault}`,
        );
    }
    this.#requests[key] = { method: question.method, params: question.params };
    throw new Unanswered(`${key} is not answered yet`);
  }

  async step(key: string, run: () => unknown): Promise<unknown> {
    if (Object.hasOwn(this.#steps, key)) return this.#steps[key];
    const work = (async () => (this.#steps[key] = asJson(await run())))();
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  /** Ends a run that goes no further, because it has asked for something. */
  halt(): never {
    throw new Unanswered("The round ends with what was asked");
  }

  /** Waits for what steps still do, so that it need not be done twice. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled([...this.#running]);
  }

  /** The `input_required` result. */
  async close(): Promise<string> {
    await this.settled();
    const requestState = await seal(this.#call, this.memory);
    return this.#call.dialect.object(this.#call.method, {
      resultType: "input_required",
      inputRequests: this.#requests,
      requestState,
    });
  }
}

/** Without a prototype, so that every key is an ordinary one. */
function empty(): JsonObject {
  return Object.create(null) as JsonObject;
}

/** The round that a request begins or goes on with. */
export function openRound(call: Call): Round | Promise<Round> {
  const state = call.params["requestState"];
  return state === undefined
    ? new Round(call, { answers: {}, steps: {} })
    : recall(call, state);
}

async function recall(call: Call, state: unknown): Promise<Round> {
  const memory =
    typeof state === "string" ? await unseal(call, state) : undefined;
  if (memory === undefined) {
    throw new ProtocolError(
      errorCode.invalidParams,
      "requestState does not belong to this request, was used before, or has expired",
    );
  }
  const { answers, steps } = memory;
  return new Round(call, {
    answers: isObject(answers) ? answers : {},
    steps: isObject(steps) ? steps : {},
  });
}

/** Nothing is asked that the client did not declare (basic/patterns/mrtr; client/*). */
export function mayAsk(call: Call, { capability, method }: Question): void {
  const [name = "", detail = ""] = capability.split(".");
  const declared = call.caller.client.capabilities[name];
  const { profile } = call.dialect;
  if (
    isObject(declared) &&
    known(call, capability) &&
    (detail === "" || has(declared, detail))
  )
    return;
  const message = `The client does not offer ${method} (${capability})`;
  const code = profile.errorCodes.missingClientCapability;
  if (code === undefined) throw new ToolError(message);
  const requiredCapabilities = {
    [name]: detail === "" ? {} : { [detail]: {} },
  };
  throw new ProtocolError(code, message, { requiredCapabilities });
}

/** An elicitation capability without modes means forms. */
function has(declared: JsonObject, detail: string): boolean {
  return (
    isObject(declared[detail]) ||
    (detail === "form" && !isObject(declared["url"]))
  );
}

function known({ dialect }: Call, capability: string): boolean {
  const { elicitationModes = [], samplingTools = false } = dialect.profile;
  if (capability === "elicitation.form")
    return elicitationModes.includes("form");
  if (capability === "elicitation.url") return elicitationModes.includes("url");
  return capability !== "sampling.tools" || samplingTools;
}

/** The same value in the run that made it as in those that remember it. */
export function asJson(value: unknown): unknown {
  return value === undefined
    ? null
    : (JSON.parse(JSON.stringify(value)) as unknown);
}
