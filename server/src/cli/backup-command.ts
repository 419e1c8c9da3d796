import { join, resolve } from 'node:path';
import { access, stat, statfs } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import {
  ArchiveError,
  archiveKeyFile,
  BackupError,
  isStorageFull,
  lacksChecksums,
  openArchiveStorage,
  readArchiveKey,
  readBackupManifest,
  restoreArchive,
  restoreBackup,
  writeBackup,
} from '../store/index.ts';
import { typed } from '../config.ts';
import { createVault } from '../kernel/secrets/vault.ts';
import { loadSecretKey, type SecretKeys } from '../secret-key.ts';
import { answer, answerFromRuntime, describeCommand, type Answer, type Surroundings } from './answer.ts';
import { withDatabase } from './with-database.ts';

/** `backup` */
export function backupCommand(): Command {
  return describeCommand('backup', 'write everything the database holds to a file, while the server goes on')
    .argument('<file>', 'a tar, replaced if it is there')
    .action((file: string, options: { readonly json?: boolean }) =>
      answerFromRuntime(
        options,
        async ({ context, snapshotPlaces }) => {
          const { world, vault } = context;
          const stopping = new AbortController();
          // The first signal leaves nothing half written behind; a second one does not wait.
          for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
            process.once(signal, () => stopping.abort());
          const startedMs = world.monotonicMs();
          const written = await writeBackup({
            ...snapshotPlaces,
            file: resolve(file),
            secretKeyId: vault.keyId,
            now: world.now(),
            signal: stopping.signal,
          });
          const seconds = Math.round((world.monotonicMs() - startedMs) / 100) / 10;
          return {
            json: { file, ...written, seconds, secret_key_id: vault.keyId },
            text: `Wrote ${file}: ${written.rows} rows of ${written.tables} tables, ${(written.bytes / 1e6).toFixed(1)} MB, in ${seconds} s.\nThe secret key is not in it: keep that elsewhere; without it nothing sealed can be opened.`,
          };
        },
        // It tells which key opens what is in it.
        { otherKey: 'refused', schema: 'now' },
      ),
    );
}

/** `restore` */
export function restoreCommand(): Command {
  return describeCommand(
    'restore',
    'load a backup into an empty database, under the secret key it was made with; or the continuous backup of BACKUP_TO, as it stood at a moment, into an empty DATA_DIR',
  )
    .argument('[file]', 'what backup wrote')
    .option(
      '--at <time>',
      'of the continuous backup: a moment in UTC, such as 2026-11-21T14:05, or latest',
      readMoment,
    )
    .option('--lineage <name>', 'whose, where several data directories archived that moment')
    .action((file: string | undefined, options: Options) =>
      answer(options, async (around) => {
        if ((file === undefined) === (options.at === undefined))
          throw new BackupError(
            'Say either which FILE is restored, or --at which moment of the continuous backup.',
          );
        if (file !== undefined && options.lineage !== undefined)
          throw new BackupError(
            '--lineage belongs to --at, of the continuous backup: a FILE is of one data directory, and restored without it.',
          );
        return file === undefined ? restoreMoment(around, options) : restoreFile(around, file);
      }),
    );
}

type Options = {
  readonly json?: boolean;
  readonly at?: Date | 'latest';
  readonly lineage?: string;
};

async function restoreFile(around: Surroundings, file: string): Promise<Answer> {
  const manifest = await readBackupManifest(resolve(file));
  await refuseOtherKey(around, manifest.secret_key_id);
  const tellRoom = await lookAtRoom(around, resolve(file));
  const restored = await withDatabase(around, (connection) =>
    restoreBackup({ connection, file: resolve(file), manifest, log: around.log }),
  ).catch(tellRoom);
  return {
    json: { file, ...restored, backup_created_at: manifest.created_at, checked: !lacksChecksums(manifest) },
    text: `Restored ${restored.rows} rows of ${restored.tables} tables, as they stood at ${manifest.created_at}.${lacksChecksums(manifest) ? WITHOUT_CHECKSUMS : ''}\nNext: ${typed('verify')}`,
  };
}

const MIB = 1_048_576;
/** Of a database without rows, with its log. */
const EMPTY_MIB = 80;
/** Rows with their indexes take more than their text does. */
const ROOM_FOR_TEXT = 1.5;

