import {
  parseManifest,
  type ParsedManifest,
} from "../../../src/generator/manifest/parse-manifest.js";
import type { Manifest } from "../../../src/generator/manifest/manifest.js";
import { protocols } from "./protocols.js";

/** Parses a manifest given as a value (JSON) or as text (YAML unless the file says otherwise). */
export function parse(
  manifest: unknown,
  more: {
    readonly file?: string;
    readonly files?: { readonly [path: string]: string };
    readonly environment?: { readonly [name: string]: string };
  } = {},
): ParsedManifest {
  const isText = typeof manifest === "string";
  const source = {
    file: more.file ?? (isText ? "manifest.yaml" : "manifest.json"),
    text: isText ? manifest : JSON.stringify(manifest, null, 2),
    files: new Map(Object.entries(more.files ?? {})),
  };
  const environment = more.environment ?? {};
  return parseManifest(source, { protocols, environment });
}

/** The manifest of a text without mistakes. */
export function accept(...given: Parameters<typeof parse>): Manifest {
  const { manifest, diagnostics } = parse(...given);
  if (!manifest || diagnostics.length > 0) {
    throw new Error(JSON.stringify(diagnostics, null, 2));
  }
  return manifest;
}
