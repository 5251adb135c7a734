import type { IncomingMessage, RequestListener } from "node:http";
import {
  calculateJwkThumbprint,
  decodeJwt,
  EmbeddedJWK,
  jwtVerify,
} from "jose";

/** A proof that is no good, with the error code of RFC 9449. */
class BadProof extends Error {
  readonly code: "invalid_dpop_proof" | "use_dpop_nonce";

  constructor(code: BadProof["code"]) {
    super(code);
    this.code = code;
  }
}

/**
 * What stands before a server that knows bearer tokens alone: checks that whoever
 * sends a token holds its key (RFC 9449 section 7), asks for a nonce, and passes the
 * request on with the token.
 */
export function dpopGate(
  origin: string,
  nonce: string,
  listener: RequestListener,
): RequestListener {
  const used = new Set<string>();
  return (request, response) => {
    const { authorization } = request.headers;
    if (authorization?.startsWith("DPoP ") !== true) {
      present(request, undefined);
      listener(request, response);
      return;
    }
    const token = authorization.slice("DPoP ".length);
    checkProof(request, token, origin, nonce, used).then(
      () => {
        present(request, token);
        listener(request, response);
      },
      (error: unknown) => {
        const code =
          error instanceof BadProof ? error.code : "invalid_dpop_proof";
        const challenge = `DPoP error="${code}", algs="ES256"`;
        response
          .writeHead(401, {
            "WWW-Authenticate": challenge,
            "DPoP-Nonce": nonce,
          })
          .end();
      },
    );
  };
}

/** Passes a request on with other credentials, in both views that node has of its headers. */
function present(request: IncomingMessage, token: string | undefined): void {
  delete request.headers.authorization;
  delete request.headersDistinct["authorization"];
  if (token === undefined) return;
  request.headers.authorization = `Bearer ${token}`;
  request.headersDistinct["authorization"] = [`Bearer ${token}`];
}

async function checkProof(
  request: IncomingMessage,
  token: string,
  origin: string,
  nonce: string,
  used: Set<string>,
): Promise<void> {
  const { payload, protectedHeader } = await jwtVerify(
    String(request.headers["dpop"]),
    EmbeddedJWK,
    { typ: "dpop+jwt", algorithms: ["ES256"], maxTokenAge: "60 s" },
  );
  const bound = decodeJwt<{ cnf: { jkt: string } }>(token).cnf.jkt;
  const hash = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(token),
  );
  const wanted = {
    htm: request.method,
    htu: new URL(request.url ?? "", origin).href,
    ath: Buffer.from(hash).toString("base64url"),
  };
  const isFitting =
    Object.entries(wanted).every(([name, value]) => payload[name] === value) &&
    (await calculateJwkThumbprint(protectedHeader.jwk!)) === bound &&
    payload.jti !== undefined &&
    !used.has(payload.jti);
  if (!isFitting) throw new BadProof("invalid_dpop_proof");
  used.add(payload.jti!);
  if (payload["nonce"] !== nonce) throw new BadProof("use_dpop_nonce");
}
