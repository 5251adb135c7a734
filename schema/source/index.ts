/** Every definition of every version, in the order in which they are printed. */
import { base } from "./base.js";
import { client } from "./client.js";
import { content } from "./content.js";
import { elicitation } from "./elicitation.js";
import type { Definition } from "./facts.js";
import { formFields } from "./form-fields.js";
import { lifecycle } from "./lifecycle.js";
import { metadata } from "./metadata.js";
import { modernEra } from "./modern.js";
import { prompts } from "./prompts.js";
import { resources } from "./resources.js";
import { tasks } from "./tasks.js";
import { tools } from "./tools.js";
import { unions } from "./unions.js";

export const definitions: readonly Definition[] = [
  ...base,
  ...lifecycle,
  ...metadata,
  ...content,
  ...tools,
  ...resources,
  ...prompts,
  ...client,
  ...formFields,
  ...elicitation,
  ...tasks,
  ...modernEra,
  ...unions,
];
