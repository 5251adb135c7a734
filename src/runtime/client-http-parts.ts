/** An HTTP request, for the two ways to send one. */
export type HttpRequest = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Hears the answer to an HTTP request: `head`, then any number of `text`, then `end`; or `failed` at any point. */
export interface HttpReply {
  /** `header` takes a name in lower case. */
  head(status: number, header: (name: string) => string | undefined): void;
  text(chunk: string): void;
  end(): void;
  failed(cause: unknown): void;
}

/** Sends a request; the result stops it, after which the reply hears nothing more. */
export type HttpSend = (request: HttpRequest, reply: HttpReply) => () => void;
