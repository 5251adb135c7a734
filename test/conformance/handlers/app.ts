import type { Server } from "../out/runtime/server.js";

type List = Parameters<Server["changed"]>[0];

/** The program puts the server in once there is one: handlers are made before it. */
export async function createApp() {
  const app = {
    server: undefined as Server | undefined,
    announce(list: List): void {
      app.server?.changed(list);
    },
  };
  return app;
}
