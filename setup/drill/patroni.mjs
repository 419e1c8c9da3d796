import { runDrill, answerOf } from './run.mjs';

/** What is run, the package of Debian that has it, and how it is asked for its version. */
const WANTED = [
  ['patroni', 'patroni', ['--version']],
  ['etcd', 'etcd-server', ['--version']],
  ['haproxy', 'haproxy', ['-v']],
];

export async function drillPatroni() {
  return runDrill('patroni.test.ts', {});
}
