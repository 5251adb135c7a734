import { base64url, randomText, utf8 } from "./oauth-bytes.js";

/** A key of Web Crypto. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** A private key as JSON (RFC 7517). */
export type PrivateJwk = {
  readonly kty: string;
  readonly crv?: string;
  readonly kid?: string;
  readonly d?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
  readonly p?: string;
  readonly q?: string;
  readonly dp?: string;
  readonly dq?: string;
  readonly qi?: string;
};

/**
 * A private key in one of the forms that people have: PEM (PKCS #8, as `openssl genpkey`
 * writes it), JWK, or a key of Web Crypto. P-256 signs ES256, RSA RS256, Ed25519 EdDSA.
 */
export type PrivateKey = string | PrivateJwk | WebKey;

type Json = { readonly [name: string]: unknown };

/** Signs JWTs with one key. */
export type Signer = {
  sign(header: Json, claims: Json): Promise<string>;
};

/** Proves who a client is: a JWT signed by it for one authorization server (RFC 7523 section 2.2). */
export type ClientAssertion = (
  clientId: string,
  audience: string,
) => Promise<string>;

/** A client assertion is sent at once; the rest is for clocks that differ. */
const lifeSeconds = 300;

const unsupported =
  "A signing key must be a private key for P-256 (ES256), RSA with SHA-256 (RS256) or Ed25519 (EdDSA)";

type Algorithm = {
  readonly alg: string;
  /** What Web Crypto calls it. */
  readonly name: string;
  readonly namedCurve?: string;
  readonly hash?: string;
  /** What a JWK calls it. */
  readonly kty: string;
  readonly crv?: string;
  /** Its object identifier in a PKCS #8 document, in hexadecimal. */
  readonly oid: string;
};

const algorithms: readonly Algorithm[] = [
  {
    alg: "ES256",
    name: "ECDSA",
    namedCurve: "P-256",
    hash: "SHA-256",
    kty: "EC",
    crv: "P-256",
    oid: "06082a8648ce3d030107",
  },
  {
    alg: "RS256",
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    kty: "RSA",
    oid: "06092a864886f70d010101",
  },
  {
    alg: "EdDSA",
    name: "Ed25519",
    kty: "OKP",
    crv: "Ed25519",
    oid: "06032b6570",
  },
];

/**
 * Authenticates a client by a key instead of a secret (`private_key_jwt`). `keyId`
 * names the key to the server; default: the `kid` of a JWK. A key that cannot be
 * used rejects when it is needed first.
 */
export function privateKeyJwt(
  key: PrivateKey,
  { keyId }: { readonly keyId?: string } = {},
): ClientAssertion {
  let signer: Promise<Signer> | undefined;
  return async (clientId, audience) => {
    signer ??= signerOf(key);
    const kid = keyId ?? (isJwk(key) ? key.kid : undefined);
    const iat = Math.floor(Date.now() / 1000);
    return (await signer).sign(
      { typ: "JWT", kid },
      {
        iss: clientId,
        sub: clientId,
        aud: audience,
        jti: randomText(),
        iat,
        exp: iat + lifeSeconds,
      },
    );
  };
}

/** Rejects with an Error that says what is wrong with the key, and nothing of what it is. */
export async function signerOf(key: PrivateKey): Promise<Signer> {
  const { webKey, algorithm } = await usable(key);
  return {
    async sign(header, claims) {
      const head = part({ ...header, alg: algorithm.alg });
      const signed = `${head}.${part(claims)}`;
      const { name, hash = "SHA-256" } = algorithm;
      const signature = await crypto.subtle.sign(
        { name, hash },
        webKey,
        utf8(signed),
      );
      return `${signed}.${base64url(new Uint8Array(signature))}`;
    },
  };
}

function part(value: Json): string {
  return base64url(utf8(JSON.stringify(value)));
}

async function usable(
  key: PrivateKey,
): Promise<{ webKey: WebKey; algorithm: Algorithm }> {
  if (typeof key === "string") {
    const der = pkcs8(key);
    // The identifier stands in the first bytes; further in is the key itself.
    const start = hex(der.subarray(0, 40));
    const algorithm = found(({ oid }) => start.includes(oid));
    return readable(
      algorithm,
      crypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]),
    );
  }
  if (isJwk(key)) {
    const algorithm = found(
      ({ kty, crv }) => kty === key.kty && crv === key.crv,
    );
    return readable(
      algorithm,
      crypto.subtle.importKey("jwk", key, algorithm, false, ["sign"]),
    );
  }
  return { webKey: key, algorithm: found((one) => fits(one, key)) };
}

function found(matches: (algorithm: Algorithm) => boolean): Algorithm {
  const algorithm = algorithms.find(matches);
  if (algorithm === undefined) throw new Error(unsupported);
  return algorithm;
}

function fits(algorithm: Algorithm, key: WebKey): boolean {
  const its: {
    readonly name: string;
    readonly namedCurve?: string;
    readonly hash?: { readonly name: string };
  } = key.algorithm;
  return (
    key.type === "private" &&
    its.name === algorithm.name &&
    its.namedCurve === algorithm.namedCurve &&
    (its.hash === undefined || its.hash.name === algorithm.hash)
  );
}

function isJwk(key: PrivateKey): key is PrivateJwk {
  return typeof key === "object" && "kty" in key;
}

async function readable(
  algorithm: Algorithm,
  reading: Promise<WebKey>,
): Promise<{ webKey: WebKey; algorithm: Algorithm }> {
  try {
    return { webKey: await reading, algorithm };
  } catch (cause) {
    throw new Error(`The signing key is no private key for ${algorithm.alg}`, {
      cause,
    });
  }
}

function pkcs8(pem: string) {
  const body = /-----BEGIN PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END/.exec(
    pem,
  )?.[1];
  if (body === undefined)
    throw new Error(
      'A signing key as text must be PEM that says "BEGIN PRIVATE KEY": convert others with `openssl pkcs8 -topk8 -nocrypt`',
    );
  return Uint8Array.from(atob(body.replace(/\s/g, "")), (char) =>
    char.charCodeAt(0),
  );
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
}
