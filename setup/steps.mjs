import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './root.mjs';

const CACHE = join(root, 'node_modules/.cache/cottontree');

/** One step is one promise of the checkout: its name, and the installed program that keeps it. */
export const types = { name: 'types', program: 'typescript/bin/tsc', args: ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', join(CACHE, 'types.tsbuildinfo')] };
export const lint = { name: 'lint', program: 'oxlint/bin/oxlint', args: [] };
export const architecture = { name: 'architecture', program: 'vitest/vitest.mjs', args: ['run', '--reporter=dot', 'server/test/architecture'] };
export const deadCode = { name: 'dead code', program: 'knip/bin/knip.js', args: ['--no-progress'] };

/** Runs a step without noise and tells how it went; what it said only when it failed. */
export async function passes({ name, program, args }) {
  const startedMs = performance.now();
  const { code, output } = await run(program, args);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  if (code !== 0) console.log(output.trimEnd());
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`);
  return code === 0;
}

/** Runs the tests for people to see, and counts them from vitest's own report. */
export async function runTests(args, environment) {
  const dir = await mkdtemp(join(tmpdir(), 'cottontree-tests-'));
  try {
    const report = join(dir, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { code } = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], { environment, shown: true });
    return countTests(await readFile(report, 'utf8').then(JSON.parse, () => null), code);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A file that could not even be loaded, and a run that failed for any other reason, count as one failure each. */
function countTests(report, code) {
  if (report === null) return { passed: 0, failed: 1 };
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')).length;
  const failed = report.numFailedTests + unloaded;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
}

/** `program` is a path inside node_modules, run by this very Node. */
async function run(program, args, { environment = process.env, shown = false } = {}) {
  await mkdir(CACHE, { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], { cwd: root, env: environment, stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'] });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
