import { computed, signal } from '@preact/signals';
import type { Network } from '../../tools/network.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { EntryOf, Verdict } from '../../outbox/index.ts';
import { client, token } from '../data/api.ts';
import type { TillKinds, TillSchema } from '../data/till-store.ts';

export type TillOutbox = Outbox<TillSchema, TillKinds>;
type TillEntry = EntryOf<TillKinds>;

export const outbox = signal<TillOutbox | null>(null);

/** Number of the next receipt. */
export const nextNumber = signal(1);

/** How many sales and movements the server has not got. */
export const unsent = computed(() => outbox.value?.state.value.unsent ?? 0);

export const network = signal<Network | null>(null);

/** Whether the server can be asked, as far as this device knows. */
export const isOnline = computed(() => network.value?.isReachable.value ?? navigator.onLine);

/** What the server said of a sale, for whoever looks at it later. */
export type SaleAnswer = {
  readonly sale_id: string | null;
  readonly number: string | null;
  readonly flags: readonly string[];
  readonly code: string | null;
  readonly message: string | null;
};

/** Hands entries to the server. What happened is never refused by it; what a person should look at is a conflict. */
export async function sendEntries(
  batch: readonly TillEntry[],
  { signal: stopped }: { readonly signal: AbortSignal },
): Promise<readonly Verdict[]> {
  // As the server answers it: nothing goes until somebody has signed in with network.
  if (token.value === null)
    throw Object.assign(new Error('Nobody is signed in.'), { status: 401, code: 'UNAUTHORIZED' });
  const sales = batch.filter((entry) => entry.kind === 'sale');
  if (sales.length > 0) return sendSales(sales, stopped);
  const verdicts: Verdict[] = [];
  for (const entry of batch) if (entry.kind === 'movement') verdicts.push(await sendMovement(entry, stopped));
  return verdicts;
}

type Sales = readonly Extract<TillEntry, { readonly kind: 'sale' }>[];

async function sendSales(sales: Sales, stopped: AbortSignal): Promise<readonly Verdict[]> {
  const { data } = await client.syncSales({
    body: { device_time: new Date().toISOString(), sales: sales.map(({ body }) => body) },
    signal: stopped,
  });
  return data.results.flatMap(({ client_id, result, sale, error }): readonly Verdict[] => {
    const sent = sales.find((entry) => entry.client_id === client_id);
    if (!sent) return [];
    const flags = sale?.flags ?? [];
    const answer: SaleAnswer = {
      sale_id: sale?.id ?? null,
      number: sale?.number ?? null,
      flags,
      code: error?.code ?? null,
      message: error?.message ?? null,
    };
    const outcome = result === 'refused' ? 'rejected' : flags.length > 0 ? 'conflict' : 'acked';
    return [{ client_id: sent.client_id, sha256: sent.sha256, outcome, answer }];
  });
}

async function sendMovement(
  { client_id, sha256, body }: Extract<TillEntry, { readonly kind: 'movement' }>,
  stopped: AbortSignal,
): Promise<Verdict> {
  await client.createCashMovement({
    params: { id: body.cash_session_id },
    body: body.body,
    idempotencyKey: client_id,
    signal: stopped,
  });
  return { client_id, sha256, outcome: 'acked', answer: null };
}
