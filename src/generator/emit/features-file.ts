import { code, identifier, joinCode, literal, type Code } from "../code.js";
import type { Contract } from "../contract.js";
import { imports, specifier, type Import } from "./module.js";

/** A value of the runtime that emitted code passes in, and the runtime file that holds it. */
export type FeatureValue = { readonly name: string; readonly file: string };

const eras = [
  { era: "modern", name: "modernClient", file: "modern-client" },
  { era: "legacy", name: "legacyClient", file: "legacy-client" },
] as const;

const answers = [
  { feature: "elicitation", name: "answerElicitation" },
  { feature: "sampling", name: "answerSampling" },
  { feature: "roots", name: "answerRoots" },
] as const;

/** The era codecs that a client of the selected versions needs, newest first. */
export function clientEras(contract: Contract): readonly FeatureValue[] {
  return eras.filter(({ era }) =>
    contract.protocols.some((protocol) => protocol.era === era),
  );
}

/** What a client answers when its server asks. */
export function clientAnswers(contract: Contract): readonly FeatureValue[] {
  return answers
    .filter(({ feature }) => contract.manifest.features.includes(feature))
    .map(({ name }) => ({ name, file: "client-answers" }));
}

/** Whether the server has anything to tell unasked. */
export function hasNews({ manifest }: Contract): boolean {
  const changes = Object.values(manifest.listChanged).some(Boolean);
  const { features } = manifest;
  return (
    changes || features.includes("subscribe") || features.includes("logging")
  );
}

/** `features.ts`: what a client of this server is made of. It names no tool. */
export function featuresFile(contract: Contract): {
  readonly imports: Code;
  readonly body: Code;
} {
  const at = (path: string) =>
    specifier(path, contract.manifest.importExtension);
  const named = (file: string, names: readonly string[]): Import => ({
    from: at(`../runtime/${file}`),
    names: names.map(identifier),
    typeOnly: false,
  });
  const codecs = clientEras(contract);
  const asked = clientAnswers(contract);
  const news = hasNews(contract);
  const members = [
    code`profiles,`,
    code`eras: [${joinCode(
      codecs.map(({ name }) => identifier(name)),
      ", ",
    )}],`,
    ...(asked.length > 0
      ? [
          code`answers: [${joinCode(
            asked.map(({ name }) => identifier(name)),
            ", ",
          )}],`,
        ]
      : []),
    ...(news ? [code`listen,`] : []),
    code`validate: ${literal(contract.manifest.validate.client, 1)},`,
  ];
  return {
    imports: imports([
      ...(asked.length > 0
        ? [
            named(
              "client-answers",
              asked.map(({ name }) => name),
            ),
          ]
        : []),
      {
        from: at("../runtime/client"),
        names: [code`ClientFeatures`],
        typeOnly: true,
      },
      ...codecs.map(({ name, file }) => named(file, [name])),
      ...(news ? [named("listen", ["listen"])] : []),
      { from: at("./protocol"), names: [code`profiles`], typeOnly: false },
    ]),
    body: code`export const features: ClientFeatures = {\n  ${joinCode(members, "\n  ")}\n};`,
  };
}
