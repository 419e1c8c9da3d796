import { installed } from './prepare.mjs';
import { runTests } from './steps.mjs';

/** The long form of the promises: the figures that the design names. Words after it choose files: `npm run promises lost-answers`. */
await installed();
const chosen = process.argv.slice(2).map((name) => `server/test/promises/${name}`);
const { passed, failed } = await runTests(['--no-file-parallelism', ...(chosen.length > 0 ? chosen : ['server/test/promises'])], { ...process.env, PROMISES: 'long' });
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);
