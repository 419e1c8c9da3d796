import { built, installed } from './prepare.mjs';
import { lint, passes, runTests, types } from './steps.mjs';

await installed();
const builds = await built().then(() => true, (error) => {
  console.log(`${error.message}\nFAILED  build`);
  return false;
});
const steps = [await passes(types), await passes(lint)];
const { TEST_DATABASE_URL: remote, ...embedded } = process.env;
const runs = [await runTests(process.argv.slice(2), embedded)];
if (remote) {
  console.log('The same again on the PostgreSQL of TEST_DATABASE_URL');
  runs.push(await runTests(process.argv.slice(2), process.env));
}
const passed = steps.filter((ok) => ok).length + sum(runs.map((counts) => counts.passed));
const failed = (builds ? 0 : 1) + steps.filter((ok) => !ok).length + sum(runs.map((counts) => counts.failed));
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
