/** What was fetched, or why nothing was; `refused` where the address itself will not do. */
export type Fetched =
  | { readonly text: string }
  | { readonly reason: string; readonly refused: boolean };

/** Bounds of one fetch. */
export type FetchBounds = {
  /** For the whole of it, redirects included. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
};

const mostRedirects = 5;

/**
 * Fetches a text over https, or http on this machine. Redirects are followed within
 * the origin alone: what another host serves, the user has not asked for.
 */
export async function fetchText(
  address: URL,
  { timeoutMs, maxBytes }: FetchBounds,
): Promise<Fetched> {
  const refused = refusalOf(address);
  if (refused !== undefined) return { reason: refused, refused: true };
  const signal = AbortSignal.timeout(timeoutMs);
  let at = address;
  try {
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await fetch(at, { redirect: "manual", signal });
      const next = redirectOf(response, at);
      if (next === undefined) return await readBody(response, maxBytes);
      await response.body?.cancel();
      if (next.origin !== address.origin) {
        const reason = `it leads to another host, ${next.host}`;
        return { reason, refused: true };
      }
      at = next;
    }
    return { reason: "it redirects without end", refused: false };
  } catch (error) {
    return { reason: reasonOf(error, timeoutMs), refused: false };
  }
}

function refusalOf({
  protocol,
  hostname,
  username,
  password,
}: URL): string | undefined {
  if (username !== "" || password !== "")
    return "it holds a user or a password";
  if (protocol === "https:") return undefined;
  if (protocol !== "http:") return `${protocol} is not https`;
  const isHere =
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname);
  return isHere ? undefined : "http is for this machine alone";
}

function redirectOf({ status, headers }: Response, from: URL): URL | undefined {
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return undefined;
  return new URL(location, from);
}

async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Fetched> {
  if (response.status !== 200) {
    await response.body?.cancel();
    return { reason: `the answer is HTTP ${response.status}`, refused: false };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    size += bytes.length;
    // Leaving the loop ends the answer.
    if (size > maxBytes)
      return { reason: `it is longer than ${maxBytes} bytes`, refused: false };
    chunks.push(bytes);
  }
  return { text: Buffer.concat(chunks).toString("utf8") };
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) throw error;
  if (error.name === "TimeoutError")
    return `no whole answer in ${timeoutMs} ms`;
  // `fetch` wraps what went wrong, and the address it was given was a good one.
  return error.cause instanceof Error ? error.cause.message : error.message;
}
