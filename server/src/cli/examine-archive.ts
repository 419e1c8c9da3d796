import { access } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { archiveKeyFile, readArchiveStatus, type ArchiveStatus } from '../store/index.ts';
import type { Finding } from './finding.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** What the promise of a minute leaves for a storage that is slow. */
const LOG_AGE_MAX_MS = 180_000;
/** One a day, and some time to make it. */
const DAILY_AGE_MAX_MS = 30 * HOUR_MS;

/** How the continuous backup stands, and where its key is. */
export async function examineArchive(
  { archive, dataDir, databaseUrl }: Pick<Config, 'archive' | 'dataDir' | 'databaseUrl'>,
  now: Date,
): Promise<readonly Finding[]> {
  if (archive === null) return [];
  if (databaseUrl !== null)
    return [
      {
        check: 'backup',
        state: 'bad',
        message: `nothing is sent to ${archive.to}: BACKUP_TO backs up the embedded database alone, and a move has led away from it. Take BACKUP_TO out, and have the database backed up by its own tools.`,
      },
    ];
  const status = readArchiveStatus(dataDir);
  if (status === null || status.to !== archive.to)
    return [
      {
        check: 'backup',
        state: 'warning',
        message: `nothing is in ${archive.to} yet: it begins when the server is started with BACKUP_TO.`,
      },
    ];
  const key = archive.key === null && (await isThere(archiveKeyFile(dataDir)));
  return [
    judgeLog(status, now),
    judgeDaily(status, now),
    ...(key
      ? [
          {
            check: 'backup key',
            state: 'ok' as const,
            message: `${archiveKeyFile(dataDir)}: keep a copy elsewhere, with secret.key; when this machine is lost, nothing opens without them`,
          },
        ]
      : []),
  ];
}

function judgeLog(
  { to, archived_until: until, problem, held_bytes: held }: ArchiveStatus,
  now: Date,
): Finding {
  const check = 'backup';
  const trouble = problem === null ? '' : ` ${problem}`;
  if (until === null) return { check, state: 'bad', message: `${to} has no whole base copy yet.${trouble}` };
  const ageMs = now.getTime() - Date.parse(until);
  const waits = `${(held / 1e6).toFixed(0)} MB wait`;
  const message = `${to} has everything up to ${(ageMs / SECOND_MS).toFixed(0)} s ago, ${waits}`;
  if (ageMs <= LOG_AGE_MAX_MS && problem === null) return { check, state: 'ok', message };
  return {
    check,
    state: ageMs <= LOG_AGE_MAX_MS ? 'warning' : 'bad',
    message: `${message}.${trouble || ' Is the server running?'}`,
  };
}

/** The base copy, and the restore that is tried by itself. */
function judgeDaily(status: ArchiveStatus, now: Date): Finding {
  const check = 'trial';
  const ageMs = status.verified_at === null ? null : now.getTime() - Date.parse(status.verified_at);
  const base =
    status.base_at === null
      ? 'no base copy'
      : `the base copy is ${hours(now.getTime() - Date.parse(status.base_at))} h old`;
  if (status.verify_problem !== null)
    return {
      check,
      state: 'bad',
      message: `the last restore that was tried was not right: ${status.verify_problem}`,
    };
  if (ageMs === null) return { check, state: 'warning', message: `${base}, and no restore was tried yet.` };
  const message = `${base}; it was restored by itself ${hours(ageMs)} h ago in ${status.verified_seconds} s, and found right`;
  return ageMs <= DAILY_AGE_MAX_MS
    ? { check, state: 'ok', message }
    : { check, state: 'bad', message: `${message}: none since.` };
}

function hours(ms: number): string {
  return (ms / HOUR_MS).toFixed(1);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
