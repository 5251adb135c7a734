import { afterAll, beforeAll, it } from "vitest";
import { goThrough } from "../../interop/matrix/cell.js";
import {
  type Connect,
  first,
  ours,
  second,
} from "../../interop/matrix/clients.js";
import { openParty, type Programs } from "../../interop/matrix/project.js";
import {
  cells,
  type Maker,
  nameOf,
  versions,
} from "../../interop/matrix/table.js";
import { openTemporary } from "../../support/temporary.js";

/** Our client and server with the official ones of both generations, in every way and version that both speak. */
let programs: Programs;
let clients: { readonly [maker in Maker]: Connect };
let remove = async (): Promise<void> => {};

beforeAll(async () => {
  const folder = await openTemporary("matrix");
  remove = folder.remove;
  const opened = await openParty(folder.path, versions);
  programs = opened.programs;
  clients = { ours: ours(opened.party), first, second };
});

afterAll(async () => remove());

for (const cell of cells) {
  if (cell.missing === undefined)
    it(nameOf(cell), () => goThrough(cell, clients[cell.client], programs));
  else it.skip(`${nameOf(cell)}: ${cell.missing}`);
}
