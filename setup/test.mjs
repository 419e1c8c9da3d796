import { randomInt } from 'node:crypto';
import { built, installed } from './prepare.mjs';
import { ensureReaders } from './readers.mjs';
import { format, inBackground, lint, runTests, types, webTypes } from './steps.mjs';

const STEPS = [types, webTypes, lint, format];

// A shell that takes `# a remark` for words passes it on.
const [, , ...given] = process.argv;
const words = given.includes('#') ? given.slice(0, given.indexOf('#')) : given;

await installed();
const builds = await built().then(
  () => true,
  (error) => {
    console.log(`${error.message}\nFAILED  build`);
    return false;
  },
);
const { ensureChromium } = await import('./chromium.mjs');
ensureChromium();
ensureReaders();
const steps = inBackground(STEPS);
// One for all workers of the run, so that what failed by chance can be had again.
const PROMISES_SEED = process.env.PROMISES_SEED ?? String(randomInt(1, 1_000_000_000));
const { TEST_DATABASE_URL: remote, ...embedded } = { ...process.env, PROMISES_SEED };
const runs = [await runTests(words, embedded)];
if (remote) {
  console.log('The same again on the PostgreSQL of TEST_DATABASE_URL');
  runs.push(await runTests(words, { ...embedded, TEST_DATABASE_URL: remote }));
}
const outcomes = await steps;
for (const { said } of outcomes) console.log(said);
const broken = outcomes.filter(({ ok }) => !ok).map(({ name }) => name);
const failures = [...(builds ? [] : ['build']), ...broken, ...runs.flatMap((one) => one.failures)];
for (const name of runs.flatMap((one) => one.secondTries))
  console.log(`passed at the second try only  ${name}`);
for (const failure of failures) console.log(`FAILED  ${failure}`);
if (failures.length > 0)
  console.log(`        With the same seed again: PROMISES_SEED=${PROMISES_SEED} npm test -- <file>`);
const passed = STEPS.length - broken.length + runs.reduce((total, one) => total + one.passed, 0);
process.exitCode = failures.length === 0 ? 0 : 1;
console.log(`${passed} passed, ${failures.length} failed`);
