import { ProtocolError } from "../out/runtime/errors.js";
import type { Handler } from "../out/everything/server.js";

export const protocolErrorJob: Handler<"protocol_error_job"> = async () => {
  throw new ProtocolError(-32603, "This job breaks off");
};
