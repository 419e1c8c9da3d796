import { resolve } from 'node:path';
import { createClient } from '@cottontree/client';
import { eventSubscriptions, type EventSubscription } from '@cottontree/contract';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createEgress } from '../egress/index.ts';
import { describeCommand } from './answer.ts';
import { findApi } from './find-api.ts';
import {
  forwardMessages,
  openFeedEndpoint,
  readState,
  stateFileOf,
  type Forwarded,
} from './listen/forward-messages.ts';
import { holdState } from './listen/hold-state.ts';
import { readBaseUrl, readForwardUrl, readList } from './read-option.ts';

type Options = {
  readonly key?: string;
  readonly forwardTo: string;
  readonly events?: readonly EventSubscription[];
  readonly baseUrl?: string;
  readonly state?: string;
  readonly retries: number;
  readonly retryBaseMs: number;
  readonly json?: boolean;
};

/** Where to forward is the user's own choice, so any address will do. */
const ANYWHERE = ['0.0.0.0/0', '::/0'];
const RETRIES_DEFAULT = 3;
const RETRY_BASE_MS_DEFAULT = 1_000;

/** `listen` */
export function listenCommand(): Command {
  return describeCommand(
    'listen',
    'forward webhooks to a program on this machine until it is told to stop (Ctrl-C), going on where it stopped',
  )
    .option(
      '--key <key>',
      'an API key with webhooks:read, webhooks:write and shipping:read; COTTONTREE_API_KEY or that of the demo merchant, if left out',
    )
    .requiredOption(
      '--forward-to <url>',
      'where your program takes webhooks: http://localhost:3000/hook',
      readForwardUrl,
    )
    .option(
      '--events <events>',
      'kinds of events, shipping.* or *; as last time, or *, if left out',
      readEvents,
    )
    .option('--base-url <url>', 'the API, /v1 included', readBaseUrl)
    .option('--state <file>', 'where it keeps how far it is; in ~/.local/state/cottontree, if left out')
    .addOption(
      new Option(
        '--retries <count>',
        'tries after the first where your program answers something else than 2xx',
      )
        .default(RETRIES_DEFAULT)
        .argParser(readCount),
    )
    .addOption(
      new Option('--retry-base-ms <ms>', 'wait before the first retry, doubled for each further one')
        .default(RETRY_BASE_MS_DEFAULT)
        .argParser(readCount),
    )
    .action(listen);
}

async function listen(options: Options): Promise<void> {
  const { forwardTo } = options;
  const { key, baseUrl } = await findApi(options);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  // Nobody reads what is forwarded any more.
  process.stdout.once('error', () => stopping.abort());
  const file = resolve(options.state ?? stateFileOf({ baseUrl, key, forwardTo }));
  await using _held = await holdState(file);
  const client = createClient({ baseUrl, apiKey: key });
  const egress = createEgress({ allow: ANYWHERE, userAgent: 'Cottontree-Listen/1' });
  try {
    const opened = await openFeedEndpoint(client, {
      file,
      state: await readState(file),
      forwardTo,
      events: options.events ?? null,
    });
    print(
      options,
      {
        listening: true,
        endpoint_id: opened.endpoint_id,
        secret: opened.secret,
        forward_to: forwardTo,
        state: file,
      },
      `Forwarding to ${forwardTo}, endpoint ${opened.endpoint_id}.\nVerify with the secret ${opened.secret}\n`,
    );
    await forwardMessages(opened, {
      client,
      send: egress.send,
      forwardTo,
      file,
      retriesMax: options.retries,
      retryBaseMs: options.retryBaseMs,
      onForwarded: (forwarded) => print(options, asDocument(forwarded), asLine(forwarded)),
      onTrouble: (sentence) => void process.stderr.write(`${sentence}\n`),
      signal: stopping.signal,
    });
  } finally {
    egress.close();
  }
}

function print({ json }: Options, document: object, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(document) : text}\n`);
}

function asDocument({ message, attempt, status, durationMs, hint }: Forwarded): object {
  return {
    id: message.id,
    event: message.event,
    created_at: message.created_at,
    attempt,
    status,
    duration_ms: durationMs,
    hint,
  };
}

function asLine({ message, attempt, status, durationMs, hint }: Forwarded): string {
  return `${message.created_at}  ${message.event.padEnd(26)}  ${message.id}  ${status ?? hint ?? 'no answer'}  ${durationMs} ms${attempt > 1 ? `  attempt ${attempt}` : ''}`;
}

function readEvents(text: string): readonly EventSubscription[] {
  return readList(text).map((word) => {
    const event = eventSubscriptions.find((known) => known === word);
    if (event === undefined)
      throw new InvalidArgumentError(
        `There is no kind of event ${word}; known are ${eventSubscriptions.join(', ')}.`,
      );
    return event;
  });
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
