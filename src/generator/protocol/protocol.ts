import type { Profile } from "../../runtime/profile.js";
import type { JsonObject, JsonValue } from "../json.js";
import type { VersionFile } from "../schema-folder.js";

/** One version of the protocol, as the generator knows it: its corrected schema, its methods and its profile. */
export type Protocol = {
  readonly version: string;
  readonly era: Profile["era"];
  /** The `$schema` of the file. */
  readonly dialect: string;
  /** The whole corrected document, in which `$ref`s such as `#/$defs/Tool` resolve. */
  readonly document: JsonObject;
  /** Where the document keeps its definitions: `definitions` or `$defs`. */
  readonly keyword: "definitions" | "$defs";
  readonly definitions: Definitions;
  readonly methods: ProtocolMethods;
  readonly profile: Profile;
};

/** Corrected definitions by name. */
export type Definitions = ReadonlyMap<string, JsonObject>;

/** Methods by the side that sends them. In the modern era a server's requests ride in results. */
export type ProtocolMethods = {
  readonly clientRequests: readonly ProtocolRequest[];
  readonly serverRequests: readonly ProtocolRequest[];
  readonly clientNotifications: readonly ProtocolMessage[];
  readonly serverNotifications: readonly ProtocolMessage[];
};

/** A method that is sent and, if it is a notification, not answered. */
export type ProtocolMessage = {
  readonly method: string;
  /** The definition of the message. */
  readonly definition: string;
  /** Schema of `params`, often a `$ref`; undefined where the message has none. */
  readonly params: JsonObject | undefined;
  /** The definition that `params` refers to, where it refers to one. */
  readonly paramsDefinition: string | undefined;
  readonly paramsRequired: boolean;
};

/** A method that is answered. */
export type ProtocolRequest = ProtocolMessage & {
  /** The definition of the complete result; `EmptyResult` where the method has none of its own. */
  readonly result: string;
};

/** The parsed files of one version. */
export type ProtocolFiles = {
  readonly version: string;
  readonly schema: JsonValue;
  readonly wire: JsonValue;
  readonly corrections: JsonValue;
};

/** What is wrong with a file of a version. */
export type ProtocolProblem = {
  readonly file: VersionFile;
  /** JSON pointer to the place in the file, or to where a missing part should stand. */
  readonly pointer: string;
  readonly what: string;
};

/** A version that cannot be used, with all that is wrong. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly version: string;
  readonly problems: readonly ProtocolProblem[];

  constructor(version: string, problems: readonly ProtocolProblem[]) {
    const lines = problems.map(
      ({ file, pointer, what }) =>
        `${version}/${file}${pointer === "" ? "" : ` ${pointer}`}: ${what}`,
    );
    super(lines.join("\n"));
    this.version = version;
    this.problems = problems;
  }
}
