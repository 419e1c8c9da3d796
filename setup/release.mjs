import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { answerOf } from './drill/run.mjs';
import { lockWithNumber, releasedChangelog, withNumber } from './release/new-texts.mjs';

const USAGE =
  'npm run release -- NUMBER   such as 0.1.0: writes what a release says of itself, and what comes next';

const [next = '', ...more] = process.argv.slice(2);
const why = more.length > 0 || !/^\d+\.\d+\.\d+$/.test(next) ? USAGE : await release();
if (why !== null) {
  console.error(why);
  process.exitCode = 2;
}

/** Why nothing was written; null where it was. */
async function release() {
  if (answerOf('git', ['status', '--porcelain']) !== '')
    return 'Something here is not committed: a release is a commit of its own.';
  if (answerOf('git', ['tag', '--list', next]) !== '') return `There is a tag ${next} already.`;
  const day = new Date().toISOString().slice(0, 10);
  const changelog = releasedChangelog(await textOf('CHANGELOG.md'), { next, day });
  if (changelog === null) return 'CHANGELOG.md has nothing under Unreleased.';
  const { version: before } = JSON.parse(await textOf('package.json'));
  const numbers = { before, next };
  const described = answerOf('git', ['ls-files', 'package.json', '*/package.json']).split('\n');
  for (const file of described) await rewrite(file, (content) => withNumber(content, numbers));
  await rewrite('package-lock.json', (content) => lockWithNumber(content, numbers));
  await writeFile(join(root, 'CHANGELOG.md'), changelog);
  console.log(`This is ${next} of ${day} now. Next, in this order:
  npm run generate && npm test
  npm run drill -- upgrade   (the first time: --from COMMIT)
  git commit -am 'release: ${next}'
  git tag -a ${next} -m ${next}`);
  return null;
}

function textOf(file) {
  return readFile(join(root, file), 'utf8');
}

async function rewrite(file, change) {
  const before = await textOf(file);
  const after = `${JSON.stringify(change(JSON.parse(before)), null, 2)}\n`;
  if (after !== before) await writeFile(join(root, file), after);
}
