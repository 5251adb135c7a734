import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, it } from "vitest";
import {
  privateKeyJwt,
  type PrivateJwk,
  type PrivateKey,
} from "../../../src/runtime/oauth-jwt.js";

const keys = {
  ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: generateKeyPairSync("rsa", { modulusLength: 2048 }),
  EdDSA: generateKeyPairSync("ed25519"),
};
type Alg = keyof typeof keys;
const webAlgorithms = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
};
const audience = "https://as.example/tenant";

const jwkOf = (key: KeyObject): PrivateJwk =>
  key.export({ format: "jwk" }) as PrivateJwk;

const pemOf = (key: KeyObject): string =>
  key.export({ format: "pem", type: "pkcs8" }).toString();

const forms: {
  [form: string]: (
    key: KeyObject,
    alg: Alg,
  ) => PrivateKey | Promise<PrivateKey>;
} = {
  PEM: pemOf,
  JWK: jwkOf,
  "a key of Web Crypto": (key, alg) =>
    crypto.subtle.importKey("jwk", jwkOf(key), webAlgorithms[alg], false, [
      "sign",
    ]),
};

const cases = Object.entries(forms).flatMap(([form, make]) =>
  (["ES256", "RS256", "EdDSA"] as const).map((alg) => ({ form, make, alg })),
);

it.each(cases)(
  "signs a client assertion with $alg from $form, as jose sees it",
  async ({ make, alg }) => {
    const { privateKey, publicKey } = keys[alg];
    const assertion = privateKeyJwt(await make(privateKey, alg));
    const now = Math.floor(Date.now() / 1000);
    const first = await jwtVerify(await assertion("me", audience), publicKey, {
      issuer: "me",
      subject: "me",
      audience,
      requiredClaims: ["exp", "iat", "jti"],
      typ: "JWT",
    });
    expect(first.protectedHeader).toEqual({ typ: "JWT", alg });
    const { iat, exp } = first.payload;
    expect(iat).toBeGreaterThanOrEqual(now);
    expect(exp! - iat!).toBe(300);
    const second = await jwtVerify(await assertion("me", audience), publicKey);
    expect(second.payload.jti).not.toBe(first.payload.jti);
  },
);

it("names the key as the JWK does, or as it is told", async () => {
  const key = { ...jwkOf(keys.ES256.privateKey), kid: "mine" };
  const set = createLocalJWKSet({
    keys: [{ ...keys.ES256.publicKey.export({ format: "jwk" }), kid: "mine" }],
  });
  const text = await privateKeyJwt(key)("me", audience);
  expect((await jwtVerify(text, set)).protectedHeader.kid).toBe("mine");
  const other = await privateKeyJwt(key, { keyId: "k2" })("me", audience);
  expect(decodeProtectedHeader(other).kid).toBe("k2");
});

const ec384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
const publicJwk = keys.ES256.publicKey.export({ format: "jwk" }) as PrivateJwk;
const broken = pemOf(keys.ES256.privateKey).replace(/\n.{20}/, "\n");
const oldForm = keys.ES256.privateKey
  .export({ format: "pem", type: "sec1" })
  .toString();
const kinds =
  /P-256 \(ES256\), RSA with SHA-256 \(RS256\) or Ed25519 \(EdDSA\)/;

it.each<[string, PrivateKey | Promise<PrivateKey>, RegExp]>([
  ["a curve that is not supported, in PEM", pemOf(ec384), kinds],
  ["a curve that is not supported, in JWK", jwkOf(ec384), kinds],
  [
    "RSA for another hash",
    crypto.subtle.importKey(
      "jwk",
      jwkOf(keys.RS256.privateKey),
      { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" },
      false,
      ["sign"],
    ),
    kinds,
  ],
  [
    "a public key of Web Crypto",
    crypto.subtle.importKey("jwk", publicJwk, webAlgorithms.ES256, true, [
      "verify",
    ]),
    kinds,
  ],
  ["a public JWK", publicJwk, /no private key for ES256/],
  ["the older form of PEM", oldForm, /openssl pkcs8 -topk8 -nocrypt/],
  ["text that is none", "s3cret", /BEGIN PRIVATE KEY/],
  [
    "PEM that was cut",
    broken,
    /must be a private key|no private key for ES256|BEGIN PRIVATE KEY/,
  ],
])("refuses %s and shows nothing of it", async (_, key, message) => {
  const given = await key;
  const failure = await privateKeyJwt(given)("me", audience).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(Error);
  const text = (failure as Error).message;
  expect(text).toMatch(message);
  expect(text).not.toContain("s3cret");
  if (typeof given === "string")
    for (const line of given.split("\n").filter((one) => one.length > 30))
      expect(text).not.toContain(line);
});
