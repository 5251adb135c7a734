import { excerpt } from "./client-messages.js";
import { type Challenge, readChallenge, told } from "./oauth-challenge.js";
import {
  authorizationServer,
  discover,
  type Discovery,
} from "./oauth-discovery.js";
import { AuthorizationError } from "./oauth-error.js";
import { addressOf } from "./oauth-fetch.js";
import { Kept } from "./oauth-kept.js";
import type {
  AuthorizationServer,
  Grant,
  GrantContext,
  ProofMaker,
  TokenStore,
} from "./oauth-shapes.js";
import { requestTokens } from "./oauth-token.js";
import type { AuthAnswer, AuthRequest, Headers } from "./transport.js";

export type AccessSettings = {
  readonly grant: Grant;
  readonly store: TokenStore;
  readonly scopes?: readonly string[] | undefined;
  readonly proofs?: ProofMaker | undefined;
  readonly fetch: typeof fetch;
};

/** How often one request may be sent before no more scopes are asked for. */
const maxAttempts = 3;

/** The authorization server does not know this client or token any more, or the token is bound to a key that is gone. */
const lost = [
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_dpop_proof",
];

/** A token that the MCP server has not accepted yet, and where it is from. */
type Untried = {
  readonly token: string;
  readonly isRefreshed: boolean;
  /** Those that were asked for. */
  readonly scopes: readonly string[];
};

/** Access to one MCP server: the tokens for it, and how to get better ones. */
export class Access {
  readonly #server: URL;
  readonly #settings: AccessSettings;
  readonly #kept: Kept;
  /** What is being done about tokens; only one thing is at a time. */
  #work: Promise<void> | undefined;
  #untried: Untried | undefined;

  /** `address` is the server's in the store. */
  constructor(server: URL, address: string, settings: AccessSettings) {
    const { store, proofs } = settings;
    this.#server = server;
    this.#settings = settings;
    this.#kept = new Kept(address, store, proofs !== undefined);
  }

  async headers({ method, url }: AuthRequest): Promise<Headers> {
    const kept = this.#kept;
    try {
      await kept.ready();
    } catch (error) {
      throw this.#described(error);
    }
    if (kept.isEnding) await this.#refreshInTime();
    const { tokens } = kept.current ?? {};
    if (tokens === undefined) return {};
    const { accessToken, type } = tokens;
    const Authorization = `${type} ${accessToken}`;
    const { proofs } = this.#settings;
    if (type === "Bearer" || proofs === undefined) return { Authorization };
    const proof = await proofs.proof({ method, url, accessToken });
    return { Authorization, DPoP: proof };
  }

  answered(answer: AuthAnswer): void {
    const { url, status, sent } = answer;
    this.#settings.proofs?.learn(url, answer.header("dpop-nonce"));
    const isRefused = status === 401 || status === 403;
    if (!isRefused && tokenIn(sent) === this.#untried?.token)
      this.#untried = undefined;
  }

  /** Resolves to true when there is another token than the one that was refused. */
  async challenged(answer: AuthAnswer): Promise<boolean> {
    const challenge = readChallenge(answer.header("www-authenticate"));
    // `answered` has remembered the nonce (RFC 9449 section 9).
    if (challenge.error === "use_dpop_nonce")
      return this.#settings.proofs !== undefined;
    const isStepUp = answer.status === 403;
    if (isStepUp && challenge.error !== "insufficient_scope") return false;
    const refused = tokenIn(answer.sent);
    await this.#alone(refused, async () => {
      if (await this.#isReplaced(refused)) return;
      if (isStepUp) await this.#stepUp(challenge, answer.attempt);
      else await this.#replace(challenge, refused);
    });
    return true;
  }

