/**
 * True for a path that stays below its base on every system: relative, with `/`,
 * without `..`, and without what Windows reads as a drive.
 */
export function isInnerPath(path: string): boolean {
  return (
    path !== "" &&
    !path.startsWith("/") &&
    !/[\\\0]/.test(path) &&
    !/^[A-Za-z]:/.test(path) &&
    !path.split("/").includes("..")
  );
}
