#!/usr/bin/env node
import { openTerminal } from "./terminal.js";
import { run } from "./run.js";

// Not process.exit(): what was printed to a pipe may still be on its way.
process.exitCode = await run(process.argv.slice(2), openTerminal());
