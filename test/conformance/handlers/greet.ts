import type { Handler } from "../out/everything/server.js";

/** No task, whatever the client could take. */
export const greet: Handler<"greet"> = async ({ name }) => `Hello, ${name}!`;
