/** A text that must not reach a file, and what stands in its place. */
export type Secret = { readonly value: string; readonly shownAs: string };

/** A server that can be asked what it offers. */
export type ServerSource = {
  /** What the user said that may not be repeated: values of variables, headers, parts of the URL. */
  readonly secrets: readonly Secret[];
} & (
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      /** Beside the few variables that every program gets. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute. */
      readonly cwd: string;
    }
  | {
      readonly kind: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
);

/** A command, as a user or a config file states it, before its variables are filled in. */
export type StdioSettings = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/** An address, as a user or a config file states it, before its variables are filled in. */
export type HttpSettings = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Fills in the variables of a text; what they gave is secret. */
export type Expand = (text: string) => {
  readonly text: string;
  readonly secrets: readonly Secret[];
};

/** A server on this machine. */
export function stdioSource(
  settings: StdioSettings,
  expand: Expand,
): ServerSource {
  const secrets: Secret[] = [];
  const fill = (text: string): string => {
    const filled = expand(text);
    secrets.push(...filled.secrets);
    return filled.text;
  };
  const env = mapValues(settings.env, fill);
  for (const [name, value] of Object.entries(env)) {
    secrets.push({ value, shownAs: `\${env:${name}}` });
  }
  return {
    kind: "stdio",
    command: fill(settings.command),
    args: settings.args.map(fill),
    env,
    cwd: fill(settings.cwd),
    secrets,
  };
}

/** A server elsewhere. Throws a TypeError for what is no URL of HTTP. */
export function httpSource(
  settings: HttpSettings,
  expand: Expand,
): ServerSource {
  const secrets: Secret[] = [];
  const fill = (text: string): string => {
    const filled = expand(text);
    secrets.push(...filled.secrets);
    return filled.text;
  };
  const url = fill(settings.url);
  const headers = mapValues(settings.headers, fill);
  for (const [name, value] of Object.entries(headers)) {
    const shownAs = `[header ${name}]`;
    const token = /^\S+\s+(\S+)$/.exec(value)?.[1];
    secrets.push({ value, shownAs });
    if (token !== undefined) secrets.push({ value: token, shownAs });
  }
  secrets.push(...secretsOfUrl(url));
  return { kind: "http", url, headers, secrets };
}

/** User, password and query of a URL are credentials as often as not. */
function secretsOfUrl(text: string): readonly Secret[] {
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError(`its scheme is ${url.protocol}`);
  const parts: readonly (readonly [string, string])[] = [
    ["user", url.username],
    ["password", url.password],
    ...url.searchParams,
  ];
  return parts.flatMap(([name, value]) => {
    const shownAs = `[${name} of the URL]`;
    const written = encodeURIComponent(value);
    return [
      { value, shownAs },
      ...(written === value ? [] : [{ value: written, shownAs }]),
    ];
  });
}

function mapValues(
  record: Readonly<Record<string, string>>,
  map: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(value)]),
  );
}
