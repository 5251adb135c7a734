// A user of the sample in Node: what README shows, and the shapes that are easy to lose.
import {
  type Handlers,
  createWeatherServer,
} from "../../../out/weather/server.js";
import { connectWeather } from "../../../out/weather/client.js";
import { linked } from "../../../out/runtime/linked.js";
import { stdio } from "../../../out/runtime/stdio-client.js";

export async function inOneProcess(
  handlers: Handlers,
  app: Parameters<typeof createWeatherServer>[0]["app"],
): Promise<number> {
  const server = createWeatherServer({ handlers, app });
  await using weather = await connectWeather(linked(server));
  const now = await weather.call("weather_current", { location: "Oslo" });
  return now.temperature;
}

export async function overStdio(signal: AbortSignal): Promise<string> {
  const weather = await connectWeather(
    stdio({ command: "node", args: ["server.js"] }),
  );
  const units: "metric" | "imperial" | "kelvin" = "imperial";
  const now = await weather.tools.weatherCurrent(
    { location: "San Francisco", units },
    { signal, timeoutMs: 1000 },
  );
  const tried = await weather.tools.weatherCurrent.try({ location: "x" });
  if (!tried.ok) throw tried.error;
  const sum = await weather.tools.calculatorArithmetic({ expression: "1 + 1" });
  for await (const resource of weather.listResources()) void resource.uri;
  await weather.close();
  // @ts-expect-error a misspelt key is an error
  void weather.tools.weatherCurrent({ location: "x", unit: "metric" });
  // @ts-expect-error so is a missing one
  void weather.tools.weatherCurrent({ units: "metric" });
  return `${now.conditions} ${String(tried.data.humidity)} ${sum.text}`;
}
