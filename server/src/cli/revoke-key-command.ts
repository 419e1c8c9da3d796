import type { Command } from 'commander';
import { endKey } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';

/** `keys revoke` */
export function revokeKeyCommand(): Command {
  return describeCommand('revoke', 'end an API key for good, everywhere within 5 seconds')
    .argument('<id>', 'the key, key_…')
    .action((id: string, options: { readonly json?: boolean }) =>
      answerFromRuntime(options, async ({ context }) => {
        const key = await endKey(context, id);
        return { json: key, text: `${key.id} (…${key.last_four}) was revoked at ${key.revoked_at}.` };
      }),
    );
}
