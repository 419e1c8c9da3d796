import { stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { type Config, hostInUrl, readApiEnvironment } from '../config.ts';
import { openRuntime, type Runtime } from '../runtime.ts';
import { UnmigratedError } from '../store/index.ts';
import { answer, describeCommand, type Surroundings } from './answer.ts';
import { examineArchive } from './examine-archive.ts';
import { examineDatabase } from './examine-database.ts';
import { examineSealed } from './examine-sealed.ts';
import type { Finding } from './finding.ts';
import { examineLive, type LivePlaces } from './live/examine-live.ts';
import { readBaseUrl } from './read-option.ts';
import { whyNoDatabase } from './refuse-without-database.ts';

const MARKS = Object.freeze({ ok: 'ok      ', warning: 'look    ', bad: 'BAD     ' });

type Options = {
  readonly json?: boolean;
  readonly live?: boolean;
  readonly baseUrl?: string;
  readonly metrics?: string;
  readonly backups?: string;
};

/** `doctor` */
export function doctorCommand(): Command {
  return describeCommand(
    'doctor',
    'check Node, disk, database, clock and PUBLIC_URL; exit code 1 where something is not as it must be',
  )
    .option('--live', 'ask a running server instead: readiness, clock, certificate, queues, load, backups')
    .option('--base-url <url>', 'its address; COTTONTREE_BASE_URL or PUBLIC_URL, if left out', readBaseUrl)
    .option('--metrics <url>', 'where it tells its metrics; METRICS_PORT on HOST, if left out', readBaseUrl)
    .option('--backups <folder>', 'where its backups are put')
    .action((options: Options) =>
      answer(options, async (around) => {
        const findings = options.live
          ? await examineLive(placesOf(options, around.config))
          : [...(await examineMachine(around.config)), ...(await examineRuntime(around))];
        const ok = findings.every(({ state }) => state !== 'bad');
        return {
          json: { ok, findings },
          text: findings
            .map(({ check, state, message }) => `${MARKS[state]}${check.padEnd(12)}${message}`)
            .join('\n'),
          bad: !ok,
        };
      }),
    );
}

/** Where a server is asked: as the options say, else as its own environment would. */
function placesOf({ baseUrl, metrics, backups }: Options, config: Config): LivePlaces {
  const base = baseUrl ?? readApiEnvironment().baseUrl ?? config.publicUrl;
  const own =
    config.metricsPort === null ? null : `http://${hostInUrl(config.host)}:${config.metricsPort}/metrics`;
  return {
    baseUrl: base.replace(/\/v1$/, ''),
    metricsUrl: metrics ?? own,
    backups: backups ?? null,
  };
}

async function examineRuntime({ config, log }: Surroundings): Promise<readonly Finding[]> {
  const missing = await whyNoDatabase(config);
  if (missing !== null)
    return [{ check: 'database', state: 'warning', message: `${missing} The first start makes one.` }];
  const opening = { config, log, purpose: 'command', otherKey: 'told', schema: 'now' } as const;
  const runtime = await openRuntime(opening).catch((error: unknown) => error as Error);
  if (runtime instanceof UnmigratedError)
    return [{ check: 'database', state: 'warning', message: runtime.message }];
  if (runtime instanceof Error) return [{ check: 'database', state: 'bad', message: runtime.message }];
  return examine(runtime).finally(runtime.close);
}

async function examine(runtime: Runtime): Promise<readonly Finding[]> {
  return [
    ...(await examineDatabase(runtime)),
    ...(await examineArchive(runtime.config, runtime.context.world.now())),
    await examineSealed(runtime),
    await examinePublicUrl(runtime),
  ];
}

const FREE_BYTES_LEAST = 200e6;
const FREE_BYTES_WISHED = 2e9;

/** Node, the disk under DATA_DIR, and who may read its secrets. */
async function examineMachine(config: Config): Promise<readonly Finding[]> {
  return [
    examineNode(process.versions.node),
    await examineDisk(config),
    ...(await examineSecretFiles(config)),
  ];
}

function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return {
    check: 'node',
    state: supported ? 'ok' : 'bad',
    message: supported ? `Node ${version}` : `Node ${version} is too old: 20.19, 22.12 or newer is needed.`,
  };
}

/** With a database elsewhere nothing that grows lies in `DATA_DIR`, which may then be as small as it likes. */
async function examineDisk({ databaseUrl, dataDir }: Config): Promise<Finding> {
  if (databaseUrl !== null)
    return { check: 'disk', state: 'ok', message: `the database keeps nothing in ${dataDir}` };
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const free = bavail * bsize;
  const message = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
  if (free < FREE_BYTES_LEAST)
    return { check: 'disk', state: 'bad', message: `${message}: make room, or writes will be refused.` };
  return free < FREE_BYTES_WISHED
    ? { check: 'disk', state: 'warning', message: `${message}: that will not last.` }
    : { check: 'disk', state: 'ok', message };
}

/** The folder itself may not be made yet. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).then(
    () => true,
    () => false,
  );
  return found || dirname(path) === path ? path : nearestFolder(dirname(path));
}

const DEADLINE_MS = 5_000;

/** Whether links in answers lead to a server that answers. */
async function examinePublicUrl({ config, context }: Runtime): Promise<Finding> {
  const url = `${config.publicUrl}/healthz`;
  if (config.port === 0 && !config.publicUrlGiven)
    return { check: 'public URL', state: 'ok', message: 'PORT=0 picks one at each start' };
  const { status, error, hint } = await context.world.send({
    url,
    method: 'GET',
    headers: {},
    body: Buffer.alloc(0),
    deadlineMs: DEADLINE_MS,
  });
  if (status === 200) return { check: 'public URL', state: 'ok', message: `${config.publicUrl} answers` };
  const reason = status === null ? (hint ?? error ?? 'no answer') : `it answers with status ${status}`;
  return {
    check: 'public URL',
    state: 'warning',
    message: `${url}: ${reason} Is the server running, and does PUBLIC_URL lead to it?`,
  };
}

const KEY_FILE = 'secret.key';
/** What else lies in a data directory and opens something: former keys, the backup's, passwords of databases and of the demo's people. */
const OTHERS = ['secret.key.previous', 'backup.key', 'database.json', 'database.next.json', 'demo.json'];

/** Who may read the secret key, and whatever else of the data directory nobody else may. */
export async function examineSecretFiles({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<readonly Finding[]> {
  const path = join(dataDir, KEY_FILE);
  const key = await modeOf(path);
  const found = await Promise.all(
    OTHERS.map(async (name) => (isOpen(await modeOf(join(dataDir, name))) ? [join(dataDir, name)] : [])),
  );
  return [
    isOpen(key)
      ? openToOthers(path)
      : { check: 'secret key', state: 'ok', message: whereKeyIs(secretKey === null, key === null, path) },
    ...found.flat().map(openToOthers),
  ];
}

function whereKeyIs(isFile: boolean, isMissing: boolean, path: string): string {
  if (!isFile) return 'from SECRET_KEY';
  return isMissing ? `${path} is made at the first start` : `${path}, for its owner only`;
}

function openToOthers(path: string): Finding {
  return { check: 'secret key', state: 'warning', message: `${path} can be read by others: chmod 600 it.` };
}

/** Null where there is no such file. */
async function modeOf(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mode }) => mode,
    () => null,
  );
}

function isOpen(mode: number | null): boolean {
  return mode !== null && (mode & 0o077) !== 0 && process.platform !== 'win32';
}
