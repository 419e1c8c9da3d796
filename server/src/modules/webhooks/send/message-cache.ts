import type { Context } from '../../../kernel/call/context.ts';
import { MESSAGE_SECRET, type PlainMessage } from '../fan-out/plan-messages.ts';
import { loadBodies, type MessageKey, type StoredMessage } from './bodies.queries.ts';

/** A message that is stored and cannot be opened. */
export type Unreadable = { readonly fault: unknown };

export type MessageCache = {
  /** Keeps a message that will be sent soon. */
  readonly put: (id: string, message: PlainMessage) => void;
  /** The messages of the keys by their ids; those that are no longer stored are left out. */
  readonly read: (keys: readonly MessageKey[]) => Promise<ReadonlyMap<string, PlainMessage | Unreadable>>;
};

/** What an entry takes beside its body. */
const ENTRY_BYTES = 200;

/**
 * Messages that were made or opened lately, so that what is sent at once, or to several endpoints, is neither read nor
 * opened again. It holds so many bytes; what came first goes first.
 */
export function createMessageCache(
  context: Pick<Context, 'store' | 'vault'>,
  bytesMax: number,
): MessageCache {
  const kept = new Map<string, PlainMessage>();
  let bytes = 0;

  function put(id: string, message: PlainMessage): void {
    if (kept.has(id)) return;
    kept.set(id, message);
    bytes += bytesOf(message);
    for (const [oldest, first] of kept) {
      if (bytes <= bytesMax) break;
      kept.delete(oldest);
      bytes -= bytesOf(first);
    }
  }

  return {
    put,
    async read(keys) {
      const found = new Map<string, PlainMessage | Unreadable>();
      const missing = new Map<string, MessageKey>();
      for (const key of keys) {
        const known = kept.get(key.message_id);
        if (known) found.set(key.message_id, known);
        else missing.set(key.message_id, key);
      }
      if (missing.size === 0) return found;
      for (const stored of await loadBodies(context.store.system, [...missing.values()])) {
        const opened = open(context, stored);
        found.set(stored.id, opened);
        if (!('fault' in opened)) put(stored.id, opened);
      }
      return found;
    },
  };
}

function open(
  { vault }: Pick<Context, 'vault'>,
  { event, body, trace }: StoredMessage,
): PlainMessage | Unreadable {
  try {
    return { event, body: vault.open(body, MESSAGE_SECRET), trace: trace ?? '' };
  } catch (fault) {
    return { fault };
  }
}

function bytesOf({ body, trace }: PlainMessage): number {
  return body.length + trace.length + ENTRY_BYTES;
}
