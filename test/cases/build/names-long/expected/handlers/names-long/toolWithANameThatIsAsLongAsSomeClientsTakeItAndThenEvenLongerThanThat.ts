import type { Handler } from "../../out/names-long/server.js";

export const toolWithANameThatIsAsLongAsSomeClientsTakeItAndThenEvenLongerThanThat: Handler<
  "tool_with_a_name_that_is_as_long_as_some_clients_take_it_and_then_even_longer_than_that"
> = async (_input, _context) => {
  throw new Error(
    "tool_with_a_name_that_is_as_long_as_some_clients_take_it_and_then_even_longer_than_that is not implemented yet",
  );
};
