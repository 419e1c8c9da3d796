import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { askServer, connectionAt } from '../../src/store/embedded/ask-server.ts';
import { chooseLauncher } from '../../src/store/embedded/choose-launcher.ts';
import { createCluster, endOrphans } from '../../src/store/embedded/ensure-running.ts';
import type { DataPlace } from '../../src/store/embedded/embedded-database.ts';
import { findBinaries } from '../../src/store/embedded/find-binaries.ts';
import { listProcesses, signalProcess, waitForEnd } from '../../src/store/embedded/processes.ts';
import { openSocketDirectory } from '../../src/store/embedded/socket-directory.ts';
import { startPostmaster } from '../../src/store/embedded/start-postmaster.ts';
import { endWithUs } from './end-with-us.ts';

/** A PostgreSQL that only the test starts, stops and hurts, as an operator's own would be. */
export type Postgres = AsyncDisposable & {
  readonly url: string;
  /** The file of its Unix socket. */
  readonly socketPath: string;
  readonly start: () => Promise<void>;
  /** Fast shutdown, or a kill: sessions end at once. */
  readonly stop: (signal?: 'SIGINT' | 'SIGKILL') => Promise<void>;
  /** Stops all its processes where they stand; answers with how to let them go on. */
  readonly freeze: () => () => void;
  /** The processes that serve a session now. */
  readonly backEnds: () => readonly number[];
};

const quiet = { info: () => undefined, warn: () => undefined };
const END = { polls: 1_000, pollMs: 10 };
const READY_POLLS_MAX = 3_000;

/** Makes one and starts it. */
export async function openPostgres(): Promise<Postgres> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-postgres-')));
  await chmod(folder, 0o711);
  const place: DataPlace = {
    dataDir: folder,
    clusterDir: join(folder, 'postgres'),
    clusterName: `cottontree-test-${folder.slice(-6)}`,
    logFile: join(folder, 'postgres.log'),
    connectionsMax: 100,
  };
  const launcher = await chooseLauncher(place, await findBinaries(folder));
  await createCluster({ place, launcher, log: quiet });
  await launcher.give(place.clusterDir);
  const socketDir = await openSocketDirectory(place, launcher);
  const { host, port, user, database } = connectionAt(socketDir);
  let pid = 0;
  // A test that ran out of time disposes of nothing, and a run that is killed neither.
  const guard = endWithUs('QUIT');

  const postgres: Postgres = {
    url: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    socketPath: join(socketDir, `.s.PGSQL.${port}`),
    async start() {
      await endOrphans(place);
      ({ pid } = await startPostmaster({ place, launcher, socketDir, log: quiet }));
      guard.over(pid);
      for (let poll = 0; (await askServer(place, socketDir)) === null; poll += 1) {
        if (poll > READY_POLLS_MAX) throw new Error('PostgreSQL does not become ready.');
        await pause(10);
      }
    },
    async stop(signal = 'SIGINT') {
      if (pid === 0) return;
      signalProcess(pid, signal);
      await waitForEnd(pid, END);
      pid = 0;
      guard.over(pid);
    },
    freeze() {
      const frozen = [pid, ...childrenOf(pid)];
      for (const one of frozen) signalProcess(one, 'SIGSTOP');
      return () => frozen.forEach((one) => signalProcess(one, 'SIGCONT'));
    },
    backEnds: () => backEndsOf(pid),
    async [Symbol.asyncDispose]() {
      await postgres.stop();
      guard.leave();
      await rm(folder, { recursive: true, force: true });
      await rm(socketDir, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

/** The processes of a postmaster that serve a session. */
export function backEndsOf(postmasterPid: number): readonly number[] {
  return listProcesses()
    .filter(
      (running) =>
        running.parentPid === postmasterPid && / cottontree cottontree \[local\]/.test(running.command),
    )
    .map((running) => running.pid);
}

function childrenOf(postmasterPid: number): readonly number[] {
  return listProcesses()
    .filter((running) => running.parentPid === postmasterPid)
    .map((running) => running.pid);
}
