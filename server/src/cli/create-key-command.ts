import type { GrantedScope, NewApiKey } from '@cottontree/contract';
import { Option, type Command } from 'commander';
import { addKey } from '../modules/merchants/index.ts';
import { answerFromRuntime, describeCommand } from './answer.ts';
import { readList, readScopes } from './read-option.ts';

type Options = {
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
    .action((options: Options) =>
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
