/**
 * What every handler shares, such as a database pool or a clock. It is made once
 * when the server starts; handlers find it as `context.app`, and tests replace it.
 */
export async function createApp() {
  return {};
}
