/* Printed from schema/manifest.schema.json by "npm run generate". Do not edit. */

import { manifestDefinitions } from "./manifest-definitions.js";
import type { Shape } from "./shape.js";

/** The schema of the manifest without its prose. */
export const manifestShape: Shape = {
  ...{
    title: "ManifestSource",
    type: "object",
    required: ["server"],
    properties: {
      $schema: { type: "string" },
      server: { $ref: "#/$defs/Server" },
      protocol: {
        type: "object",
        properties: {
          versions: {
            anyOf: [
              { type: "array", items: { type: "string" } },
              {
                type: "object",
                properties: {
                  min: { type: "string" },
                  max: { type: "string" },
                },
                additionalProperties: false,
              },
            ],
          },
        },
        additionalProperties: false,
      },
      emit: {
        type: "array",
        items: { type: "string", enum: ["client", "server", "main", "host"] },
      },
      transports: {
        type: "array",
        items: { type: "string", enum: ["stdio", "http"] },
      },
      out: { type: "string", minLength: 1 },
      handlers: { type: "string", minLength: 1 },
      features: {
        type: "array",
        items: {
          type: "string",
          enum: [
            "elicitation",
            "sampling",
            "roots",
            "logging",
            "completion",
            "subscribe",
            "caching",
            "tasks",
          ],
        },
      },
      elicitations: {
        type: "object",
        additionalProperties: { $ref: "#/$defs/Elicitation" },
      },
      cache: {
        type: "object",
        properties: {
          discover: { $ref: "#/$defs/CacheHint" },
          tools: { $ref: "#/$defs/CacheHint" },
          prompts: { $ref: "#/$defs/CacheHint" },
          resources: { $ref: "#/$defs/CacheHint" },
          resourceTemplates: { $ref: "#/$defs/CacheHint" },
          read: { $ref: "#/$defs/CacheHint" },
        },
        additionalProperties: false,
      },
      listChanged: {
        type: "object",
        properties: {
          tools: { type: "boolean" },
          prompts: { type: "boolean" },
          resources: { type: "boolean" },
        },
        additionalProperties: false,
      },
      pageSize: { type: "integer", minimum: 1 },
      validate: {
        anyOf: [
          { $ref: "#/$defs/Validation" },
          {
            type: "object",
            properties: {
              client: {
                anyOf: [
                  { $ref: "#/$defs/Validation" },
                  {
                    type: "object",
                    properties: {
                      input: { $ref: "#/$defs/Validation" },
                      output: { $ref: "#/$defs/Validation" },
                    },
                    additionalProperties: false,
                  },
                ],
              },
              server: {
                anyOf: [
                  { $ref: "#/$defs/Validation" },
                  {
                    type: "object",
                    properties: {
                      input: { $ref: "#/$defs/Validation" },
                      output: { $ref: "#/$defs/Validation" },
                    },
                    additionalProperties: false,
                  },
                ],
              },
            },
            additionalProperties: false,
          },
        ],
      },
      formats: { type: "string", enum: ["annotation", "assertion"] },
      importExtension: { type: "string", enum: ["js", "ts", "none"] },
      format: { type: "string", enum: ["none", "prettier"] },
      auth: { type: "string", enum: ["oauth"] },
      tools: {
        anyOf: [
          {
            type: "array",
            items: { $ref: "#/$defs/Tool", required: ["name"] },
          },
          { type: "object", additionalProperties: { $ref: "#/$defs/Tool" } },
        ],
      },
      resources: {
        anyOf: [
          {
            type: "array",
            items: { $ref: "#/$defs/Resource", required: ["name"] },
          },
          {
            type: "object",
            additionalProperties: { $ref: "#/$defs/Resource" },
          },
        ],
      },
      resourceTemplates: {
        anyOf: [
          {
            type: "array",
            items: { $ref: "#/$defs/ResourceTemplate", required: ["name"] },
          },
          {
            type: "object",
            additionalProperties: { $ref: "#/$defs/ResourceTemplate" },
          },
        ],
      },
      prompts: {
        anyOf: [
          {
            type: "array",
            items: { $ref: "#/$defs/Prompt", required: ["name"] },
          },
          { type: "object", additionalProperties: { $ref: "#/$defs/Prompt" } },
        ],
      },
    },
    additionalProperties: false,
  },
  $defs: manifestDefinitions,
};
