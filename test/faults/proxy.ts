import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a server that breaks as the test wants. */
export type Proxy = {
  readonly url: string;
  /** Breaks every connection that is open now. */
  cut(): void;
  /** Carries nothing any more on the connections that are open now, and tells neither end. */
  freeze(): void;
};

/** Carries what comes to another address, until the test ends. */
export async function openProxy(target: string): Promise<Proxy> {
  const { hostname, port, protocol } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      // What breaks one half breaks the other, as without a proxy.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(async () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    proxy.close();
    await once(proxy, "close");
  });
  const { port: own } = proxy.address() as AddressInfo;
  return {
    url: `${protocol}//127.0.0.1:${own}/`,
    cut() {
      for (const [near, far] of pairs) {
        near.resetAndDestroy();
        far.resetAndDestroy();
      }
    },
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
  };
}
