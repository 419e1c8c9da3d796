import { runDrill, answerOf } from './run.mjs';

/** What is run, the package of Debian that has it, and how it is asked for its version. */
const WANTED = [
  ['patroni', 'patroni', ['--version']],
  ['etcd', 'etcd-server', ['--version']],
  ['haproxy', 'haproxy', ['-v']],
  ['pg_config', 'postgresql-common', ['--version']],
];
const KILLS_MAX = 1_000;

/** Runs the drill where its programs are; else says what is missing. */
export async function drillPatroni(args) {
  const [flag, kills = '5'] = args;
  if (
    args.length > 2 ||
    (flag !== undefined && flag !== '--kills') ||
    !(Number(kills) >= 1 && Number(kills) <= KILLS_MAX)
  ) {
    console.error(`patroni takes --kills N, 1 to ${KILLS_MAX}, or nothing.`);
    return 2;
  }
  const missing = WANTED.filter(([program, , asked]) => answerOf(program, asked) === null);
  const server = answerOf('pg_config', ['--bindir']);
  if (server !== null && answerOf(`${server}/postgres`, ['--version']) === null)
    missing.push(['postgres', 'postgresql']);
  if (missing.length > 0) {
    console.error(
      `Not on this machine: ${missing.map(([program]) => program).join(', ')}. On Debian: apt-get install ${[...new Set(missing.map(([, name]) => name)), 'postgresql'].join(' ')}`,
    );
    return 2;
  }
  return runDrill('patroni.test.ts', { DRILL_KILLS: kills });
}
