/** The handlers share nothing. */
export async function createApp() {
  return {};
}
