import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from './root.mjs';
import { filesToTryAgain, withSecondTries } from './second-tries.mjs';

/** Of what a failed test said. */
const LINE_CHARACTERS = 200;
const FILES_WORTH_A_SUM = 50;
const FOLDERS_SHOWN = 12;
const BACKGROUND = constants.priority.PRIORITY_LOW;
const CACHE = join(root, 'node_modules/.cache/cottontree');

/** One step is one promise of the checkout: its name, and the installed program that keeps it. */
export const types = typesOf('types', 'tsconfig.json');
/** What runs in browsers knows other things than what runs in Node. */
export const webTypes = typesOf('types of the web', 'web/tsconfig.json');
function typesOf(name, project) {
  const kept = join(CACHE, `${project.replace('/', '-')}.tsbuildinfo`);
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', kept];
  return { name, program: 'typescript-native/bin/tsc', args };
}
export const lint = { name: 'lint', program: 'oxlint/bin/oxlint', args: [] };
export const format = { name: 'format', program: 'oxfmt/bin/oxfmt', args: ['--check'] };
export const architecture = {
  name: 'architecture',
  program: 'vitest/vitest.mjs',
  args: ['run', '--reporter=dot', 'server/test/architecture'],
};
export const deadCode = { name: 'dead code', program: 'knip/bin/knip.js', args: ['--no-progress'] };

/** Runs a step without noise and tells how it went; what it said only when it failed. */
export async function passes(step) {
  const { ok, said } = await outcomeOf(step);
  console.log(said);
  return ok;
}

/** Runs steps one after the other beside what matters more, with what that leaves of the processors. */
export async function inBackground(steps) {
  const outcomes = [];
  for (const step of steps) outcomes.push({ ...step, ...(await outcomeOf(step, { priority: BACKGROUND })) });
  return outcomes;
}

async function outcomeOf({ name, program, args }, how) {
  const startedMs = performance.now();
  const { code, output } = await run(program, args, how);
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  const ending = `${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`;
  return { ok: code === 0, said: code === 0 ? ending : `${output.trimEnd()}\n${ending}` };
}

/**
 * Runs the tests for people to see; counts them, and names what failed, from vitest's own report. Where machines are
 * crowded (`CI`), files that look into a browser and failed run once more, alone and on services of their own.
 */
export async function runTests(args, environment) {
  const first = await runOnce(args, environment);
  const again = process.env.CI && first.report ? filesToTryAgain(first.report) : [];
  if (again.length === 0) return judgeRun(first);
  console.log(`Once more, alone: ${again.map((name) => relative(root, name)).join(', ')}`);
  const second = await runOnce(again, environment);
  if (!second.report) return judgeRun(second);
  const { passedSecond, ...report } = withSecondTries(first.report, second.report);
  return { ...judgeRun({ ...second, report }), secondTries: passedSecond };
}

async function runOnce(args, environment) {
  const dir = await mkdtemp(join(tmpdir(), 'cottontree-tests-'));
  try {
    const file = join(dir, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const ending = await run('vitest/vitest.mjs', ['run', ...reporters, ...args], {
      environment,
      shown: true,
    });
    const report = await readFile(file, 'utf8').then(JSON.parse, () => null);
    if (report?.testResults.length >= FILES_WORTH_A_SUM) console.log(timesByFolder(report.testResults));
    return { report, ...ending };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A file that could not even be loaded, and a run that failed for any other reason, count as one failure each. */
function judgeRun({ report, code, signal }) {
  if (report === null)
    return {
      passed: 0,
      secondTries: [],
      failures: [
        `The run was ended by ${signal ?? `status ${code}`} before it could tell how each test went.`,
      ],
    };
  const failures = report.testResults.flatMap(failuresOf);
  return {
    passed: report.testResults.flatMap((one) => one.assertionResults).filter(isPassed).length,
    secondTries: [],
    failures:
      failures.length === 0 && code !== 0
        ? ['Something outside of the tests failed; it stands above.']
        : failures,
  };
}

const isPassed = ({ status }) => status === 'passed';

/** Where the time went: seconds that files of tests took, by folder, and how many there are. */
function timesByFolder(files) {
  const folders = new Map();
  for (const { name, startTime, endTime } of files) {
    const path = relative(root, name).split(sep);
    const folder = path.slice(0, Math.min(path.length - 1, path[2] === 'modules' ? 4 : 3)).join('/');
    const { seconds, count } = folders.get(folder) ?? { seconds: 0, count: 0 };
    folders.set(folder, { seconds: seconds + (endTime - startTime) / 1_000, count: count + 1 });
  }
  return [...folders]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, FOLDERS_SHOWN)
    .map(([folder, { seconds, count }]) => `${seconds.toFixed(0).padStart(6)} s  ${folder} (${count} files)`)
    .join('\n');
}

function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [`${file}: ${firstLine(message)}`];
  return failed.map(
    ({ ancestorTitles, title, failureMessages }) =>
      `${[file, ...ancestorTitles, title].join(' > ')}\n        ${firstLine(failureMessages[0])}`,
  );
}

function firstLine(text) {
  return (text ?? '').trim().split('\n')[0].slice(0, LINE_CHARACTERS);
}

/** `program` is a path inside node_modules, run by this very Node. */
async function run(program, args, { environment = process.env, shown = false, priority = 0 } = {}) {
  await mkdir(CACHE, { recursive: true });
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: root,
      env: environment,
      stdio: ['ignore', shown ? 'inherit' : 'pipe', shown ? 'inherit' : 'pipe'],
    });
    if (priority !== 0 && child.pid !== undefined) setPriority(child.pid, priority);
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code, signal) => resolve({ code, signal, output: Buffer.concat(chunks).toString() }));
  });
}
