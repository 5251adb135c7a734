/** The part of the package that the tests use; it brings no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** One exchange with the server, in the terms of its framework. */
  export interface Exchanged {
    readonly method: string;
    readonly path: string;
    readonly headers: { readonly [name: string]: string | undefined };
    status: number;
    readonly response: {
      readonly headers: { readonly [name: string]: unknown };
    };
    readonly body?: unknown;
    readonly oidc?: {
      readonly params?: { readonly [name: string]: unknown };
      readonly body?: { readonly [name: string]: unknown };
    };
  }

  export interface Interaction {
    readonly prompt: {
      readonly name: string;
      readonly details: {
        readonly missingOIDCScope?: readonly string[];
        readonly missingResourceScopes?: {
          readonly [resource: string]: readonly string[];
        };
      };
    };
    readonly params: { readonly client_id: string };
    readonly session?: { readonly accountId: string };
    readonly grantId?: string;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    use(
      middleware: (
        exchanged: Exchanged,
        next: () => Promise<void>,
      ) => Promise<void>,
    ): void;
    on(event: string, listener: (...args: unknown[]) => void): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>;
  }

  export namespace errors {
    class InvalidTarget extends Error {}
  }
}
