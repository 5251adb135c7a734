import type { ResourceHandler } from "../../../out/names-quoted/server.js";

export const itSTheOne: ResourceHandler<'it\'s "the" one'> = async (
  _input,
  _context,
) => {
  throw new Error('it\'s "the" one is not implemented yet');
};
