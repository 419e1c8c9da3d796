import { Option, type Command } from 'commander';
import { findKeysOfMerchant } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { table } from './table.ts';

type Options = { readonly merchant: string; readonly mode?: 'test' | 'live'; readonly json?: boolean };

/** `keys list` */
export function listKeysCommand(): Command {
  return describeCommand(
    'list',
    "list a merchant's API keys, newest first; the keys themselves are never shown again",
  )
    .requiredOption('--merchant <id>', 'whose keys, mch_…')
    .addOption(new Option('--mode <mode>', 'only those of one mode').choices(['test', 'live']))
    .action((options: Options) =>
      answerFromRuntime(options, async ({ context }) => {
        const wanted = (key: { readonly livemode: boolean }): boolean =>
          options.mode === undefined || key.livemode === (options.mode === 'live');
        const keys = (await findKeysOfMerchant(context, options.merchant)).filter(wanted);
        const rows = keys.map((key) => [
          key.id,
          key.livemode ? 'live' : 'test',
          key.kind,
          `…${key.last_four}`,
          key.name,
          key.scopes.join(','),
          key.revoked_at ? `revoked ${key.revoked_at}` : (key.expires_at ?? ''),
        ]);
        return {
          json: keys,
          text: table(
            ['ID', 'MODE', 'KIND', 'ENDS IN', 'NAME', 'SCOPES', 'UNTIL'],
            rows,
            'This merchant has no keys.',
          ),
        };
      }),
    );
}
