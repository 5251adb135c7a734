import { excerpt } from "./client-messages.js";
import { randomText, sha256 } from "./oauth-bytes.js";
import { AuthorizationError } from "./oauth-error.js";
import { register } from "./oauth-registration.js";
import type {
  AuthorizationServer,
  Grant,
  GrantContext,
  OAuthClient,
} from "./oauth-shapes.js";

/** A client that was registered by hand. It is good at its issuer alone. */
export type RegisteredClient = OAuthClient & { readonly issuer: string };

export type AuthorizationCodeOptions = {
  /** Where the authorization server leads the user back to: https, an address of this machine, or a scheme of the app's own. */
  readonly redirectUri: string | URL;
  /**
   * Takes the user to this address, and resolves to the one that the user was led back
   * to, with its query. Never pass the address through a shell. Rejects where the user
   * gives up.
   */
  readonly authorize: (url: URL) => Promise<string | URL>;
  readonly client?: RegisteredClient | undefined;
  /**
   * The https address of a client ID metadata document, which is the client's id where
   * the authorization server takes such (basic/authorization, Client ID Metadata Documents).
   */
  readonly metadataDocument?: string | undefined;
  /** The client's name, if it has to register; default "mcp-client". */
  readonly name?: string | undefined;
};

/**
 * The authorization code flow of OAuth 2.1: the user is asked, with PKCE (S256), a
 * state that cannot be guessed, and a check of the issuer (RFC 9207). The client is
 * the registered one, else its metadata document, else it registers itself.
 */
export function authorizationCode(options: AuthorizationCodeOptions): Grant {
  const redirectUri = String(options.redirectUri);
  if (!URL.canParse(redirectUri))
    throw new TypeError(
      `redirectUri must be an absolute address, not ${excerpt(redirectUri)}`,
    );
  const { metadataDocument } = options;
  if (metadataDocument !== undefined && !isDocument(metadataDocument))
    throw new TypeError(
      `metadataDocument must be an https address with a path, not ${excerpt(metadataDocument)}`,
    );
  return {
    issuer: options.client?.issuer,
    async grant(context) {
      const { server, resource } = context;
      const endpoint = authorizationEndpoint(server);
      const client = await clientFor(context, redirectUri, options);
      const scopes = scopesFor(context);
      const [state, verifier] = [randomText(), randomText()];
      const url = withParameters(endpoint, {
        response_type: "code",
        client_id: client.clientId,
        redirect_uri: redirectUri,
        resource,
        state,
        code_challenge: await sha256(verifier),
        code_challenge_method: "S256",
        ...(scopes.length > 0 && { scope: scopes.join(" ") }),
        // OpenID Connect Core section 11 wants to see the user's consent to it.
        ...(scopes.includes(offline) && { prompt: "consent" }),
      });
      const answer = new URL(await options.authorize(url), redirectUri);
      const code = codeIn(answer.searchParams, state, server);
      const tokens = await context.requestTokens(
        {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
          resource,
        },
        client,
      );
      // A server that does not say what it granted has granted what was asked for.
      return {
        client,
        tokens: tokens.scopes.length > 0 ? tokens : { ...tokens, scopes },
      };
    },
  };
}

/** Asks for a refresh token where OpenID Connect is spoken. */
const offline = "offline_access";

function isDocument(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === "https:" && url.pathname !== "/";
}

function authorizationEndpoint({
  issuer,
  authorization_endpoint: endpoint,
  code_challenge_methods_supported: methods,
}: AuthorizationServer): URL {
  if (endpoint === undefined)
    throw new AuthorizationError(
      `${issuer} has no authorization_endpoint, so that no user can be asked`,
      { issuer },
    );
  if (methods?.includes("S256") !== true)
    throw new AuthorizationError(
      `${issuer} does not say that it knows PKCE with S256 (code_challenge_methods_supported), without which a code could be stolen`,
      { issuer },
    );
  return new URL(endpoint);
}

async function clientFor(
  { server, client: known, fetch }: GrantContext,
  redirectUri: string,
  { client: registered, metadataDocument, name }: AuthorizationCodeOptions,
): Promise<OAuthClient> {
  if (registered?.issuer === server.issuer) return registered;
  if (
    metadataDocument !== undefined &&
    server.client_id_metadata_document_supported === true
  )
    return { clientId: metadataDocument, method: "none" };
  if (known?.redirectUri === redirectUri) return known;
  return register(fetch, server, { name: name ?? "mcp-client", redirectUri });
}

function scopesFor({ server, scopes }: GrantContext): readonly string[] {
  // Alone it would replace what the server grants to those who name no scope.
  const isAdded =
    scopes.length > 0 && server.scopes_supported?.includes(offline) === true;
  return isAdded ? [...new Set([...scopes, offline])] : scopes;
}

function withParameters(
  endpoint: URL,
  parameters: Readonly<Record<string, string>>,
): URL {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters))
    url.searchParams.set(name, value);
  return url;
}

/** The code of an answer that belongs to this request and comes from this server. */
function codeIn(
  answer: URLSearchParams,
  state: string,
  server: AuthorizationServer,
): string {
  const { issuer } = server;
  const refuse = (message: string, code?: string): AuthorizationError =>
    new AuthorizationError(message, { issuer, code });
  if (answer.get("state") !== state)
    throw refuse(
      "The user was led back with an answer that does not belong to this request (its state is another one)",
    );
  const iss = answer.get("iss");
  const isNeeded =
    server.authorization_response_iss_parameter_supported === true;
  // Nothing else of such an answer is shown: somebody else may have written it.
  if (iss === null ? isNeeded : iss !== issuer)
    throw refuse(
      `The user was led back with an answer that is not of ${issuer} (RFC 9207: iss is ${iss === null ? "missing" : excerpt(iss)})`,
    );
  const error = answer.get("error");
  if (error !== null) {
    const description = answer.get("error_description");
    throw refuse(
      `${issuer} gave no code: ${plain(error)}${description === null ? "" : ` (${plain(description)})`}`,
      plain(error),
    );
  }
  const code = answer.get("code");
  if (code === null || code === "")
    throw refuse("The user was led back without a code");
  return code;
}

/** Text of others, for people to read. */
function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, " ").slice(0, 300);
}
