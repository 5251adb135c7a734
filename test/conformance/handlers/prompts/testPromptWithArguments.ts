import type { PromptHandler } from "../../out/everything/server.js";

export const testPromptWithArguments: PromptHandler<
  "test_prompt_with_arguments"
> = async ({ arg1, arg2 }) =>
  `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
