import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { createClient } from '@cottontree/client';
import { type EventSubscription, eventSubscriptions } from '@cottontree/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { createEgress } from '../egress/index.ts';
import { startOfProcess } from '../store/index.ts';
import { describeCommand } from './answer.ts';
import { findApi } from './find-api.ts';
import {
  type Forwarded,
  forwardMessages,
  openFeedEndpoint,
  readState,
  stateFileOf,
} from './listen/forward-messages.ts';
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

/** A file of state while one listener goes on in it. */
type HeldState = AsyncDisposable;

/**
 * Says, in a file that bears it in its name, that this process forwards from here, and refuses where another does: every
 * message would come twice. Whoever begins writes its own first and looks then, so of two at once at least one is
 * refused. What a killed process left names nobody alive, and is swept away.
 */
async function holdState(file: string): Promise<HeldState> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mine = `${basename(file)}.held-${process.pid}-${startOfProcess(process.pid) ?? '0'}`;
  await (await open(join(folder, mine), 'w', 0o600)).close();
  const letGo = (): Promise<void> => rm(join(folder, mine), { force: true });
  const other = (await heldBy(file)).find(({ name }) => name !== mine);
  if (other) {
    await letGo();
    throw new Error(
      `Process ${other.pid} forwards already, and keeps how far it is in ${file}: end it first, or give this one a file of its own with --state. Every message would come twice.`,
    );
  }
  return { [Symbol.asyncDispose]: letGo };
}

type Holder = { readonly name: string; readonly pid: number };

async function heldBy(file: string): Promise<readonly Holder[]> {
  const [folder, start] = [dirname(file), `${basename(file)}.held-`];
  const holders: Holder[] = [];
  for (const name of await readdir(folder)) {
    const [, pid, startedAt] =
      /^(\d+)-(\d+)$/.exec(name.startsWith(start) ? name.slice(start.length) : '') ?? [];
    if (pid === undefined) continue;
    if (startOfProcess(Number(pid)) === startedAt) holders.push({ name, pid: Number(pid) });
    else await rm(join(folder, name), { force: true });
  }
  return holders;
}
