// A user of the sample in a browser: the client over fetch.
import { connectWeather } from "../../../out/weather/client.js";
import { http } from "../../../out/runtime/http-client.js";

export async function conditions(url: string): Promise<string> {
  const weather = await connectWeather(http({ url }));
  const now = await weather.tools.weatherCurrent({ location: "Oslo" });
  return now.conditions;
}
