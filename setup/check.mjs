import { installed } from './prepare.mjs';
import { architecture, deadCode, format, lint, passes, types, webTypes } from './steps.mjs';

await installed();
const results = [];
for (const step of [types, webTypes, lint, format, architecture, deadCode]) results.push(await passes(step));
process.exitCode = results.every((ok) => ok) ? 0 : 1;
