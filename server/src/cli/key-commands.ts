import type { GrantedScope, NewApiKey } from '@cottontree/contract';
import { Option, type Command } from 'commander';
import { addKey, endKey, findKeysOfMerchant } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand, table } from './answer.ts';
import { readList, readScopes } from './read-option.ts';

type NewKey = {
  readonly merchant: string;
  readonly mode: 'test' | 'live';
  readonly kind: 'secret' | 'public';
  readonly name?: string;
  readonly scopes?: readonly GrantedScope[];
  readonly origins?: readonly string[];
  readonly ipRanges?: readonly string[];
  readonly expires?: string;
  readonly json?: boolean;
};

/** `keys create` */
export function createKeyCommand(): Command {
  return describeCommand('create', 'make an API key and print it, once')
    .requiredOption('--merchant <id>', 'whose key, mch_…')
    .addOption(new Option('--mode <mode>', 'the data it works on').choices(['test', 'live']).default('test'))
    .addOption(
      new Option('--kind <kind>', 'secret for servers, public for pages')
        .choices(['secret', 'public'])
        .default('secret'),
    )
    .option(
      '--scopes <scopes>',
      'what a secret key may do: shipping:read,shipping:write or *; required for live, * in test',
      readScopes,
    )
    .option(
      '--origins <origins>',
      'pages that may use a public key: https://shop.example.sl; required for live',
      readList,
    )
    .option('--ip-ranges <ranges>', 'addresses that may use it: 102.143.0.0/16; any, if left out', readList)
    .option('--expires <time>', 'when it ends, ISO 8601; never, if left out')
    .option('--name <name>', 'what it is for')
    .action((options: NewKey) =>
      answerFromRuntime(options, async ({ context }) => {
        const { merchant, mode, ...input } = options;
        const made = await addKey(context, { ...input, merchantId: merchant, livemode: mode === 'live' });
        return {
          json: { id: made.id, key: made.key, kind: made.kind, mode, scopes: made.scopes },
          text: textOf(made, mode),
        };
      }),
    );
}

function textOf({ id, key, kind, scopes }: NewApiKey, mode: string): string {
  const may =
    kind === 'secret'
      ? `may ${scopes.includes('*') ? 'do everything' : scopes.join(', ')}`
      : 'may call the public operations';
  return `${key}\n\nThis ${kind} ${mode} key (${id}) ${may}. It is shown only now: keep it where secrets are kept.`;
}

type ListedKeys = { readonly merchant: string; readonly mode?: 'test' | 'live'; readonly json?: boolean };

/** `keys list` */
export function listKeysCommand(): Command {
  return describeCommand(
    'list',
    "list a merchant's API keys, newest first; the keys themselves are never shown again",
  )
    .requiredOption('--merchant <id>', 'whose keys, mch_…')
    .addOption(new Option('--mode <mode>', 'only those of one mode').choices(['test', 'live']))
    .action((options: ListedKeys) =>
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
