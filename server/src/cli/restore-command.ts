import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { createVault } from '../kernel/secrets/vault.ts';
import { loadSecretKey } from '../secret-key.ts';
import { BackupError, lacksChecksums, readBackupManifest, restoreBackup } from '../store/index.ts';
import { answer, describeCommand, type Surroundings } from './answer.ts';
import { withDatabase } from './with-database.ts';

/** `restore` */
export function restoreCommand(): Command {
  return describeCommand(
    'restore',
    'load a backup into an empty database, under the secret key it was made with',
  )
    .argument('<file>', 'what backup wrote')
    .action((file: string, options: { readonly json?: boolean }) =>
      answer(options, async (around) => {
        const manifest = await readBackupManifest(resolve(file));
        await refuseOtherKey(around, manifest.secret_key_id);
        const restored = await withDatabase(around, (connection) =>
          restoreBackup({ connection, file: resolve(file), manifest, log: around.log }),
        );
        return {
          json: {
            file,
            ...restored,
            backup_created_at: manifest.created_at,
            checked: !lacksChecksums(manifest),
          },
          text: `Restored ${restored.rows} rows of ${restored.tables} tables, as they stood at ${manifest.created_at}.${lacksChecksums(manifest) ? WITHOUT_CHECKSUMS : ''}\nNext: cottontree verify`,
        };
      }),
    );
}

/** A word on what an older release's backup cannot show. */
const WITHOUT_CHECKSUMS =
  '\nThis backup has no checksums, so nobody can tell whether it was damaged since it was made: make a new one.';

async function refuseOtherKey({ config }: Surroundings, keyId: string): Promise<void> {
  const keyFile = join(config.dataDir, 'secret.key');
  if (
    config.secretKey === null &&
    !(await access(keyFile).then(
      () => true,
      () => false,
    ))
  ) {
    throw new BackupError(
      `${keyFile} is missing, and a backup never holds the secret key: put the secret.key of the installation that was backed up there first, or give it as SECRET_KEY.`,
    );
  }
  const { current } = await loadSecretKey(config);
  if (createVault(noChance, current).keyId === keyId) return;
  const place = config.secretKey === null ? keyFile : 'SECRET_KEY';
  throw new BackupError(
    `The backup was made under another secret key than that of ${place}: bring the right one, for nothing sealed in the backup could be opened.`,
  );
}

/** Only the key's id is asked for, and that leaves nothing to chance. */
function noChance(): Buffer {
  throw new Error('Nothing is sealed here.');
}
