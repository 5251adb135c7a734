import type { Handler } from "../../out/weather/server.js";

const fromCelsius = {
  metric: (celsius: number) => celsius,
  imperial: (celsius: number) => (celsius * 9) / 5 + 32,
  kelvin: (celsius: number) => celsius + 273.15,
};

export const weatherCurrent: Handler<"weather_current"> = async (
  { location, units },
  context,
) => {
  const { celsius, conditions, humidity } = context.app.observe(location);
  const temperature = Math.round(fromCelsius[units](celsius) * 10) / 10;
  return { location, temperature, units, conditions, humidity };
};
