import type { ResourceHandler } from "../../../out/weather/server.js";

export const stations: ResourceHandler<"stations"> = async (_uri, context) =>
  JSON.stringify(context.app.stations.map(({ id, city }) => ({ id, city })));
