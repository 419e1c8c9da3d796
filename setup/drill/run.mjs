import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { root } from '../root.mjs';
import { installed } from '../prepare.mjs';
import { runTests } from '../steps.mjs';

/** Runs one drill, which is a test of its own; answers the exit code. */
export async function runDrill(file, environment) {
  await installed();
  const { passed, failures } = await runTests(['--no-file-parallelism', `server/test/drills/${file}`], {
    ...process.env,
    DRILL: '1',
    ...environment,
  });
  for (const failure of failures) console.log(`FAILED  ${failure}`);
  console.log(`${passed} passed, ${failures.length} failed`);
  return failures.length === 0 && passed > 0 ? 0 : 1;
}

/** What a program says, without the last line's end; null where it failed. */
export function answerOf(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Runs a program to its end, shown; throws where it fails. */
export async function must(program, args, options = {}) {
  const [code] = await once(
    spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }),
    'close',
  );
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}.`);
}
