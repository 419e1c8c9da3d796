import type { Client } from '@cottontree/client';
import { computed, signal } from '@preact/signals';
import type { Network } from '../../tools/network.ts';
import type { Outbox } from '../../outbox/index.ts';
import type { EntryOf, Verdict } from '../../outbox/index.ts';
import type { CashReport } from '@cottontree/contract';
import { client, device, token } from '../data/api.ts';
import { writeNote, type DrawerEntry, type TillKinds, type TillSchema } from '../data/till-store.ts';
import { db, terminal } from './signals.ts';

export type TillOutbox = Outbox<TillSchema, TillKinds>;
type TillEntry = EntryOf<TillKinds>;

export const outbox = signal<TillOutbox | null>(null);

/** Number of the next receipt. */
export const nextNumber = signal(1);

/** How many sales and movements the server has not got. */
export const unsent = computed(() => outbox.value?.state.value.unsent ?? 0);

/** Another window of this browser is the till now, and what is shown here may be old. */
export const isElsewhere = computed(() => outbox.value?.state.value.phase === 'elsewhere');

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
  /** Of cash that was given back, where the sale bore it. */ readonly refund_id?: string | null;
};

/** As the server answers it: nothing goes until somebody has signed in with network. */
export function nobodySignedIn(): Error {
  return Object.assign(new Error('Nobody is signed in.'), { status: 401, code: 'UNAUTHORIZED' });
}

export async function sendEntries(
  batch: readonly TillEntry[],
  { signal: stopped }: { readonly signal: AbortSignal },
): Promise<readonly Verdict[]> {
  if (token.value === null) throw nobodySignedIn();
  return handIn(batch, { client, terminalId: terminal.value?.id ?? '', isOwn: true }, stopped);
}

type Handing = {
  readonly client: Client;
  /** The till at which it happened. */ readonly terminalId: string;
  /** False: who works at another till of the shop hands it in. */ readonly isOwn: boolean;
};

/** Hands entries to the server. What happened is never refused by it; what a person should look at is a conflict. */
export async function handIn(
  batch: readonly TillEntry[],
  by: Handing,
  stopped: AbortSignal,
): Promise<readonly Verdict[]> {
  const sales = batch.filter((entry) => entry.kind === 'sale');
  if (sales.length > 0) return sendSales(sales, by, stopped);
  return sendDrawers(
    batch.flatMap((entry) => drawerPartOf(entry, by.terminalId)),
    by,
    stopped,
  );
}

/** Whoever hands in for another till was told that it is one. */
const OF_ANOTHER: ReadonlySet<string> = new Set(['foreign_terminal', 'staff_differs']);

function outcomeOf(result: string, flags: readonly string[], { isOwn }: Handing): Verdict['outcome'] {
  if (result === 'refused') return 'rejected';
  return flags.some((flag) => isOwn || !OF_ANOTHER.has(flag)) ? 'conflict' : 'acked';
}

type Sales = readonly Extract<TillEntry, { readonly kind: 'sale' }>[];

async function sendSales(sales: Sales, by: Handing, stopped: AbortSignal): Promise<readonly Verdict[]> {
  const { data } = await by.client.syncSales({
    body: { device_time: clockText(), sales: sales.map(({ body }) => body) },
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
    return [
      {
        client_id: sent.client_id,
        sha256: sent.sha256,
        outcome: outcomeOf(result, flags, by),
        answer,
      },
    ];
  });
}

/** By the clock that entries are stamped with. */
function clockText(): string {
  return new Date(device.clock.nowMs()).toISOString();
}

/** The Z report of a drawer that was counted without network, until somebody has taken it. */
export const arrivedZ = signal<CashReport | null>(null);

export async function keepArrivedZ(report: CashReport | null): Promise<void> {
  arrivedZ.value = report;
  if (db.value) await writeNote(db.value, 'arrivedZ', report);
}

type AtDrawer = Pick<TillEntry, 'client_id' | 'sha256'> & { readonly body: DrawerEntry };

/**
 * What happened at the drawer, as the server takes it. What a till of before kept goes the same way: by itself it would be refused where
 * this device's clock runs a moment ahead, or where somebody closed the drawer meanwhile.
 */
function drawerPartOf(entry: TillEntry, terminalId: string): readonly AtDrawer[] {
  if (entry.kind === 'sale') return [];
  if (entry.kind === 'drawer') return [entry];
  const { client_id, sha256, body } = entry;
  const { cash_session_id, body: moved } = body;
  return [
    {
      client_id,
      sha256,
      body: { ...moved, kind: 'movement', cash_session_id, terminal_id: terminalId },
    },
  ];
}

async function sendDrawers(
  entries: readonly AtDrawer[],
  by: Handing,
  stopped: AbortSignal,
): Promise<readonly Verdict[]> {
  const { data } = await by.client.syncDrawers({
    body: { device_time: clockText(), entries: entries.map(({ body }) => body) },
    signal: stopped,
  });
  const verdicts: Verdict[] = [];
  for (const { client_id, result, flags = [], error, report, refund_id } of data.results) {
    const sent = entries.find((entry) => entry.client_id === client_id);
    if (!sent) continue;
    const before =
      error?.code === 'CASH_SESSION_CLOSED' ? await closedBefore(sent.body, by.client, stopped) : null;
    if (report ?? before) await keepArrivedZ(report ?? before);
    if (before) {
      verdicts.push({ client_id: sent.client_id, sha256: sent.sha256, outcome: 'acked' });
      continue;
    }
    const answer: SaleAnswer = {
      sale_id: null,
      number: null,
      flags,
      code: error?.code ?? null,
      message: error?.message ?? null,
      refund_id: refund_id ?? null,
    };
    verdicts.push({
      client_id: sent.client_id,
      sha256: sent.sha256,
      outcome: outcomeOf(result, flags, by),
      answer,
    });
  }
  return verdicts;
}

/** The Z report of a drawer that this very count closed already, by a request whose answer was lost; null: it was another count. */
async function closedBefore(body: DrawerEntry, by: Client, signal: AbortSignal): Promise<CashReport | null> {
  if (body.kind !== 'closing') return null;
  const { data } = await by.getCashReport({ params: { id: body.cash_session_id }, signal });
  const isSame = body.counted.every(({ tender, amount }) =>
    data.tenders.some((one) => one.tender === tender && one.counted === Number(amount)),
  );
  return isSame && data.closed_by === body.staff_id ? data : null;
}
