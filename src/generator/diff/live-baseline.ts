import { dirname } from "node:path";
import { errorsOf } from "../diagnostic.js";
import type { Manifest, ManifestEntry } from "../manifest/manifest.js";
import { manifestOf, pullServer } from "../pull/pull-server.js";
import type { ServerSource } from "../pull/server-source.js";
import { sideOf, type Baseline, type Subject } from "./baseline.js";

/**
 * What a live server offers, as what was before. A server shows its lists and what it
 * says of itself; all that it does not show counts as it is in the manifest.
 */
export async function liveBaseline(
  source: ServerSource,
  timeoutMs: number,
  { manifest, path }: Subject,
): Promise<Baseline> {
  const label = "the live server";
  const { pulled, diagnostics } = await pullServer(source, {
    label,
    timeoutMs,
    name: manifest.server.name,
    features: manifest.features,
  });
  const problems = errorsOf(diagnostics);
  if (pulled === undefined || problems.length > 0) return { problems };
  const text = JSON.stringify(manifestOf(pulled));
  const baseline = sideOf(text, `${label}.json`, dirname(path));
  if ("problems" in baseline) return baseline;
  const shown = asShown(baseline.side.manifest, manifest);
  // What a server said stands in no file: a line of it would lead nowhere.
  const locate = () => ({ file: label });
  return { side: { manifest: shown, locate }, label };
}

function asShown(live: Manifest, ours: Manifest): Manifest {
  const { versions, transports, features, formats, listChanged } = ours;
  const { elicitations, auth } = ours;
  const { auth: _auth, ...rest } = live;
  return {
    ...rest,
    versions,
    transports,
    features,
    formats,
    listChanged,
    elicitations,
    ...(auth !== undefined && { auth }),
    tools: live.tools.map((tool) => {
      const { task: _task, ...one } = hidden(tool, ours.tools);
      const own = ours.tools.find(({ name }) => name === tool.name);
      const task = own?.task;
      const open = own?.open ?? false;
      return { ...one, open, ...(task !== undefined && { task }) };
    }),
    prompts: live.prompts.map((one) => hidden(one, ours.prompts)),
    resources: live.resources.map((one) => hidden(one, ours.resources)),
    resourceTemplates: live.resourceTemplates.map((one) =>
      hidden(one, ours.resourceTemplates),
    ),
  };
}

/** The live entry with what only the manifest says of it. */
function hidden<T extends ManifestEntry>(one: T, ours: readonly T[]): T {
  const own = ours.find(({ name }) => name === one.name);
  const { as: _as, ...rest } = one;
  const said = own?.as === undefined ? {} : { as: own.as };
  return { ...rest, ...said, scopes: own?.scopes ?? [] } as unknown as T;
}
