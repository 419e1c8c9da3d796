import { resolve } from 'node:path';
import type { Command } from 'commander';
import { writeBackup } from '../store/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

/** `backup` */
export function backupCommand(): Command {
  return describeCommand('backup', 'write everything the database holds to a file, while the server goes on')
    .argument('<file>', 'a tar, replaced if it is there')
    .action((file: string, options: { readonly json?: boolean }) =>
      answerFromRuntime(options, async ({ context, snapshotPlaces }) => {
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
      }),
    );
}
