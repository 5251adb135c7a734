/** The process of one generator: prints the CPU milliseconds that the schemas on stdin take it, cold. */
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../src/generator/json.js";
import { generators, type GeneratorName } from "./generators.js";

const [name] = process.argv.slice(2) as [GeneratorName];
const schemas = JSON.parse(await text(process.stdin)) as readonly JsonObject[];
const start = process.cpuUsage();
generators[name](schemas);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
