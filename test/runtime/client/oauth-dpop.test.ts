import { createHash, generateKeyPairSync } from "node:crypto";
import {
  calculateJwkThumbprint,
  decodeJwt,
  EmbeddedJWK,
  exportJWK,
  jwtVerify,
} from "jose";
import { expect, it } from "vitest";
import { dpop } from "../../../src/runtime/oauth-dpop.js";

const url = new URL("https://mcp.example:8443/mcp?tenant=a#part");

/** What jose finds in a proof that it has verified by the key inside. */
async function verified(proof: string) {
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    typ: "dpop+jwt",
    maxTokenAge: 60,
  });
  return { payload, header: protectedHeader };
}

it("proves one request, by its method and its address without the query", async () => {
  const now = Math.floor(Date.now() / 1000);
  const { payload, header } = await verified(
    await dpop().proof({ method: "POST", url }),
  );
  expect(header.alg).toBe("ES256");
  expect(Object.keys(header.jwk!).sort()).toEqual(["crv", "kty", "x", "y"]);
  expect(Object.keys(payload).sort()).toEqual(["htm", "htu", "iat", "jti"]);
  expect(payload).toMatchObject({
    htm: "POST",
    htu: "https://mcp.example:8443/mcp",
  });
  expect(payload.iat).toBeGreaterThanOrEqual(now);
});

it("binds a proof to the access token, and repeats none", async () => {
  const proofs = dpop();
  const accessToken = "token-1";
  const request = { method: "GET", url, accessToken };
  const first = await verified(await proofs.proof(request));
  const second = await verified(await proofs.proof(request));
  expect(first.payload["ath"]).toBe(
    createHash("sha256").update(accessToken).digest("base64url"),
  );
  expect(second.payload.jti).not.toBe(first.payload.jti);
  expect(second.header.jwk).toEqual(first.header.jwk);
});

it("repeats the last nonce of an origin, and tells no other of it", async () => {
  const proofs = dpop();
  const nonceFor = async (address: string) =>
    decodeJwt(await proofs.proof({ method: "POST", url: new URL(address) }))[
      "nonce"
    ];
  expect(proofs.learn(url, undefined)).toBe(false);
  expect(proofs.learn(url, "n1")).toBe(true);
  expect(proofs.learn(url, "n1")).toBe(false);
  expect(await nonceFor("https://mcp.example:8443/other")).toBe("n1");
  expect(await nonceFor("https://mcp.example/mcp")).toBeUndefined();
  expect(proofs.learn(url, "n2")).toBe(true);
  expect(await nonceFor(url.href)).toBe("n2");
});

it("has a key of its own for each maker", async () => {
  const keyOf = async () => {
    const { header } = await verified(
      await dpop().proof({ method: "POST", url }),
    );
    return calculateJwkThumbprint(header.jwk!);
  };
  expect(await keyOf()).not.toBe(await keyOf());
});

it.each([
  ["ES256", { name: "ECDSA", namedCurve: "P-256" }],
  ["EdDSA", { name: "Ed25519" }],
])("takes a key for %s", async (alg, algorithm) => {
  const key = (await crypto.subtle.generateKey(algorithm, false, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const { header } = await verified(
    await dpop({ key }).proof({ method: "POST", url }),
  );
  expect(header.alg).toBe(alg);
  expect(await calculateJwkThumbprint(header.jwk!)).toBe(
    await calculateJwkThumbprint(await exportJWK(key.publicKey)),
  );
});

it("says which keys it takes", async () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-384",
  });
  const asWebKey = (key: typeof privateKey, usage: "sign" | "verify") =>
    crypto.subtle.importKey(
      "jwk",
      key.export({ format: "jwk" }) as JsonWebKey,
      { name: "ECDSA", namedCurve: "P-384" },
      true,
      [usage],
    );
  const key = {
    privateKey: await asWebKey(privateKey, "sign"),
    publicKey: await asWebKey(publicKey, "verify"),
  };
  await expect(dpop({ key }).proof({ method: "POST", url })).rejects.toThrow(
    /P-256/,
  );
});
