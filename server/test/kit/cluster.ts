import { chmod, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { askServer, connectionAt } from '../../src/store/embedded/ask-server.ts';
import { chooseLauncher, type Launcher } from '../../src/store/embedded/choose-launcher.ts';
import type { DataPlace } from '../../src/store/embedded/embedded-database.ts';
import { createCluster, endOrphans } from '../../src/store/embedded/ensure-running.ts';
import { findBinaries } from '../../src/store/embedded/find-binaries.ts';
import { hasCode, listProcesses, signalProcess, waitForEnd } from '../../src/store/embedded/processes.ts';
import { openSocketDirectory } from '../../src/store/embedded/socket-directory.ts';
import { startPostmaster } from '../../src/store/embedded/start-postmaster.ts';
import { endWithUs } from './end-with-us.ts';

/** One PostgreSQL of several: the primary, or a physical copy that follows it. */
export type Member = {
  readonly name: string;
  /** This one alone. */
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Kills the postmaster and everything it started, at once. */
  readonly kill: () => Promise<void>;
  /** Stops every process of it where it stands, as a machine that hangs; `thaw` lets them go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Asks it as its owner. */
  readonly ask: (sql: string, values?: readonly unknown[]) => Promise<Record<string, unknown>>;
};

/** A primary with two synchronous standbys, of which any one has a write before it is acknowledged. */
export type Cluster = AsyncDisposable & {
  /** All of them, as an operator names them. */
  readonly url: string;
  readonly primary: () => Member;
  readonly standbys: () => readonly Member[];
  /** Waits until both standbys follow. */
  readonly settled: () => Promise<void>;
  /** Kills the primary; answers with it. */
  readonly killPrimary: () => Promise<Member>;
  /** Promotes the standby that has most and lets the other follow it. */
  readonly promote: () => Promise<void>;
  /** Makes a member anew, as a copy of the primary that follows it. */
  readonly rebuild: (member: Member) => Promise<void>;
};

type Node = Member & {
  readonly place: DataPlace;
  readonly launcher: Launcher;
  readonly socketDir: string;
  readonly pid: () => number;
  /** Nobody starts it any more. */
  readonly leave: () => void;
};

const NAMES = ['one', 'two', 'three'] as const;
const quiet = { info: () => undefined, warn: () => undefined };
const END = { polls: 1_000, pollMs: 10 };
const READY_POLLS_MAX = 3_000;
const POLL_MS = 10;
const COPY_TRIES_MAX = 5;

const settings = {
  wal_level: 'replica',
  max_wal_senders: '8',
  // A copy is caught up with from the primary's own log.
  wal_keep_size: '512MB',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '100ms',
};
/** Not among the settings above, for who makes the database has nobody yet who could follow. */
const QUORUM = `synchronous_standby_names = 'ANY 1 (${NAMES.join(', ')})'\n`;

/** Makes all three and waits until they follow. */
export async function openCluster(): Promise<Cluster> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ct-cluster-')));
  await chmod(folder, 0o711);
  const nodes: Node[] = [];
  for (const name of NAMES) nodes.push(await makeNode(folder, name));
  const [first, ...others] = nodes as [Node, Node, Node];
  await createCluster({ place: first.place, launcher: first.launcher, log: quiet });
  await writeFile(join(first.place.clusterDir, 'pg_hba.conf'), HBA);
  await first.launcher.give(first.place.clusterDir);
  await first.start();
  let primary = first;
  const standbys = (): readonly Node[] => nodes.filter((node) => node !== primary);

  const cluster: Cluster = {
    url: `postgresql://${OWNER}@/${OWNER}?host=${nodes.map(({ socketDir }) => encodeURIComponent(socketDir)).join(',')}&port=5432&target_session_attrs=read-write`,
    primary: () => primary,
    standbys,
    settled: () =>
      until('both standbys follow', async () => {
        const sql =
          "SELECT count(*)::int AS following FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'quorum'";
        return (await primary.ask(sql))['following'] === nodes.length - 1;
      }),
    async killPrimary() {
      await primary.kill();
      return primary;
    },
    async promote() {
      const left = standbys();
      const received = await Promise.all(left.map(receivedBytes));
      const most = left[received.indexOf(received.reduce((a, b) => (a > b ? a : b)))] as Node;
      await most.ask('SELECT pg_promote(true, 60)');
      primary = most;
      for (const node of left.filter((other) => other !== most)) {
        await follow(node, most);
        signalProcess(node.pid(), 'SIGHUP');
      }
    },
    async rebuild(member) {
      const node = nodes.find((one) => one === member) as Node;
      await copy(primary, node);
      await follow(node, primary);
      await node.launcher.give(node.place.clusterDir);
      await node.start();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.kill()));
      for (const node of nodes) node.leave();
      await rm(folder, { recursive: true, force: true });
      for (const { socketDir } of nodes) await rm(socketDir, { recursive: true, force: true });
    },
  };
  try {
    for (const node of others) await cluster.rebuild(node);
    await writeFile(join(first.place.clusterDir, AUTO_CONF), QUORUM);
    signalProcess(first.pid(), 'SIGHUP');
    await cluster.settled();
    return cluster;
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
}

