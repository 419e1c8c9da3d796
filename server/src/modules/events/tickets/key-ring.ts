import type { KeyObject } from 'node:crypto';
import type { Context } from '../../../kernel/call/context.ts';
import type { Runner } from '../../../store/index.ts';
import { findSealedKey, type EventRef } from './event-keys.queries.ts';
import { signingKeyOf, TICKET_KEY_SECRET } from './make-event-key.ts';

/** The keys of events, opened once and remembered. A key of one number never changes, so nothing here grows old. */
export type KeyRing = {
  /** Throws when the event has no key of that number. */
  readonly open: (runner: Runner, event: EventRef, kid: number) => Promise<KeyObject>;
};

const KEYS_MAX = 1_000;

export function createKeyRing({ vault }: Pick<Context, 'vault'>): KeyRing {
  const opened = new Map<string, KeyObject>();
  return {
    async open(runner, event, kid) {
      const name = `${event.eventId}:${kid}`;
      const known = opened.get(name);
      if (known) return known;
      const sealed = await findSealedKey(runner, event, kid);
      if (!sealed) throw new Error(`The event ${event.eventId} has no key ${kid}.`);
      const key = signingKeyOf(vault.open(sealed, TICKET_KEY_SECRET));
      const [oldest] = opened.keys();
      if (opened.size >= KEYS_MAX && oldest !== undefined) opened.delete(oldest);
      opened.set(name, key);
      return key;
    },
  };
}
