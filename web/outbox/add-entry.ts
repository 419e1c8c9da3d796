import type { Clock } from '../tools/clock.ts';
import { textOf, type Entry, type EntryHead } from './entry.ts';
import { sha256 } from './sha256.ts';
import { readHead, type OutboxTx } from './stores.ts';
import { uuid7 } from './uuid7.ts';

/** How far the entry before may lie ahead of a clock that the server just set, before its time counts as wrong. */
const AHEAD_MS_MAX = 60_000;

type Added = { readonly kind: string; readonly body: unknown; readonly acked?: { readonly answer: unknown } };

/** Puts what was done behind what is there, in the transaction of whatever else it changes. */
export async function addEntry(
  tx: OutboxTx,
  { kind, body, acked }: Added,
  { clock, randomBytes }: { readonly clock: Clock; readonly randomBytes: (count: number) => Uint8Array },
): Promise<Entry> {
  const before = await readHead(tx);
  const atMs = nextMs(clock, before.last_ms);
  const seq = before.seq + 1;
  const head: EntryHead = {
    client_id: uuid7(atMs, randomBytes(10)),
    seq,
    occurred_at: new Date(atMs).toISOString(),
  };
  const text = textOf(typeof body === 'function' ? (body as (of: EntryHead) => unknown)(head) : body);
  const entry: Entry = {
    ...head,
    kind,
    body: JSON.parse(text) as unknown,
    sha256: sha256(text),
    status: acked ? 'acked' : 'queued',
    tries: 0,
    settled_at: acked ? head.occurred_at : null,
    seen_at: null,
    answer: acked?.answer ?? null,
  };
  await tx.objectStore('outbox').add(entry);
  await tx.objectStore('outbox_meta').put({ seq, last_ms: atMs }, 'head');
  return entry;
}

/** Never before the entry before, but where a clock that ran ahead was put right by the server since. */
function nextMs(clock: Clock, lastMs: number): number {
  const nowMs = clock.nowMs();
  return clock.isHeard() && lastMs > nowMs + AHEAD_MS_MAX ? nowMs : Math.max(nowMs, lastMs + 1);
}