const OWNER = 'cottontree';
const AUTO_CONF = 'postgresql.auto.conf';
const HBA = 'local all all trust\nlocal replication all trust\n';

async function makeNode(folder: string, name: string): Promise<Node> {
  const dataDir = join(folder, name);
  await mkdir(dataDir, { mode: 0o711 });
  const place: DataPlace = {
    dataDir,
    clusterDir: join(dataDir, 'postgres'),
    clusterName: `cottontree-test-${folder.slice(-6)}-${name}`,
    logFile: join(dataDir, 'postgres.log'),
    connectionsMax: 100,
    settings,
  };
  const launcher = await chooseLauncher(place, await findBinaries(dataDir));
  // Its folder is there before PostgreSQL is, and short enough for a socket.
  const socketDir = await openSocketDirectory(place, launcher);
  let pid = 0;
  const signalAll = (signal: NodeJS.Signals): void => {
    if (pid === 0) return;
    const children = listProcesses().filter(({ parentPid }) => parentPid === pid);
    for (const one of [pid, ...children.map((child) => child.pid)]) signalProcess(one, signal);
  };
  // A test that ran out of time disposes of nothing, and a run that is killed neither.
  const guard = endWithUs('QUIT');
  return {
    name,
    url: `postgresql://${OWNER}@/${OWNER}?host=${encodeURIComponent(socketDir)}&port=5432`,
    place,
    launcher,
    socketDir,
    pid: () => pid,
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async start() {
      await endOrphans(place);
      const started = await startPostmaster({ place, launcher, socketDir, log: quiet });
      ({ pid } = started);
      guard.over(pid);
      await until(`${name} is ready`, async () => {
        const ending = await started.ending();
        if (ending) throw ending;
        return (await askServer(place, socketDir)) !== null;
      });
    },
    async kill() {
      if (pid === 0) return;
      signalAll('SIGKILL');
      await waitForEnd(pid, END);
      pid = 0;
      guard.over(pid);
    },
    leave: guard.leave,
    async ask(sql, values = []) {
      const client = new Client({ ...connectionAt(socketDir), connectionTimeoutMillis: 5_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return ((await client.query(sql, [...values])).rows[0] ?? {}) as Record<string, unknown>;
      } finally {
        await client.end();
      }
    },
  };
}

/** How much of the log a standby has, once nothing more arrives. */
async function receivedBytes(node: Node): Promise<bigint> {
  await until(`${node.name} hears no more of the primary`, async () => {
    return (await node.ask('SELECT count(*)::int AS receiving FROM pg_stat_wal_receiver'))['receiving'] === 0;
  });
  const { bytes } = await node.ask(
    "SELECT pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::int8 AS bytes",
  );
  return BigInt(String(bytes));
}

function follow(node: Node, primary: Node): Promise<void> {
  const from = `host=${primary.socketDir} port=5432 user=${OWNER} application_name=${node.name}`;
  return writeFile(
    join(node.place.clusterDir, AUTO_CONF),
    `${QUORUM}primary_conninfo = '${from}'
`,
  );
}

/** A physical copy of a server that works on, as `pg_basebackup` makes one; its label tells where to begin. */
async function copy(from: Node, to: Node): Promise<void> {
  const { clusterDir } = to.place;
  const client = new Client(connectionAt(from.socketDir));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('copy', true)");
    await copyFiles(from.place.clusterDir, clusterDir);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(clusterDir, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(clusterDir, 'standby.signal'), '');
  } finally {
    await client.end();
  }
}

/** Of a running server a file may vanish while it is copied: then it is not needed, but all is copied anew. */
async function copyFiles(from: string, to: string): Promise<void> {
  const left = new Set(['postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label']);
  for (let tried = 1; ; tried += 1) {
    try {
      await rm(to, { recursive: true, force: true });
      await cp(from, to, {
        recursive: true,
        filter: (path) => !left.has(basename(path)) && !/\/pg_wal\/[^/]+$/.test(path),
      });
      for (const inside of ['archive_status', 'summaries'])
        await mkdir(join(to, 'pg_wal', inside), { recursive: true });
      return await chmod(to, 0o700);
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || tried === COPY_TRIES_MAX) throw error;
    }
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (let poll = 0; !(await holds()); poll += 1) {
    if (poll > READY_POLLS_MAX) throw new Error(`It does not come about that ${what}.`);
    await pause(POLL_MS);
  }
}
