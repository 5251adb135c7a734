import type { TemplateHandler } from "../../../out/names-long/server.js";

export const templateWithANameOfSomeLengthThatGoesFurtherThanTheOtherDid: TemplateHandler<
  "template-with-a-name-of-some-length-that-goes-further-than-the-other-did"
> = async (_input, _context) => {
  throw new Error(
    "template-with-a-name-of-some-length-that-goes-further-than-the-other-did is not implemented yet",
  );
};