  /** Does something about a token, unless somebody else has meanwhile; a failure is everybody's who waited for it. */
  async #alone(
    token: string | undefined,
    work: () => Promise<void>,
  ): Promise<void> {
    while (this.#work !== undefined) await this.#work;
    if (this.#kept.token !== token) return;
    this.#work = work()
      .catch((error: unknown) => {
        throw this.#described(error);
      })
      .finally(() => {
        this.#work = undefined;
      });
    await this.#work;
  }

  /** Another process, with the same store, may have got another token. */
  async #isReplaced(token: string | undefined): Promise<boolean> {
    await this.#kept.load();
    return this.#kept.token !== undefined && this.#kept.token !== token;
  }

  async #refreshInTime(): Promise<void> {
    const { token, current } = this.#kept;
    try {
      await this.#alone(token, async () => {
        const issuer = this.#kept.current?.issuer;
        if (issuer === undefined || (await this.#isReplaced(token))) return;
        // Some servers renew a token that stays the same text.
        if (!this.#kept.isEnding) return;
        const { fetch } = this.#settings;
        await this.#refresh(
          await authorizationServer(fetch, issuer, this.#server),
        );
      });
    } catch (error) {
      // The token is good for a moment yet, and the next request tries again.
      const end = current?.tokens?.expiresAt ?? 0;
      if (end <= Date.now()) throw error;
    }
  }

  /** False where the user has to be asked. */
  async #refresh(server: AuthorizationServer): Promise<boolean> {
    const { token } = this.#kept;
    return this.#kept.alone(
      async () =>
        (await this.#isReplaced(token)) ||
        (await this.#useRefreshToken(server)),
    );
  }

  async #useRefreshToken(server: AuthorizationServer): Promise<boolean> {
    const { current } = this.#kept;
    const { client, tokens } = current ?? {};
    if (current === undefined || client === undefined) return false;
    if (tokens?.refreshToken === undefined) return false;
    const parameters = {
      grant_type: "refresh_token",
      refresh_token: tokens.refreshToken,
      resource: current.resource,
    };
    const { fetch, proofs } = this.#settings;
    try {
      const next = await requestTokens({
        server,
        parameters,
        client,
        fetch,
        proofs,
      });
      const scopes = next.scopes.length > 0 ? next.scopes : tokens.scopes;
      const token = next.accessToken;
      this.#untried = { token, isRefreshed: true, scopes };
      await this.#kept.keep({ ...current, tokens: { ...next, scopes } });
      return true;
    } catch (error) {
      const isLost =
        error instanceof AuthorizationError && lost.includes(error.code ?? "");
      if (!isLost) throw error;
      if (await this.#isReplaced(tokens.accessToken)) return true;
      // The MCP server will refuse the token that is left, and say what it wants.
      const left = { ...tokens, refreshToken: undefined };
      await this.#kept.keep({ ...current, tokens: left });
      return false;
    }
  }

  /** The server wants a token, or another one (401). */
  async #replace(
    challenge: Challenge,
    refused: string | undefined,
  ): Promise<void> {
    const fresh = this.#untried?.token === refused ? this.#untried : undefined;
    if (fresh?.isRefreshed === false)
      throw new AuthorizationError(
        `It refuses the token that ${this.#kept.current?.issuer} has just given for it${told(challenge, refused)}`,
      );
    const found = await this.#discover(challenge);
    if (fresh === undefined && (await this.#refresh(found.server))) return;
    const first = this.#settings.scopes ?? challenge.scopes ?? found.scopes;
    const had = this.#kept.current?.tokens?.scopes;
    await this.#grant(found, union(had, first));
  }

  /** The server wants more scopes than the token has (403; basic/authorization, Scope Challenge Handling). */
  async #stepUp(challenge: Challenge, attempt: number): Promise<void> {
    const found = await this.#discover(challenge);
    const { tokens } = this.#kept.current ?? {};
    const isFresh = tokens?.accessToken === this.#untried?.token;
    const asked = union(tokens?.scopes, isFresh ? this.#untried?.scopes : []);
    const wanted = challenge.scopes ?? found.scopes;
    if (attempt > maxAttempts || wanted.every((one) => asked.includes(one)))
      throw new AuthorizationError(
        `It wants the scopes ${excerpt(wanted.join(" "))}; ${found.server.issuer} was asked for ${excerpt(asked.join(" "))} and granted ${excerpt((tokens?.scopes ?? []).join(" "))}. Somebody has to give this user, or this client, more rights there`,
      );
    await this.#grant(found, union(tokens?.scopes, wanted));
  }

  /** What was got from an issuer is good there alone: another one ends it. */
  async #discover(challenge: Challenge): Promise<Discovery> {
    const { fetch, grant } = this.#settings;
    const { current } = this.#kept;
    const known = [grant.issuer ?? [], current?.issuer ?? []].flat();
    const found = await discover(fetch, this.#server, challenge, known);
    if (current !== undefined && current.issuer !== found.server.issuer)
      await this.#kept.drop();
    return found;
  }

  async #grant(
    { server, resource }: Discovery,
    scopes: readonly string[],
  ): Promise<void> {
    const { grant, fetch, proofs } = this.#settings;
    const known = this.#kept.current?.client;
    const context: GrantContext = {
      server,
      resource,
      scopes,
      client: known,
      fetch,
      requestTokens: (parameters, client) =>
        requestTokens({ server, parameters, client, fetch, proofs }),
    };
    const { client, tokens } = await grant
      .grant(context)
      .catch((error: unknown) => {
        const isForgotten =
          error instanceof AuthorizationError &&
          error.code === "invalid_client" &&
          known?.redirectUri !== undefined;
        if (!isForgotten) throw error;
        return grant.grant({ ...context, client: undefined });
      });
    this.#untried = { token: tokens.accessToken, isRefreshed: false, scopes };
    const { issuer } = server;
    await this.#kept.keep({ issuer, resource, client, tokens });
  }

  /** An error that says for which server there is no access, and why. */
  #described(cause: unknown): AuthorizationError {
    const why = cause instanceof Error ? cause.message : excerpt(cause);
    const own = cause instanceof AuthorizationError ? cause : undefined;
    return new AuthorizationError(
      `There is no access to ${addressOf(this.#server)}: ${why}`,
      {
        cause,
        code: own?.code,
        issuer: own?.issuer ?? this.#kept.current?.issuer,
      },
    );
  }
}

/** The token in the credentials of a request. */
function tokenIn({ Authorization }: Headers): string | undefined {
  return Authorization?.split(" ")[1];
}

/** The scopes of all of them, each once. */
function union(
  ...lists: readonly (readonly string[] | undefined)[]
): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))];
}
