import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Three PostgreSQL that Patroni keeps by etcd, with HAProxy in front: as many operators run it, on one machine. */
export type PatroniCluster = AsyncDisposable & {
  /** All three, as `DATABASE_URL` names them. */
  readonly hostsUrl: string;
  /** HAProxy, which knows who takes writes. */
  readonly proxyUrl: string;
  readonly primaryUrl: () => Promise<string>;
  /** Ends the primary's PostgreSQL and its Patroni at once, as where the machine dies; answers with how to start them again. */
  readonly killPrimary: () => Promise<() => Promise<void>>;
  /** Waits until one is primary and both others follow it, one of them synchronously. */
  readonly settled: () => Promise<void>;
};

type Node = {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  readonly dataDir: string;
  readonly configFile: string;
  patroni: ChildProcess | null;
};
type Seen = {
  readonly name: string;
  readonly role: string;
  readonly state: string;
};
/** Whoever runs the processes: PostgreSQL refuses to run as root. */
type Owner = { readonly uid: number; readonly gid: number } | Record<string, never>;

const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'drill';
const SETTLED_MS_MAX = 120_000;
const POLL_MS = 250;
/** Patroni's least time to live of a leader's key, and what fits into it. */
const TTL_S = 20;
const LOOP_S = 1;
const RETRY_S = 5;

/** Starts all of it and waits until it stands. Throws where a program is not on the machine. */
export async function openPatroniCluster(): Promise<PatroniCluster> {
  const owner = ownerOf();
  const folder = await mkdtemp(join(tmpdir(), 'ct-patroni-'));
  await chmod(folder, 0o755);
  if ('uid' in owner) await chown(folder, owner.uid, owner.gid);
  const [etcdPort = 0, peerPort = 0, proxyPort = 0, ...ports] = await freePorts(9);
  const binDir = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
  const running = new Set<ChildProcess>();
  const orphaned = (): void => {
    for (const child of running) child.kill('SIGKILL');
    for (const node of nodes) endPostgres(node);
  };
  const start = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, [...args], { cwd: folder, stdio: 'ignore', ...owner });
    running.add(child);
    child.once('exit', () => running.delete(child));
    child.once('error', () => running.delete(child));
    return child;
  };
  const nodes: Node[] = NAMES.map((name, at) => ({
    name,
    port: ports[at * 2] ?? 0,
    restPort: ports[at * 2 + 1] ?? 0,
    dataDir: join(folder, name),
    configFile: join(folder, `${name}.yml`),
    patroni: null,
  }));
  process.once('exit', orphaned);
  try {
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
    start('etcd', [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ]);
    await writeFile(join(folder, 'haproxy.cfg'), proxyConfig(proxyPort, nodes));
    start('haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db']);
    for (const node of nodes) {
      await writeFile(node.configFile, patroniConfig(node, { folder, binDir, etcdPort }));
      node.patroni = start('patroni', [node.configFile]);
    }
  } catch (error) {
    orphaned();
    throw error;
  }

  async function seen(): Promise<readonly Seen[]> {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { readonly members: readonly Seen[] }).members;
    }
    return [];
  }
  async function primary(): Promise<Node> {
    const leader = (await seen()).find(({ role, state }) => role === 'leader' && state === 'running');
    const node = nodes.find(({ name }) => name === leader?.name);
    if (!node) throw new Error('Patroni names no primary.');
    return node;
  }
  const urlOf = (hosts: string, database = 'shop'): string =>
    `postgresql://postgres:${PASSWORD}@${hosts}/${database}`;
  const settled = async (): Promise<void> => {
    const startedMs = performance.now();
    for (;;) {
      const members = await seen();
      const roles = members
        .filter(({ state }) => /^(running|streaming)$/.test(state))
        .map(({ role }) => role);
      if (roles.includes('leader') && roles.includes('sync_standby') && roles.length === NAMES.length) return;
      if (performance.now() - startedMs > SETTLED_MS_MAX)
        throw new Error(
          `The cluster does not stand: ${JSON.stringify(members)}; its files are in ${folder}.`,
        );
      await pause(POLL_MS);
    }
  };
  const cluster: PatroniCluster = {
    hostsUrl: `${urlOf(nodes.map(({ port }) => `127.0.0.1:${port}`).join(','))}?target_session_attrs=read-write`,
    proxyUrl: urlOf(`127.0.0.1:${proxyPort}`),
    primaryUrl: async () => urlOf(`127.0.0.1:${(await primary()).port}`),
    settled,
    async killPrimary() {
      const node = await primary();
      node.patroni?.kill('SIGKILL');
      endPostgres(node);
      return async () => {
        node.patroni = start('patroni', [node.configFile]);
      };
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', orphaned);
      const ends = [...running].map((child) => once(child, 'exit'));
      for (const child of running) child.kill('SIGKILL');
      for (const node of nodes) endPostgres(node);
      await Promise.all(ends);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  try {
    await settled();
    const maintenance = new Client({
      connectionString: urlOf(`127.0.0.1:${(await primary()).port}`, 'postgres'),
    });
    await maintenance.connect();
    await maintenance.query('CREATE DATABASE shop');
    await maintenance.end();
  } catch (error) {
    await cluster[Symbol.asyncDispose]();
    throw error;
  }
  return cluster;
}

function ownerOf(): Owner {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Ends the postmaster and all its children where they stand; nothing where none runs. */
function endPostgres({ dataDir }: Node): void {
  try {
    const said = execFileSync('head', ['-1', join(dataDir, 'postmaster.pid')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = Number(said);
    if (!Number.isInteger(pid) || pid <= 1) return;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    for (const one of [pid, ...children.split('\n').map(Number)]) if (one > 1) process.kill(one, 'SIGKILL');
  } catch {
    // It has none, or had ended before it was ended.
  }
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { readonly port: number }).port);
  await Promise.all(servers.map(async (server) => (server.close(), once(server, 'close'))));
  return ports;
}

function proxyConfig(port: number, nodes: readonly Node[]): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 60m
  timeout server 60m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`;
}

type Place = { readonly folder: string; readonly binDir: string; readonly etcdPort: number };

function patroniConfig({ name, port, restPort, dataDir }: Node, { folder, binDir, etcdPort }: Place): string {
  return JSON.stringify({
    scope: 'drill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: TTL_S,
        loop_wait: LOOP_S,
        retry_timeout: RETRY_S,
        master_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: '512MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binDir,
      pgpass: join(folder, `${name}.pgpass`),
      pg_hba: [
        'host all all 127.0.0.1/32 md5',
        'host replication all 127.0.0.1/32 md5',
        'local all all trust',
      ],
      parameters: { unix_socket_directories: folder, password_encryption: 'md5' },
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
        rewind: { username: 'rewinder', password: PASSWORD },
      },
    },
  });
}
