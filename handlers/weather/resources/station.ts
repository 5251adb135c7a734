import type { TemplateHandler } from "../../../out/weather/server.js";

export const station: TemplateHandler<"station"> = async ({ id }, context) => {
  const found = context.app.stations.find((station) => station.id === id);
  return found === undefined ? undefined : JSON.stringify(found);
};
