import type {
  PromptComplete,
  PromptHandler,
} from "../../out/everything/server.js";

export const testPromptWithArguments: PromptHandler<
  "test_prompt_with_arguments"
> = async ({ arg1, arg2 }) =>
  `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;

const places = ["paris", "park", "party"];

export const complete: PromptComplete<"test_prompt_with_arguments"> = {
  arg1: (typed) => places.filter((place) => place.startsWith(typed)),
};
