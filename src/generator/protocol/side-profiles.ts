import type {
  ClientProfile,
  Profile,
  ServerProfile,
} from "../../runtime/profile.js";
import type { Feature } from "../manifest/manifest.js";

/** What of a manifest makes its code read a fact; "news" is anything that is told unasked. */
export type Need = "http" | "news" | Feature;

/** Whether the build has it. */
export type Asked = (need: Need) => boolean;

type Identity = "version" | "era" | "errorCodes";
type Needs<Side> = {
  readonly [fact in Exclude<keyof Side, Identity>]-?:
    "always" | readonly Need[];
};

const clientNeeds: Needs<ClientProfile> = {
  batches: "always",
  cacheableMethods: ["caching"],
  cancelOverHttp: ["http"],
  changes: ["news"],
  clientCapabilities: ["sampling"],
  completionContext: ["completion"],
  elicitationModes: ["elicitation"],
  inputRequiredMethods: "always",
  logLevel: "always",
  requestHeaders: ["http"],
  resultType: "always",
  resumption: ["http"],
  structuredContent: "always",
  tasks: ["tasks"],
  versionHeader: ["http"],
};

const asking = ["elicitation", "sampling", "roots", "tasks"] as const;

const serverNeeds: Needs<ServerProfile> = {
  assumedVersion: ["http"],
  batches: "always",
  cacheableMethods: "always",
  cancelOverHttp: ["http"],
  changes: ["news"],
  contentTypes: "always",
  elicitationId: ["elicitation"],
  elicitationMode: ["elicitation"],
  elicitationModes: ["elicitation"],
  envelopeStatus: "always",
  errorStatuses: ["http"],
  icons: "always",
  inputFailure: "always",
  inputRequiredMethods: asking,
  originStatus: ["http"],
  outputSchema: "always",
  progressMessage: "always",
  requestHeaders: ["http"],
  requestMeta: "always",
  resourceNotFoundCode: "always",
  resultType: "always",
  resumption: ["http"],
  samplingTools: ["sampling"],
  serverAsks: asking,
  serverCapabilities: ["news", "completion"],
  sessions: ["http"],
  structuredContent: "always",
  tasks: ["tasks"],
  toolAnnotations: "always",
  toolExecution: "always",
  versionHeader: ["http"],
};

/** What a client of a build reads of a profile. */
export function clientProfile(profile: Profile, asked: Asked): ClientProfile {
  // only the options of sampling are asked for
  const clientCapabilities = profile.clientCapabilities.filter((path) =>
    path.startsWith("sampling."),
  );
  return side<ClientProfile>(
    { ...profile, clientCapabilities },
    clientNeeds,
    asked,
  );
}

/** What a server of a build reads of a profile. */
export function serverProfile(profile: Profile, asked: Asked): ServerProfile {
  const serverCapabilities = profile.serverCapabilities.filter((path) =>
    isDeclared(path, asked),
  );
  return side<ServerProfile>(
    { ...profile, serverCapabilities },
    serverNeeds,
    asked,
  );
}

/** Whether a server declares the capability only where its version has it; lists are declared in any. */
function isDeclared(path: string, asked: Asked): boolean {
  switch (path) {
    case "completions":
      return asked("completion");
    case "logging":
      return asked("logging");
    case "resources.subscribe":
      return asked("subscribe");
    default:
      return path.endsWith(".listChanged");
  }
}

function side<Side>(profile: Profile, needs: Needs<Side>, asked: Asked): Side {
  const { version, era, errorCodes } = profile;
  const isWanted = (fact: string): boolean => {
    const rows: {
      readonly [fact: string]: "always" | readonly Need[] | undefined;
    } = needs;
    const need = rows[fact];
    return need === "always" || need?.some(asked) === true;
  };
  const wanted = Object.fromEntries(
    Object.entries(profile).filter(([fact]) => isWanted(fact)),
  );
  // nobody reads the code of a URL elicitation that is due
  const { urlElicitationRequired: _unread, ...codes } = errorCodes;
  return {
    version,
    era,
    errorCodes: present(codes),
    ...present(wanted),
  } as Side;
}

/** The members that do not say no. */
function present(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => !saysNo(value)),
  );
}

function saysNo(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return isEmpty || [false, null, "none", "never"].includes(value as null);
}
