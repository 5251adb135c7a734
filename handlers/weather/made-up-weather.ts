export type Station = {
  readonly id: string;
  readonly city: string;
  readonly latitude: number;
  readonly longitude: number;
};

export type Observation = {
  readonly celsius: number;
  readonly conditions: "clear" | "cloudy" | "rain" | "snow";
  /** In percent. */
  readonly humidity: number;
};

export const stations: readonly Station[] = [
  { id: "hel", city: "Helsinki", latitude: 60.17, longitude: 24.94 },
  { id: "nbo", city: "Nairobi", latitude: -1.29, longitude: 36.82 },
  { id: "sfo", city: "San Francisco", latitude: 37.77, longitude: -122.42 },
];

/** Weather that is made up, but always the same for a place: a sample must not change from day to day. */
export function observe(location: string): Observation {
  const seed = hash(location.trim().toLowerCase());
  const celsius = (seed % 400) / 10 - 5;
  const kinds = ["clear", "cloudy", celsius < 0 ? "snow" : "rain"] as const;
  return {
    celsius,
    conditions: kinds[seed % kinds.length] ?? "clear",
    humidity: 30 + (seed % 60),
  };
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const char of text) {
    value = Math.imul(value ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
}
