import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createServer } from "../../../src/runtime/server.js";
import {
  connectRaw,
  exampleContract,
  handlers,
  type Message,
} from "./fixture.js";

type Transcript = {
  readonly messages: readonly {
    readonly from: "client" | "server";
    readonly message: Message;
  }[];
};

const folder = new URL("../../../../shared/transcripts/", import.meta.url);

/** Everything but what people write: titles, descriptions, texts. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      ["title", "description", "text"].includes(key) &&
      typeof member === "string"
        ? "…"
        : member,
    ),
  );
}

describe.skipIf(!existsSync(folder))(
  "the messages of the reference documents",
  () => {
    it.each(["2024-11-05", "2026-07-28"])("%s", async (version) => {
      const file = new URL(`${version}.json`, folder);
      const { messages } = JSON.parse(readFileSync(file, "utf8")) as Transcript;
      const server = createServer(exampleContract, {
        handlers,
        app: { greeting: "" },
      });
      const raw = connectRaw(server);
      for (const { from, message } of messages) {
        if (from === "client") {
          raw.send(message);
          continue;
        }
        if (message["method"] === "notifications/tools/list_changed")
          server.changed("tools");
        expect(bare(await raw.next())).toEqual(bare(message));
      }
      expect(
        messages.filter(({ from }) => from === "server").length,
      ).toBeGreaterThan(3);
    });
  },
);