/** Warns where there is perhaps too little room; answers with what says so where a restore failed for it. */
async function lookAtRoom(
  { config: { dataDir, databaseUrl }, log }: Surroundings,
  file: string,
): Promise<(error: unknown) => never> {
  const { size } = await stat(file);
  const neededMib = EMPTY_MIB + Math.ceil((size * ROOM_FOR_TEXT) / MIB);
  const room = databaseUrl === null ? await statfs(dataDir).catch(() => null) : null;
  const freeMib = room && Math.floor((room.bavail * room.bsize) / MIB);
  const [place, had] =
    databaseUrl === null
      ? [dataDir, freeMib === null ? '' : ` It had ${freeMib} MiB.`]
      : ['the database', ''];
  const takes = `The restore takes about ${neededMib} MiB there.${had}`;
  if (freeMib !== null && freeMib < neededMib)
    log.warn({}, `The disk of ${place} may be too small. ${takes}`);
  return (error) => {
    if (!(isStorageFull(error) || (error instanceof Error && FULL.test(error.message)))) throw error;
    throw new BackupError(`The disk of ${place} is full. ${takes} Make room, and run it again.`, {
      cause: error,
    });
  };
}

/** In the words of `initdb` and of a server that does not start. */
const FULL = /No space left on device|Check free disk space|Disk quota exceeded/i;

async function restoreMoment({ config, log }: Surroundings, { at, lineage }: Options): Promise<Answer> {
  const { archive, dataDir } = config;
  if (archive === null || config.databaseUrl !== null)
    throw new ArchiveError(
      'BACKUP_TO says where the continuous backup is, and DATA_DIR into which empty folder it is restored; without DATABASE_URL.',
    );
  const key = await readArchiveKey(dataDir, archive.key);
  if (key === null)
    throw new ArchiveError(
      `${archiveKeyFile(dataDir)} is missing: put the backup.key of the installation that was lost there first, or give it as BACKUP_KEY. Without it nothing can be opened.`,
    );
  const current = await loadKeyThere(config);
  const storage = openArchiveStorage(archive.target);
  let isOtherKey = false;
  try {
    const restored = await restoreArchive({
      storage,
      key,
      dataDir,
      at: at instanceof Date ? at : null,
      lineage: lineage ?? null,
      log,
      onManifest: ({ secret_key_id: id }) => {
        isOtherKey = ![current.current, ...current.previous].some(
          (one) => createVault(noChance, one).keyId === id,
        );
      },
    });
    const last = restored.last_change_at?.toISOString() ?? restored.base_at.toISOString();
    return {
      json: { ...restored, at: at instanceof Date ? at : 'latest', same_secret_key: !isOtherKey },
      text: [
        `Restored ${restored.files} files, ${(restored.bytes / 1e6).toFixed(0)} MB, and replayed ${(restored.log_bytes / 1e6).toFixed(0)} MB of log. The last change in it was committed at ${last}.`,
        ...(isOtherKey
          ? ['The secret key here is not the one of that time: verify tells whether everything sealed opens.']
          : []),
        `Next: ${typed('verify')}`,
      ].join('\n'),
    };
  } finally {
    storage.close();
  }
}

/** A moment without a zone is in UTC. */
function readMoment(text: string): Date | 'latest' {
  if (text === 'latest') return text;
  const [, day = '', time = '', seconds = ':00'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?Z?$/.exec(text) ?? [];
  const moment = new Date(day === '' ? Number.NaN : `${day}T${time}${seconds}Z`);
  // 31 November would be taken for 1 December.
  if (Number.isNaN(moment.getTime()) || new Date(day).toISOString().slice(0, 10) !== day)
    throw new InvalidArgumentError(
      'It must be a moment in UTC, such as 2026-11-21T14:05 or 2026-11-21T14:05:30Z, or latest.',
    );
  return moment;
}

/** A word on what an older release's backup cannot show. */
const WITHOUT_CHECKSUMS =
  '\nThis backup has no checksums, so nobody can tell whether it was damaged since it was made: make a new one.';

/** Never makes one: a new key opens nothing that was sealed. */
async function loadKeyThere(config: Surroundings['config']): Promise<SecretKeys> {
  const keyFile = join(config.dataDir, 'secret.key');
  const isThere = await access(keyFile).then(
    () => true,
    () => false,
  );
  if (config.secretKey === null && !isThere)
    throw new BackupError(
      `${keyFile} is missing, and a backup never holds the secret key: put the secret.key of the installation that was backed up there first, or give it as SECRET_KEY.`,
    );
  return loadSecretKey(config);
}

async function refuseOtherKey({ config }: Surroundings, keyId: string): Promise<void> {
  const { current } = await loadKeyThere(config);
  if (createVault(noChance, current).keyId === keyId) return;
  const place = config.secretKey === null ? join(config.dataDir, 'secret.key') : 'SECRET_KEY';
  throw new BackupError(
    `The backup was made under another secret key than that of ${place}: bring the right one, for nothing sealed in the backup could be opened.`,
  );
}

/** Only the key's id is asked for, and that leaves nothing to chance. */
function noChance(): Buffer {
  throw new Error('Nothing is sealed here.');
}
