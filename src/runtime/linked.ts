import { ConnectionError } from "./errors.js";
import type { Server } from "./server.js";
import { ServerConnection } from "./server-connection.js";
import type { Transport } from "./transport.js";

/**
 * A transport to a server in the same process, for tests and for embedding. Both
 * sides speak JSON text, as over a wire, and each message arrives in a turn of
 * its own, in order.
 */
export function linked(server: Server): Transport {
  return {
    kind: "stream",
    open(receiver) {
      let open = true;
      const later = (work: () => void): void => {
        queueMicrotask(() => {
          if (open) work();
        });
      };
      const connection = new ServerConnection(server.engine, (text) => {
        later(() => receiver.message(JSON.parse(text)));
      });
      const end = (): void => {
        if (!open) return;
        open = false;
        forget();
        connection.close();
        receiver.closed(
          new ConnectionError("closed", "The connection was closed"),
        );
      };
      // In a turn of its own, so that what was sent before arrives first.
      const forget = server.engine.onClose(async () => {
        await new Promise<void>((resolve) => setTimeout(resolve));
        end();
      });
      return Promise.resolve({
        send({ text, taken }) {
          later(() => {
            connection.receive(JSON.parse(text));
            taken?.();
          });
        },
        abandon: () => undefined,
        close() {
          end();
          return Promise.resolve();
        },
      });
    },
  };
}
