/** The code of a system error, such as "ENOENT"; undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** What the system says of a system error; any other error is a fault of ours and thrown on. */
export function systemReason(error: unknown): string {
  if (!(error instanceof Error) || errorCode(error) === undefined) throw error;
  return error.message;
}
