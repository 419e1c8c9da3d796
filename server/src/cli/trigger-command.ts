import { createClient } from '@cottontree/client';
import { eventKinds, isEventKind, type EventKind } from '@cottontree/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { lettersApart } from '../kernel/shape/letters-apart.ts';
import { describeCommand } from './answer.ts';
import { findApi, type ApiOptions } from './find-api.ts';
import { readBaseUrl } from './read-option.ts';
import { recipeOf } from './trigger/recipes.ts';

/** One wrong letter in so many. */
const LETTERS_A_SLIP = 4;

type Options = ApiOptions & { readonly json?: boolean };

/** `trigger` */
export function triggerCommand(): Command {
  return describeCommand('trigger', 'make the real thing happen in test mode, so that the event is sent')
    .argument(
      '<event>',
      `${eventKinds.filter((kind) => typeof recipeOf(kind) !== 'string').join(', ')}`,
      readKind,
    )
    .option(
      '--key <key>',
      'a test key, sk_test_…; COTTONTREE_API_KEY or that of the demo merchant, if left out',
      readTestKey,
    )
    .option('--base-url <url>', 'the API, /v1 included', readBaseUrl)
    .action(async (event: EventKind, options: Options) => {
      const recipe = recipeOf(event);
      if (typeof recipe === 'string') throw new Error(`${event} cannot be triggered. ${recipe}`);
      const { key, baseUrl } = await findApi(options);
      const { did, ...about } = await recipe(createClient({ baseUrl, apiKey: readTestKey(key) }));
      process.stdout.write(
        `${options.json ? JSON.stringify({ event, ...about, did }, null, 2) : did.join('\n')}\n`,
      );
    });
}

function readKind(text: string): EventKind {
  if (isEventKind(text)) return text;
  const meant = nearKinds(text);
  throw new InvalidArgumentError(
    meant.length > 0
      ? `There is no kind of event ${text}. Did you mean ${meant.join(' or ')}?`
      : `There is no kind of event ${text}; known are ${eventKinds.join(', ')}.`,
  );
}

/** The kinds that a misspelt one may have meant, those with the fewest letters to put right; none where nothing is near. */
function nearKinds(text: string): readonly EventKind[] {
  const written = text.toLowerCase().replaceAll(/[-_\s]/g, '.');
  const apart = eventKinds.map((kind) => lettersApart(written, kind.replaceAll('_', '.')));
  const fewest = Math.min(...apart);
  if (fewest > Math.max(1, Math.floor(text.length / LETTERS_A_SLIP))) return [];
  return eventKinds.filter((_, at) => apart[at] === fewest);
}

function readTestKey(text: string): string {
  if (text.startsWith('sk_test_')) return text;
  throw new InvalidArgumentError(
    'Only a test key (sk_test_…) makes things happen; live things are left to real people.',
  );
}
