import {
  type Client,
  connect as connectOnly,
} from "../../src/runtime/client.js";
import { withVerbs } from "../../src/runtime/client-verbs.js";
import type { Protocol } from "../../src/runtime/protocol.js";

/** Connects as the emitted code does, with the verbs and without tools of its own. */
export async function connect<P extends Protocol = Protocol>(
  ...args: Parameters<typeof connectOnly<P>>
): Promise<Client<P>> {
  return withVerbs(await connectOnly<P>(...args));
}
