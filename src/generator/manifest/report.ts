import type {
  DiagnosticCode,
  DiagnosticParams,
} from "../diagnostic-catalogue.js";
import type { Part } from "./yaml-place.js";

/** Says that something is wrong at a place of the manifest. */
export type Report = <C extends DiagnosticCode>(
  code: C,
  pointer: string,
  part: Part,
  params: DiagnosticParams<C>,
) => void;

/** What a check needs besides the value that it looks at. */
export type Reporter = {
  readonly report: Report;
  /** The line of a key or value, for sentences that name two places. */
  readonly line: (pointer: string, part: Part) => number;
};
