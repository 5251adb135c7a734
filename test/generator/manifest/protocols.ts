import type { KnownProtocol } from "../../../src/generator/manifest/known-protocol.js";
import { readProtocols } from "../../../src/generator/protocol/read-protocols.js";

/** The known versions, oldest first. */
export const protocols: readonly KnownProtocol[] =
  readProtocols().protocols.map(({ profile }) => profile);
