#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { openTerminal } from "./terminal.js";
import { run } from "./run.js";

// A build ends before most of what V8 optimizes on other threads has paid for itself.
// Later versions than that of Node 20 have no such flag, and would say so on stderr.
if (process.versions.v8.startsWith("11."))
  setFlagsFromString("--interrupt-budget=1000000");

// Not process.exit(): what was printed to a pipe may still be on its way.
process.exitCode = await run(process.argv.slice(2), openTerminal());
