import type { PromptHandler } from "../../../out/names-long/server.js";

export const promptWithANameThatIsLongerThanWhatOneLineOfCodeWouldHoldItGoesOn: PromptHandler<
  "prompt-with-a-name-that-is-longer-than-what-one-line-of-code-would-hold-it-goes-on"
> = async (_input, _context) => {
  throw new Error(
    "prompt-with-a-name-that-is-longer-than-what-one-line-of-code-would-hold-it-goes-on is not implemented yet",
  );
};
