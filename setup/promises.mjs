import { installed } from './prepare.mjs';
import { runTests } from './steps.mjs';

/** The long form of the promises: the figures that the design names. Words after it choose files: `npm run promises lost-answers`. */
await installed();
const chosen = process.argv.slice(2).map((name) => `server/test/promises/${name}`);
const { passed, failures } = await runTests(
  ['--no-file-parallelism', ...(chosen.length > 0 ? chosen : ['server/test/promises'])],
  { ...process.env, PROMISES: 'long' },
);
for (const failure of failures) console.log(`FAILED  ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
console.log(`${passed} passed, ${failures.length} failed`);
