import { chosenChecks } from './audit/checks.mjs';
import { writeDocument } from './audit/document.mjs';
import { openStage } from './audit/stage.mjs';
import { tell, verdictOf } from './audit/tell.mjs';
import { built, installed } from './prepare.mjs';

// A name that is none is told before anything is built.
const checks = chosenChecks(process.argv.slice(2));
await installed();
await built();
await writeDocument();
const stage = openStage();
const results = [];
try {
  for (const check of checks) {
    // A tool that breaks is a finding: it has looked at nothing.
    const result = await check
      .run(stage)
      .catch((error) => ({ version: null, looked: 'nothing', findings: [error.message] }));
    results.push(result);
    tell(check.name, result);
  }
} finally {
  await stage.close();
}
process.exitCode = verdictOf(results);
