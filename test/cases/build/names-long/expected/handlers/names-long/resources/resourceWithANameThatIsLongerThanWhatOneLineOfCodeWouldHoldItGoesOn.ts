import type { ResourceHandler } from "../../../out/names-long/server.js";

export const resourceWithANameThatIsLongerThanWhatOneLineOfCodeWouldHoldItGoesOn: ResourceHandler<
  "resource-with-a-name-that-is-longer-than-what-one-line-of-code-would-hold-it-goes-on"
> = async (_input, _context) => {
  throw new Error(
    "resource-with-a-name-that-is-longer-than-what-one-line-of-code-would-hold-it-goes-on is not implemented yet",
  );
};
