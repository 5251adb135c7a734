import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { AuthorizationError } from "../../../src/runtime/oauth-error.js";
import {
  loopback,
  type LoopbackOptions,
} from "../../../src/runtime/oauth-loopback.js";
import { temporary } from "../../support/temporary.js";

const signIn = (state: string): URL =>
  new URL(`https://as.example/authorize?client_id=me&state=${state}`);

/** A port that nobody has. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function opened(options: LoopbackOptions) {
  return loopback({ port: await freePort(), ...options });
}

it("leads the user there and back, and then listens no more", async () => {
  const pages: Response[] = [];
  const shown: URL[] = [];
  const { redirectUri, authorize } = await opened({
    open: async (url) => {
      shown.push(url);
      pages.push(await fetch(`${redirectUri}?code=c%20d&state=s1`));
    },
  });
  expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  await expect(fetch(redirectUri)).rejects.toThrow();
  expect(await authorize(signIn("s1"))).toBe(
    `${redirectUri}?code=c%20d&state=s1`,
  );
  expect(shown).toEqual([signIn("s1")]);
  await expect(fetch(redirectUri)).rejects.toThrow();
  await vi.waitFor(() => expect(pages).toHaveLength(1));
  const { status, headers } = pages[0]!;
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
  });
  expect(await pages[0]!.text()).toMatch(/close this window and go on there/);
});

it("hands a refusal over, and shows nothing of it", async () => {
  let text = "";
  const query = "error=access_denied&error_description=<b>no</b>&state=s1";
  const { redirectUri, authorize } = await opened({
    open: async () => {
      text = await (await fetch(`${redirectUri}?${query}`)).text();
    },
  });
  const address = new URL(await authorize(signIn("s1")));
  expect(address.searchParams.get("error")).toBe("access_denied");
  await vi.waitFor(() => expect(text).toMatch(/Not signed in/));
  expect(text).not.toMatch(/access_denied|<b>/);
});

it("is not disturbed by what is no answer to it", async () => {
  const answers: [number, string][] = [];
  const { redirectUri, authorize } = await opened({
    open: async () => {
      const { origin } = new URL(redirectUri);
      for (const [address, method] of [
        [`${origin}/favicon.ico`, "GET"],
        [`${origin}//evil.example/callback?code=c&state=s1`, "GET"],
        [redirectUri, "GET"],
        [`${redirectUri}?state=s1`, "GET"],
        [`${redirectUri}?code=<script>&state=another`, "GET"],
        [`${redirectUri}?code=<script>`, "GET"],
        [`${redirectUri}?code=c&state=s1`, "POST"],
      ] as const) {
        const response = await fetch(address, { method });
        answers.push([response.status, await response.text()]);
      }
      await fetch(`${redirectUri}?code=right&state=s1`);
    },
  });
  expect(await authorize(signIn("s1"))).toMatch(/code=right/);
  expect(answers.map(([status]) => status)).toEqual(Array(7).fill(404));
  for (const [, text] of answers) expect(text).not.toContain("<script>");
});

it("asks one user after the other", async () => {
  const shown: string[] = [];
  const { redirectUri, authorize } = await opened({
    open: async ({ searchParams }) => {
      const state = searchParams.get("state")!;
      shown.push(state);
      await fetch(`${redirectUri}?code=for-${state}&state=${state}`);
    },
  });
  const both = await Promise.all([
    authorize(signIn("s1")),
    authorize(signIn("s2")),
  ]);
  expect(shown).toEqual(["s1", "s2"]);
  expect(
    both.map((address) => new URL(address).searchParams.get("code")),
  ).toEqual(["for-s1", "for-s2"]);
});

it.each(["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])(
  "leads nobody to %s",
  async (address) => {
    const open = vi.fn();
    const { authorize } = await opened({ open });
    await expect(authorize(new URL(address))).rejects.toThrow(
      /https or http, and not at/,
    );
    expect(open).not.toHaveBeenCalled();
  },
);

it("says that its port is taken", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = vi.fn();
  const failure = loopback({ port, open }).authorize(signIn("s1"));
  await expect(failure).rejects.toThrow(
    `Nothing can listen on 127.0.0.1:${port}`,
  );
  await expect(failure).rejects.toBeInstanceOf(AuthorizationError);
  expect(open).not.toHaveBeenCalled();
});

it("gives up when time is over, or when it is told to, and can be asked again", async () => {
  const port = await freePort();
  const impatient = loopback({ port, open: () => {}, timeoutMs: 20 });
  await expect(impatient.authorize(signIn("s1"))).rejects.toThrow(
    "Nobody signed in within 0.02 seconds",
  );
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const open = vi.fn(() => giveUp.abort());
  const told = loopback({ port, signal, open });
  for (let time = 0; time < 2; time++)
    await expect(told.authorize(signIn("s1"))).rejects.toMatchObject({
      name: "AuthorizationError",
      message: "The sign-in was given up",
    });
  expect(open).toHaveBeenCalledTimes(1);
});

/** Answers in place of a user who opened the printed address by hand. */
function signingInByHand(redirectUri: () => string) {
  return vi.spyOn(console, "error").mockImplementation(() => {
    void fetch(`${redirectUri()}?code=c&state=s1`);
  });
}

it("prints the address where there is no browser", async () => {
  const { redirectUri, authorize } = await opened({
    open: () => {
      throw new Error("no browser");
    },
  });
  const printed = signingInByHand(() => redirectUri);
  onTestFinished(() => printed.mockRestore());
  expect(await authorize(signIn("s1"))).toMatch(/code=c/);
  expect(printed.mock.calls).toEqual([
    [`Open this address in a browser to sign in:\n${signIn("s1").href}`],
  ]);
});

it.runIf(process.platform === "linux").each(["opens", "cannot open"])(
  "%s the system's browser without a shell",
  async (what) => {
    const folder = await temporary();
    vi.stubEnv("PATH", folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = join(folder, "arguments");
    const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${log}.draft && /bin/mv ${log}.draft ${log}\n`;
    if (what === "opens") {
      await writeFile(join(folder, "xdg-open"), script);
      await chmod(join(folder, "xdg-open"), 0o700);
    }
    const url = new URL("https://as.example/a?state=s1&x=$(touch y);'\"`|");
    const { redirectUri, authorize } = await opened({});
    const printed = signingInByHand(() => redirectUri);
    onTestFinished(() => printed.mockRestore());
    const address = authorize(url);
    if (what === "opens") {
      await vi.waitFor(async () =>
        expect(await readFile(log, "utf8")).toBe(`${url.href}\n`),
      );
      await fetch(`${redirectUri}?code=c&state=s1`);
    }
    expect(await address).toMatch(/code=c/);
    expect(printed).toHaveBeenCalledTimes(what === "opens" ? 0 : 1);
  },
);
