import type { PromptHandler } from "../../../out/weather/server.js";

export const forecast: PromptHandler<"forecast"> = async ({ city, tone }) =>
  `Look up the weather of ${city} with weather_current and report it` +
  (tone === undefined ? "." : ` in a ${tone} tone.`);
