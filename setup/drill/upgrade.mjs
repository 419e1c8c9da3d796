import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { answerOf, must, runDrill } from './run.mjs';

/** Only releases have a number for a tag; what else is tagged is nobody's to upgrade from. */
const RELEASES = '[0-9]*.[0-9]*.[0-9]*';
const KEPT = join(root, 'node_modules/.cache/cottontree/earlier-versions');

/** Builds an earlier version, kept for the next time, and runs it beside this one. */
export async function drillUpgrade(args) {
  const [flag, named] = args;
  if (args.length > 0 && (flag !== '--from' || named === undefined || args.length > 2)) {
    console.error('upgrade takes --from REF, or nothing.');
    return 2;
  }
  const ref = named ?? answerOf('git', ['describe', '--tags', '--abbrev=0', `--match=${RELEASES}`, 'HEAD^']);
  const commit = ref && answerOf('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (!commit) {
    console.error(
      named === undefined
        ? 'There is no tag before this commit yet. Name a commit: npm run drill -- upgrade --from REF'
        : `There is no commit ${named} here.`,
    );
    return 2;
  }
  console.log(`From ${ref} (${commit.slice(0, 12)}) to what is checked out.`);
  const folder = await earlier(commit);
  return runDrill('upgrade.test.ts', { DRILL_FROM: join(folder, 'server/dist/cottontree.mjs') });
}

async function earlier(commit) {
  const folder = join(KEPT, commit);
  if (await stat(join(folder, 'server/dist/cottontree.mjs')).catch(() => null)) return folder;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const archive = join(unfinished, 'sources.tar');
  await must('git', ['archive', '--format=tar', `--output=${archive}`, commit], { cwd: root });
  await must('tar', ['-xf', archive, '-C', unfinished]);
  await rm(archive);
  const build =
    "import('./setup/prepare.mjs').then(async ({ installed, built }) => { await installed(); await built(); })";
  await must(process.execPath, ['--input-type=module', '-e', build], { cwd: unfinished });
  await rename(unfinished, folder);
  return folder;
}
