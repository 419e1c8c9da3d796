import { installed } from './prepare.mjs';
import { architecture, deadCode, lint, passes, types } from './steps.mjs';

await installed();
const results = [];
for (const step of [types, lint, architecture, deadCode]) results.push(await passes(step));
process.exitCode = results.every((ok) => ok) ? 0 : 1;
