import { CottontreeError, type Client } from '@cottontree/client';
import type { FeedMessage } from '@cottontree/contract';
import type { OutgoingRequest, OutgoingResult } from '../../kernel/running/world.ts';
import { writeState } from './listen-state.ts';
import type { OpenState } from './open-feed-endpoint.ts';

/** How one POST to the local program went. */
export type Forwarded = {
  readonly message: FeedMessage;
  readonly attempt: number;
  readonly status: number | null;
  readonly durationMs: number;
  readonly hint: string | null;
};

export type Forwarding = {
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
