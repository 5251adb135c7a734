import { McpError, ProtocolError, ToolError } from "./errors.js";
import { errorCode, isObject, type JsonObject } from "./json-rpc.js";
import { conclude, isThenable } from "./run-handler.js";
import { type Asker, AskingContext, type Question } from "./server-asking.js";
import type { AskFeature, Call, HandlerRun } from "./server-engine.js";
import { seal, unseal } from "./server-seal.js";

/**
 * Lets handlers ask the client, one handler for both eras. A legacy session is
 * asked by a request of the server. On the modern wire a missing answer ends the
 * round with `input_required`, and the handler runs again with the answers
 * (basic/patterns/mrtr): what was answered and what steps gave rides in the
 * sealed `requestState`.
 */
export const asks: AskFeature = {
  run(call, handler) {
    if (call.dialect.profile.serverAsks === "requests")
      return runOnce(call, handler, directly(call));
    const state = call.params["requestState"];
    if (state === undefined)
      return runRound(call, handler, new Round(call, {}, {}));
    return recall(call, state).then((round) => runRound(call, handler, round));
  },
};

function runOnce(
  call: Call,
  handler: HandlerRun,
  asker: Asker,
): string | Promise<string> {
  return runWith(call, handler, asker, (outcome) => outcome());
}

function runRound(
  call: Call,
  handler: HandlerRun,
  round: Round,
): string | Promise<string> {
  return runWith(call, handler, round, (outcome) =>
    round.asked ? round.close() : outcome(),
  );
}

/** Runs the handler; `end` decides what becomes of what it returned or threw. */
function runWith(
  call: Call,
  handler: HandlerRun,
  asker: Asker,
  end: (outcome: () => string) => string | Promise<string>,
): string | Promise<string> {
  let value: unknown;
  try {
    value = handler.start(new AskingContext(call, asker));
  } catch (error) {
    return end(() => handler.failed(error));
  }
  if (!isThenable(value)) return end(() => conclude(handler, value));
  return Promise.resolve(value).then(
    (settled) => end(() => conclude(handler, settled)),
    (error: unknown) => end(() => handler.failed(error)),
  );
}

/** Asks by requests of the server, and runs each step at once. */
function directly(call: Call): Asker {
  return {
    async ask(_key, question) {
      const { link } = call;
      if (link.ask === undefined)
        throw new ToolError(
          `The client cannot be asked for ${question.method} on this connection: over HTTP it would have to speak a newer protocol version`,
        );
      mayAsk(call, question);
      const answer = await Promise.race([
        link.ask(question.method, question.params),
        aborted(call),
      ]);
      if (!isObject(answer) || !question.fits(answer)) {
        throw new ToolError(
          `The client's answer to ${question.method} is malformed`,
        );
      }
      return answer;
    },
    async step(_key, run) {
      return asJson(await run());
    },
  };
}

function aborted({ signal }: Call): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Stands for an answer that is not there yet: ends the run. */
class Unanswered extends McpError {
  override readonly name = "Unanswered";
}

/** One run of a handler on the modern wire. */
class Round implements Asker {
  readonly #call: Call;
  readonly #answers: JsonObject;
  readonly #steps: JsonObject;
  readonly #requests = empty();
  readonly #running = new Set<Promise<unknown>>();

  constructor(call: Call, answers: JsonObject, steps: JsonObject) {
    this.#call = call;
    this.#answers = Object.assign(empty(), answers);
    this.#steps = Object.assign(empty(), steps);
  }

  /** Whether something was asked that has no answer. */
  get asked(): boolean {
    return Object.keys(this.#requests).length > 0;
  }

  ask(key: string, question: Question): Promise<JsonObject> {
    const { method } = this.#call;
    if (!this.#call.dialect.profile.inputRequiredMethods.includes(method)) {
      throw new Error(`The client cannot be asked during ${method}`);
    }
    mayAsk(this.#call, question);
    const responses = this.#call.params["inputResponses"];
    const fresh =
      isObject(responses) && Object.hasOwn(responses, key)
        ? responses[key]
        : undefined;
    for (const answer of [this.#answers[key], fresh]) {
      // What does not fit is asked for again.
      if (!isObject(answer) || !question.fits(answer)) continue;
      this.#answers[key] = answer;
      return Promise.resolve(answer);
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

  /** The `input_required` result; what a step still does is waited for, so that it need not be done twice. */
  async close(): Promise<string> {
    while (this.#running.size > 0) await Promise.allSettled([...this.#running]);
    const requestState = await seal(this.#call, {
      answers: this.#answers,
      steps: this.#steps,
    });
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

async function recall(call: Call, state: unknown): Promise<Round> {
  const memory =
    typeof state === "string" ? await unseal(call, state) : undefined;
  if (memory === undefined) {
    throw new ProtocolError(
      errorCode.invalidParams,
      "requestState does not belong to this request, or has expired",
    );
  }
  const { answers, steps } = memory;
  return new Round(
    call,
    isObject(answers) ? answers : {},
    isObject(steps) ? steps : {},
  );
}

/** Nothing is asked that the client did not declare (basic/patterns/mrtr; client/*). */
function mayAsk(call: Call, { capability, method }: Question): void {
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
  if (code === null) throw new ToolError(message);
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
  const { elicitationModes, samplingTools } = dialect.profile;
  if (capability === "elicitation.form")
    return elicitationModes.includes("form");
  if (capability === "elicitation.url") return elicitationModes.includes("url");
  return capability !== "sampling.tools" || samplingTools;
}

/** The same value in the run that made it as in those that remember it. */
function asJson(value: unknown): unknown {
  return value === undefined
    ? null
    : (JSON.parse(JSON.stringify(value)) as unknown);
}
