import type { Handler } from "../out/everything/server.js";

export const testInputRequiredResultListRoots: Handler<
  "test_input_required_result_list_roots"
> = async (_input, context) => {
  const roots = await context.roots("client_roots");
  return roots.map(({ uri }) => uri).join("\n");
};
