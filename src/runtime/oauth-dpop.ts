import { randomText, sha256 } from "./oauth-bytes.js";
import { signerOf, type Signer, type WebKey } from "./oauth-jwt.js";
import type { ProofMaker } from "./oauth-shapes.js";

/** The two halves of a key of Web Crypto; the private one need not be extractable, the public one must be. */
export type ProofKey = {
  readonly privateKey: WebKey;
  readonly publicKey: WebKey;
};

type Prepared = { readonly signer: Signer; readonly jwk: object };

/**
 * Proofs of possession (RFC 9449): tokens are good only together with a key that
 * never leaves this process. Default: a new P-256 key, which cannot be read out;
 * stored tokens then end with the process. Give a `key` that lives longer (in a
 * browser, IndexedDB can hold it) to keep them. P-256, RSA with SHA-256, Ed25519.
 */
export function dpop({ key }: { readonly key?: ProofKey } = {}): ProofMaker {
  const nonces = new Map<string, string>();
  let prepared: Promise<Prepared> | undefined;
  return {
    async proof({ method, url, accessToken }) {
      prepared ??= prepare(key);
      const { signer, jwk } = await prepared;
      return signer.sign(
        { typ: "dpop+jwt", jwk },
        {
          jti: randomText(),
          htm: method,
          htu: url.origin + url.pathname,
          iat: Math.floor(Date.now() / 1000),
          ath:
            accessToken === undefined ? undefined : await sha256(accessToken),
          nonce: nonces.get(url.origin),
        },
      );
    },
    learn(url, nonce) {
      if (nonce === undefined || nonces.get(url.origin) === nonce) return false;
      nonces.set(url.origin, nonce);
      return true;
    },
  };
}

async function prepare(key: ProofKey | undefined): Promise<Prepared> {
  const { privateKey, publicKey } =
    key ??
    (await crypto.subtle.generateKey(
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign", "verify"],
    ));
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey(
    "jwk",
    publicKey,
  );
  return {
    signer: await signerOf(privateKey),
    jwk: { kty, crv, x, y, n, e },
  };
}
