/* Printed from schema/manifest.schema.json by "npm run generate". Do not edit. */

import type { Shape } from "./shape.js";

/** The definitions of the manifest's schema without their prose. */
export const manifestDefinitions: NonNullable<Shape["$defs"]> = {
  Server: {
    type: "object",
    required: ["name", "version"],
    properties: {
      name: { type: "string", minLength: 1 },
      version: { type: "string", minLength: 1 },
      title: { type: "string" },
      instructions: { type: "string" },
      identify: { type: "string", enum: ["always", "discover"] },
    },
    additionalProperties: false,
  },
  Tool: {
    type: "object",
    required: ["inputSchema"],
    properties: {
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      annotations: {
        type: "object",
        properties: {
          title: { type: "string" },
          readOnlyHint: { type: "boolean" },
          destructiveHint: { type: "boolean" },
          idempotentHint: { type: "boolean" },
          openWorldHint: { type: "boolean" },
        },
        additionalProperties: true,
      },
      execution: { type: "object" },
      icons: { type: "array", items: { $ref: "#/$defs/Icon" } },
      _meta: { type: "object" },
      as: { type: "string", minLength: 1 },
      open: { type: "boolean" },
      scopes: { type: "array", items: { type: "string", minLength: 1 } },
      task: { type: "string", enum: ["optional", "required"] },
    },
    additionalProperties: false,
  },
  Resource: {
    type: "object",
    required: ["uri"],
    properties: {
      uri: { type: "string", minLength: 1 },
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      mimeType: { type: "string" },
      size: { type: "number", minimum: 0 },
      annotations: { $ref: "#/$defs/Annotations" },
      icons: { type: "array", items: { $ref: "#/$defs/Icon" } },
      _meta: { type: "object" },
      as: { type: "string", minLength: 1 },
      scopes: { type: "array", items: { type: "string", minLength: 1 } },
    },
    additionalProperties: false,
  },
  ResourceTemplate: {
    type: "object",
    required: ["uriTemplate"],
    properties: {
      uriTemplate: { type: "string", minLength: 1 },
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      mimeType: { type: "string" },
      annotations: { $ref: "#/$defs/Annotations" },
      icons: { type: "array", items: { $ref: "#/$defs/Icon" } },
      _meta: { type: "object" },
      as: { type: "string", minLength: 1 },
      scopes: { type: "array", items: { type: "string", minLength: 1 } },
    },
    additionalProperties: false,
  },
  Prompt: {
    type: "object",
    properties: {
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      arguments: { type: "array", items: { $ref: "#/$defs/PromptArgument" } },
      icons: { type: "array", items: { $ref: "#/$defs/Icon" } },
      _meta: { type: "object" },
      as: { type: "string", minLength: 1 },
      scopes: { type: "array", items: { type: "string", minLength: 1 } },
    },
    additionalProperties: false,
  },
  PromptArgument: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", minLength: 1 },
      title: { type: "string" },
      description: { type: "string" },
      required: { type: "boolean" },
    },
    additionalProperties: false,
  },
  Annotations: {
    type: "object",
    properties: {
      audience: { type: "array", items: { type: "string" } },
      priority: { type: "number", minimum: 0 },
      lastModified: { type: "string" },
    },
    additionalProperties: true,
  },
  Icon: {
    type: "object",
    required: ["src"],
    properties: {
      src: { type: "string", minLength: 1 },
      mimeType: { type: "string" },
      sizes: { type: "array", items: { type: "string" } },
      theme: { type: "string" },
    },
    additionalProperties: true,
  },
  Elicitation: {
    type: "object",
    required: ["message", "requestedSchema"],
    properties: {
      message: { type: "string", minLength: 1 },
      requestedSchema: { type: "object" },
    },
    additionalProperties: false,
  },
  CacheHint: {
    type: "object",
    properties: {
      ttlMs: { type: "integer", minimum: 0 },
      scope: { type: "string", enum: ["public", "private"] },
    },
    additionalProperties: false,
  },
  Validation: { type: "string", enum: ["off", "warn", "error"] },
};
