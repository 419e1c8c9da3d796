import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CottontreeError, type Client } from '@cottontree/client';
import type { EventSubscription, FeedMessage } from '@cottontree/contract';
import type { OutgoingRequest, OutgoingResult } from '../../kernel/running/world.ts';

/** How one POST to the local program went. */
export type Forwarded = {
  readonly message: FeedMessage;
  readonly attempt: number;
  readonly status: number | null;
  readonly durationMs: number;
  readonly hint: string | null;
};

type Forwarding = {
  readonly client: Client;
  readonly send: (request: OutgoingRequest) => Promise<OutgoingResult>;
  readonly forwardTo: string;
  readonly file: string;
  /** Tries after the first, where the local program answers something else than 2xx. */
  readonly retriesMax: number;
  readonly retryBaseMs: number;
  readonly onForwarded: (forwarded: Forwarded) => void;
  readonly onTrouble: (sentence: string) => void;
  readonly signal: AbortSignal;
};

const DEADLINE_MS = 10_000;
const WAIT_SECONDS = 25;
const PAUSE_MAX_MS = 10_000;

/**
 * Polls and forwards until it is stopped. A message is done once the local program has answered it, with 2xx or as often as
 * it may be tried; while that program cannot be reached nothing is done, and it is asked again. Each message that is done is on disk before the next.
 */
export async function forwardMessages(opened: OpenState, forwarding: Forwarding): Promise<void> {
  const { client, signal, onTrouble } = forwarding;
  let state = opened;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = { wait: WAIT_SECONDS, ...(state.cursor === null ? {} : { after: state.cursor }) };
      const { data } = await client.pollWebhookMessages({ params: { id: state.endpoint_id }, query, signal });
      const fresh = data.messages.filter(({ id }) => !state.forwarded.includes(id));
      for (const message of fresh) {
        await forwardOne(message, forwarding);
        state = { ...state, forwarded: [...state.forwarded, message.id] };
        await writeState(forwarding.file, state);
      }
      state = { ...state, cursor: data.next, forwarded: [] };
      await writeState(forwarding.file, state);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof CottontreeError && error.code === 'CURSOR_EXPIRED')
        state = { ...state, cursor: null };
      else if (!(error instanceof Unreachable) && !isPassing(error)) throw error;
      if (failures === 0)
        onTrouble(
          `${error instanceof Error ? error.message : String(error)} It is tried until it works; nothing is lost meanwhile.`,
        );
      await pause(Math.min(forwarding.retryBaseMs * 2 ** failures, PAUSE_MAX_MS), signal);
      failures += 1;
    }
  }
}

/** The local program gave no answer. The page is polled anew, for its signatures are of their moment. */
class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

async function forwardOne(
  message: FeedMessage,
  { send, forwardTo, retriesMax, retryBaseMs, onForwarded, signal }: Forwarding,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const headers = { ...message.headers, 'x-service-attempt': String(attempt) };
    const result = await send({
      url: forwardTo,
      method: 'POST',
      headers,
      body: Buffer.from(message.body),
      deadlineMs: DEADLINE_MS,
    });
    if (result.status === null && result.error !== 'timeout')
      throw new Unreachable(`${forwardTo} gives no answer. ${result.hint ?? ''}`.trim());
    onForwarded({
      message,
      attempt,
      status: result.status,
      durationMs: Math.round(result.durationMs),
      hint: result.hint,
    });
    const taken = result.status !== null && result.status >= 200 && result.status < 300;
    if (taken || attempt > retriesMax) return;
    await pause(retryBaseMs * 2 ** (attempt - 1), signal);
    signal.throwIfAborted();
  }
}

/** Whether the service may answer the same request later. */
function isPassing(error: unknown): boolean {
  return (
    error instanceof CottontreeError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Where nothing can be: the endpoint's messages are polled, never sent there (RFC 2606). */
const NOWHERE = 'https://listen.invalid/hook';

type FeedEndpoint = {
  readonly file: string;
  readonly state: ListenState;
  readonly forwardTo: string;
  readonly events: readonly EventSubscription[] | null;
};
type OpenState = ListenState & { readonly endpoint_id: string; readonly secret: string };

/** The listener's endpoint: that of last time, brought up to the events asked for, or a new one. */
export async function openFeedEndpoint(client: Client, wanted: FeedEndpoint): Promise<OpenState> {
  const { state, events } = wanted;
  const { endpoint_id, secret } = state;
  if (endpoint_id === null || secret === null || !(await isThere(client, endpoint_id)))
    return makeEndpoint(client, wanted);
  if (events) await client.updateWebhook({ params: { id: endpoint_id }, body: { events: [...events] } });
  return { ...state, endpoint_id, secret };
}

async function isThere(client: Client, id: string): Promise<boolean> {
  return client.getWebhook({ params: { id } }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CottontreeError && error.code === 'WEBHOOK_NOT_FOUND') return false;
      throw error;
    },
  );
}

/** The key of the request is on disk first: cut off at any point, it makes one endpoint in the end. */
async function makeEndpoint(
  client: Client,
  { file, state, forwardTo, events }: FeedEndpoint,
): Promise<OpenState> {
  const fresh = {
    ...state,
    made_with: state.endpoint_id === null ? state.made_with : `${state.made_with}+`,
    endpoint_id: null,
    secret: null,
    cursor: null,
    forwarded: [],
  };
  await writeState(file, fresh);
  const body = {
    url: NOWHERE,
    events: [...(events ?? (['*'] as const))],
    description: `cottontree listen, to ${forwardTo}`.slice(0, 200),
  };
  const { data } = await client.createWebhook({ body, idempotencyKey: fresh.made_with });
  await client.disableWebhook({ params: { id: data.id } });
  const made = { ...fresh, endpoint_id: data.id, secret: data.secret };
  await writeState(file, made);
  return made;
}

/** What a listener must know after a restart: all that was forwarded, and nothing before it was. */
type ListenState = {
  /** Makes the endpoint once, however often its making is begun. */
  readonly made_with: string;
  readonly endpoint_id: string | null;
  readonly secret: string | null;
  /** Null: from the oldest message. */
  readonly cursor: string | null;
  /** Ids of messages after the cursor that were forwarded already. */
  readonly forwarded: readonly string[];
};

type Listening = { readonly baseUrl: string; readonly key: string; readonly forwardTo: string };

/** The file for this server, key and target in the user's state folder. */
export function stateFileOf({ baseUrl, key, forwardTo }: Listening): string {
  const name = createHash('sha256').update(`${baseUrl} ${key} ${forwardTo}`).digest('hex').slice(0, 16);
  return join(homedir(), '.local', 'state', 'cottontree', `listen-${name}.json`);
}

/** What was written last; a fresh state where there is no file. */
export async function readState(file: string): Promise<ListenState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read (${error.code}).`);
  });
  if (text === null)
    return {
      made_with: `listen-${randomUUID()}`,
      endpoint_id: null,
      secret: null,
      cursor: null,
      forwarded: [],
    };
  const state = parse(text);
  if (!state)
    throw new Error(`${file} is not what listen wrote: remove it to begin anew with another endpoint.`);
  return state;
}

/** Whole and on disk, for its owner only. */
async function writeState(file: string, state: ListenState): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(state)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, file);
}

function parse(text: string): ListenState | null {
  try {
    const value = JSON.parse(text) as Partial<ListenState>;
    return typeof value.made_with === 'string' && Array.isArray(value.forwarded)
      ? (value as ListenState)
      : null;
  } catch {
    return null;
  }
}
