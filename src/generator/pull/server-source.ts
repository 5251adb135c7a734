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
  { command, args, env, cwd }: StdioSettings,
  expand: Expand,
): ServerSource {
  const filler = openFiller(expand);
  const filled = mapValues(env, filler.fill);
  return {
    kind: "stdio",
    command: filler.fill(command),
    args: args.map(filler.fill),
    env: filled,
    cwd: filler.fill(cwd),
    secrets: [
      ...filler.secrets,
      ...Object.entries(filled).map(([name, value]) => ({
        value,
        shownAs: `\${env:${name}}`,
      })),
    ],
  };
}

/** A server elsewhere. Throws a TypeError for what is no URL of HTTP. */
export function httpSource(
  { url, headers }: HttpSettings,
  expand: Expand,
): ServerSource {
  const filler = openFiller(expand);
  const address = filler.fill(url);
  const filled = mapValues(headers, filler.fill);
  return {
    kind: "http",
    url: address,
    headers: filled,
    secrets: [
      ...filler.secrets,
      ...Object.entries(filled).flatMap(secretsOfHeader),
      ...secretsOfUrl(address),
    ],
  };
}

function openFiller(expand: Expand): {
  readonly fill: (text: string) => string;
  readonly secrets: readonly Secret[];
} {
  const secrets: Secret[] = [];
  const fill = (given: string): string => {
    const { text, secrets: found } = expand(given);
    secrets.push(...found);
    return text;
  };
  return { fill, secrets };
}

/** The value, and the token behind a scheme such as Bearer. */
function secretsOfHeader([name, value]: [string, string]): readonly Secret[] {
  const shownAs = `[header ${name}]`;
  const token = /^\S+\s+(\S+)$/.exec(value)?.[1];
  return [value, ...(token === undefined ? [] : [token])].map((one) => ({
    value: one,
    shownAs,
  }));
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
    return [value, encodeURIComponent(value)].map((one) => ({
      value: one,
      shownAs,
    }));
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
