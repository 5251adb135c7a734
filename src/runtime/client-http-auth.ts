import type {
  AuthAnswer,
  ClientAuth,
  Headers,
  HttpReply,
  HttpRequest,
  HttpSend,
  Receiver,
} from "./transport.js";

const maxChallenges = 5;

/** Nobody is asked to sign in for a goodbye. */
function isChallenge({ method, status, attempt }: AuthAnswer): boolean {
  const isRefused = status === 401 || status === 403;
  return isRefused && method !== "DELETE" && attempt <= maxChallenges;
}

/** What all requests with the credentials of one user have in common. */
type Way = {
  readonly auth: ClientAuth;
  readonly server: URL;
  readonly receiver: Receiver;
  readonly send: HttpSend;
};

/**
 * Sends requests with the user's credentials, and again while there are better ones
 * for a server that refuses them. The reply hears each answer, the last one to its end.
 */
export function authorized(way: Way): HttpSend {
  return (request, reply) => sendAuthorized(way, request, reply);
}

function sendAuthorized(
  { auth, server, receiver, send }: Way,
  request: HttpRequest,
  reply: HttpReply,
): () => void {
  const { method, url = server } = request;
  const asked = { method, url, server };
  let stop: (() => void) | undefined;
  let over = false;
  let attempt = 0;
  const failed = (cause: unknown): void => {
    if (!over) reply.failed(cause);
  };
  // Asked from within a promise, so that a throw and a rejection are one thing.
  const start = (): void => {
    attempt++;
    Promise.resolve()
      .then(() => auth.headers(asked))
      .then((sent) => {
        if (over) return;
        const headers = { ...request.headers, ...sent };
        stop = send({ ...request, headers }, hearing(sent));
      }, failed);
  };
  const hearing = (sent: Headers): HttpReply => {
    let challenge: AuthAnswer | undefined;
    return {
      head(status, header) {
        const answer = { ...asked, status, sent, attempt, header };
        auth.answered?.(answer);
        if (isChallenge(answer)) challenge = answer;
        reply.head(status, header);
      },
      text: (chunk) => reply.text(chunk),
      end() {
        if (challenge === undefined) reply.end();
        else if (!over) meet(challenge);
      },
      failed,
    };
  };
  const meet = (challenge: AuthAnswer): void => {
    const goOn = receiver.pause();
    stop = goOn;
    Promise.resolve()
      .then(() => auth.challenged?.(challenge))
      .finally(goOn)
      .then((again) => {
        if (over) return;
        if (again === true) start();
        else reply.end();
      }, failed);
  };
  start();
  return () => {
    over = true;
    stop?.();
  };
}
