import type { Tool } from "../../../src/runtime/descriptor.js";
import {
  answerElicitation,
  answerRoots,
  answerSampling,
  clientAnswers,
} from "../../../src/runtime/client-answers.js";
import { openEither } from "../../../src/runtime/client-eras.js";
import { httpSessions } from "../../../src/runtime/client-http-sessions.js";
import { httpSse } from "../../../src/runtime/client-http-sse.js";
import { renegotiate } from "../../../src/runtime/client-refusals.js";
import { requestHeaders } from "../../../src/runtime/client-request-headers.js";
import { toolHeaders } from "../../../src/runtime/client-tool-headers.js";
import type { ClientFeatures } from "../../../src/runtime/client.js";
import { isObject } from "../../../src/runtime/json-rpc.js";
import type { Issue } from "../../../src/runtime/validate.js";
import { clientProfiles } from "../profiles.js";

export const features: ClientFeatures = {
  profiles: clientProfiles,
  open: openEither,
  renegotiate,
  requestHeaders,
  httpSessions,
  httpSse,
  toolHeaders,
  answers: clientAnswers(answerElicitation, answerSampling, answerRoots),
};

const string = (
  value: unknown,
  instance: string,
  issues: Issue[] | undefined,
): boolean => {
  if (typeof value === "string") return true;
  issues?.push({
    instance,
    schema: "/type",
    keyword: "type",
    message: "must be a string",
  });
  return false;
};

/** A tool without outputSchema. */
export const weather: Tool<{ location: string; units?: string }, never> = {
  kind: "tool",
  name: "weather_current",
  input: (value, issues) =>
    string(
      isObject(value) ? value["location"] : undefined,
      "/location",
      issues,
    ),
};

/** A tool whose output is an object. */
export const lookup: Tool<{ key?: string }, { value: string }> = {
  kind: "tool",
  name: "lookup",
  input: () => true,
  output: (value, issues) =>
    string(isObject(value) ? value["value"] : undefined, "/value", issues),
};

/** A tool whose output is a list. */
export const names: Tool<Record<string, never>, string[]> = {
  kind: "tool",
  name: "names",
  input: () => true,
  output: (value) => Array.isArray(value),
  wrapped: true,
};
