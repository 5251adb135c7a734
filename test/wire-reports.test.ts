import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerReports } from "./reports/answers.js";
import { eventReports } from "./reports/events.js";
import { httpReports } from "./reports/http.js";
import { serverReports } from "./reports/server.js";
import { stdioReports } from "./reports/stdio.js";
import { timeReports } from "./reports/time.js";
import { type Desk, openDesk, type WireReport } from "./reports/world.js";
import { shared } from "./support/project.js";

const folder = shared("corpus/reports");
const reports: readonly WireReport[] = [
  ...answerReports,
  ...timeReports,
  ...httpReports,
  ...eventReports,
  ...stdioReports,
  ...serverReports,
];

test.skipIf(folder === undefined)("every report has a case of our own", () => {
  const originals = readdirSync(folder ?? "")
    .map(
      (file) =>
        JSON.parse(readFileSync(join(folder ?? "", file), "utf8")) as {
          readonly kind: string;
          readonly source: string;
        },
    )
    .filter(({ kind }) => kind === "wire" || kind === "transport")
    .map(({ source }) => source);
  expect(originals.length).toBeGreaterThan(30);
  const own = new Set(reports.map(({ source }) => source));
  expect([...own].sort()).toEqual(originals.sort());
});

describe("public bug reports of what is said on the wire", () => {
  let desk: Desk;
  let close = async (): Promise<void> => {};

  beforeAll(async () => {
    ({ desk, close } = await openDesk());
  });

  afterAll(async () => close());

  test.each(
    reports.map(
      (report) => [`${report.name} (${report.source})`, report] as const,
    ),
  )("%s", async (_, report) => {
    await report.check(desk);
  });
});
