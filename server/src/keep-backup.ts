import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readNodeEnvironment, type Config } from './config.ts';
import { createClockJudge } from './judge-clock.ts';
import type { Logger } from './kernel/running/logger.ts';
import { createVault } from './kernel/secrets/vault.ts';
import { loadSecretKey } from './secret-key.ts';
import {
  endArchive,
  endTrial,
  findMigrations,
  isArchivable,
  keepArchive,
  noteTrialProcess,
  readArchiveKey,
  signalProcess,
  type ArchiveOptions,
  type EmbeddedDatabase,
} from './store/index.ts';
import { createWorld } from './world.ts';

/** A move has led to a database that this program does not back up, and the environment still wants it. */
export function warnOfNoBackup({ archive }: Pick<Config, 'archive'>, log: Logger): void {
  if (archive !== null)
    log.warn(
      { to: archive.to },
      'BACKUP_TO backs up the embedded database alone, and a move has led away from it: nothing is sent there. Take BACKUP_TO out, and have the database backed up by its own tools.',
    );
}

type Keeping = {
  readonly config: Config;
  readonly embedded: EmbeddedDatabase;
  readonly log: Logger;
};

/** Backs the embedded database up all the time, where the configuration wants it; answers with how to stop. */
export async function keepBackup({ config, embedded, log }: Keeping): Promise<() => Promise<void>> {
  const { archive: options, dataDir } = config;
  const trialDir = join(dataDir, 'backup.trial');
  await endTrial(trialDir);
  if (options === null) {
    await endArchive(dataDir, embedded.connection);
    return async () => undefined;
  }
  await startArchivable(embedded, log);
  const { appVersion } = await findMigrations();
  const archive = await keepArchive({
    options,
    dataDir,
    connection: embedded.connection,
    log,
    hasRoom: embedded.hasRoom,
    isClockSteady: createClockJudge(clock, async () => clock.now()),
    appVersion,
    secretKeyId: async () => createVault(noChance, (await loadSecretKey(config)).current).keyId,
    tryRestore: (lineage, signal) =>
      tryRestore({ config, options, trialDir, lineage, signal, hasRoom: embedded.hasRoom }),
  });
  return archive.stop;
}

/** The embedded database has the clock of this machine. */
const clock = createWorld({ egress: { send: askNobody, prepare: askNobody } });

const RESTART_POLLS_MAX = 600;
const RESTART_POLL_MS = 100;

/** A database that is still running from before was perhaps started without BACKUP_TO; it is started again before anybody uses it. */
async function startArchivable(embedded: EmbeddedDatabase, log: Logger): Promise<void> {
  if (await isArchivable(embedded.connection)) return;
  log.info({}, 'The embedded database was started without BACKUP_TO; it is started again.');
  const before = embedded.postmasterPid();
  signalProcess(before, 'SIGINT');
  for (let poll = 0; poll < RESTART_POLLS_MAX; poll += 1) {
    await pause(RESTART_POLL_MS);
    if (embedded.postmasterPid() === before) continue;
    if (await isArchivable(embedded.connection).catch(() => false)) return;
  }
}

type Trial = {
  readonly config: Config;
  readonly options: ArchiveOptions;
  readonly trialDir: string;
  readonly lineage: string;
  readonly signal: AbortSignal;
  readonly hasRoom: () => boolean;
};

/** The longest that restoring and looking may take. */
const TRIAL_MS_MAX = 6 * 3_600_000;
const LOOK_MS = 1_000;

/**
 * Does what an operator would do who lost this machine: `restore --at latest` into an empty data directory, then
 * `verify` on it; as processes of their own at a low priority. Why that did not go well, or null.
 */
async function tryRestore(trial: Trial): Promise<string | null> {
  const { config, options, trialDir, lineage, hasRoom } = trial;
  const full = new AbortController();
  const look = setInterval(() => hasRoom() || full.abort(), LOOK_MS);
  look.unref();
  const signal = AbortSignal.any([trial.signal, full.signal, AbortSignal.timeout(TRIAL_MS_MAX)]);
  try {
    const environment = await environmentOf(trial);
    const restored = await runQuietly(['restore', '--at', 'latest', '--lineage', lineage, '--json'], {
      environment: { ...environment, ...(await archiveEnvironment(config.dataDir, options)) },
      signal,
      trialDir,
    });
    return restored ?? (await runQuietly(['verify', '--json'], { environment, signal, trialDir }));
  } finally {
    clearInterval(look);
    await endTrial(trialDir);
  }
}

async function environmentOf({ config, trialDir }: Trial): Promise<Record<string, string>> {
  const { current, previous } = await loadSecretKey(config);
  return {
    // A storage that the server reaches, a trial reaches.
    ...readNodeEnvironment(),
    DATA_DIR: trialDir,
    SECRET_KEY: current.toString('base64'),
    SECRET_KEY_PREVIOUS: previous.map((key) => key.toString('base64')).join(','),
    DEMO: '0',
    LOG_LEVEL: 'error',
  };
}

async function archiveEnvironment(
  dataDir: string,
  { to, target, key }: ArchiveOptions,
): Promise<Record<string, string>> {
  const known = await readArchiveKey(dataDir, key);
  return {
    BACKUP_TO: to,
    ...(known === null ? {} : { BACKUP_KEY: known.bytes.toString('base64') }),
    ...(target.kind === 's3' && {
      AWS_ACCESS_KEY_ID: target.accessKeyId,
      AWS_SECRET_ACCESS_KEY: target.secretAccessKey,
      ...(target.sessionToken === null ? {} : { AWS_SESSION_TOKEN: target.sessionToken }),
    }),
  };
}

const SAID_CHARACTERS_MAX = 2_000;

type Running = Pick<Trial, 'signal' | 'trialDir'> & { readonly environment: Record<string, string> };

/** Runs a command of this program; what it said last where it failed, else null. */
async function runQuietly(
  words: readonly string[],
  { environment, signal, trialDir }: Running,
): Promise<string | null> {
  if (signal.aborted) return 'it was broken off';
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream
      .setEncoding('utf8')
      .on('data', (text: string) => (said = (said + text).slice(-SAID_CHARACTERS_MAX)));
  const broken = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', broken);
  try {
    const [code] = await Promise.all([ended, child.pid === undefined ? null : stepBack(trialDir, child.pid)]);
    if (code === 0) return null;
    return `${words[0]} ended with ${code === null ? 'a signal: there was no time or no room' : code}: ${said.trim()}`;
  } finally {
    signal.removeEventListener('abort', broken);
  }
}

/** The database that it starts is as patient. */
async function stepBack(trialDir: string, pid: number): Promise<void> {
  await noteTrialProcess(trialDir, pid);
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

function askNobody(): never {
  throw new Error('A backup asks nobody outside.');
}

/** Only the key's id is asked for, and that leaves nothing to chance. */
function noChance(): Buffer {
  throw new Error('Nothing is sealed here.');
}
