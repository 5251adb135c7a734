/**
 * A browser without a window: follows an authorization request from page to page,
 * with its cookies, until the server sends it back to the client. Resolves to the
 * address it is sent to, which it does not open.
 */
export async function browse(start: URL, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  // A login and a consent are five redirects; more than twenty are a circle.
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: {
        cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null)
      throw new Error(
        `${url.origin}${url.pathname} answered ${response.status}: ${await response.text()}`,
      );
    url = new URL(location, url);
    if (url.href.startsWith(redirectUri)) return url;
  }
  throw new Error(`The redirects of ${start.origin} do not end`);
}
