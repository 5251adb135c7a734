import type { Handler } from "../../out/greeter/server.js";

export const greet: Handler<"greet"> = async ({ name }) => `Hello ${name}`;
