import {
  currencies,
  idRandomBytes,
  makeId,
  toMajor,
  type Currency,
  type Input,
  type Operations,
  type Reconciliation,
  type ReconciliationItem,
  type ReconciliationStatus,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure, invalid } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { inTurns, mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { keyOf, showMode } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Json, Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import {
  findCandidates,
  findReconciliation,
  insertReconciliation,
  itemList,
  type ItemRow,
  type ReconciliationRow,
} from './reconciliations.queries.ts';
import { matchBookings, type Booking, type MatchedItem } from './match-bookings.ts';
import { readBookings, type Bookings } from './read-bookings.ts';

/** Lists what was reconciled, newest first unless sorted otherwise. */
export async function listReconciliationItems(
  { query }: Input<Operations['listReconciliationItems']>,
  call: Call,
  { store }: Payments,
): Promise<Reply<readonly ReconciliationItem[]>> {
  const { rows, meta } = await itemList.find(store.reads(call.tenant), { call, query });
  return reply(rows.map(presentItem), { meta });
}

/** Reads a reconciliation. */
export async function getReconciliation(
  { params }: Input<Operations['getReconciliation']>,
  { tenant }: Call,
  { store }: Payments,
): Promise<Reply<Reconciliation>> {
  const row = await findReconciliation(store.of(tenant), tenant, params.id);
  if (!row)
    throw new Failure('RECONCILIATION_NOT_FOUND', `There is no reconciliation ${params.id.slice(0, 64)}.`);
  return reply(presentReconciliation(row, false), { version: '1' });
}

type Body = Input<Operations['createReconciliation']>['body'];
type Span = { readonly since: Date; readonly until: Date };

const DAY_MS = 86_400_000;
/** Payments that are looked at: several times as many as bookings may come. */
const CANDIDATES_MAX = 50_000;
/** After so many items others get their turn. */
const ITEMS_A_TURN = 500;

/** Holds a provider's bookings against our payments and keeps what came out, unless it is only asked for. */
export async function createReconciliation(
  { body, query }: Input<Operations['createReconciliation']>,
  call: Call,
  module: Payments,
): Promise<Reply<Reconciliation>> {
  const read = await readBookings(body, call, module);
  const span = readSpan(body, call, read.bookings);
  const dryRun = query.dry_run ?? false;
  return effect<Reconciliation>(module, call, {
    work: async (runner) => {
      const items = await compare(runner, call, { provider: body.provider, bookings: read.bookings, span });
      const row = composeRow(module, call, { body, read, span, items });
      if (dryRun) return reply(presentReconciliation(row, true), { status: 200 });
      await insertReconciliation(runner, {
        row,
        items: await toRows(module, items),
        proven: items.flatMap(({ status, payment }) => (status === 'matched' && payment ? [payment.id] : [])),
        facts: mismatchFacts(row),
      });
      return reply(presentReconciliation(row, false));
    },
  });
}

/** From the first to the last booking, unless the request says otherwise. */
function readSpan({ since, until }: Body, call: Call, bookings: readonly Booking[]): Span {
  const times = bookings.map(({ at }) => at.getTime());
  const span = {
    since:
      since === undefined
        ? new Date(times.reduce((least, at) => Math.min(least, at), Infinity))
        : readTime(since, { path: 'since', call }),
    // The last booking itself lies in the span.
    until:
      until === undefined
        ? new Date(
            times.reduce((most, at) => Math.max(most, at), call.now.getTime() * Number(times.length === 0)) +
              1,
          )
        : readTime(until, { path: 'until', call }),
  };
  if (span.until < span.since) throw invalid({ path: 'until', message: 'must not lie before since' });
  return span;
}

async function compare(
  runner: Runner,
  { tenant }: Call,
  {
    provider,
    bookings,
    span,
  }: { readonly provider: Body['provider']; readonly bookings: readonly Booking[]; readonly span: Span },
): Promise<readonly MatchedItem[]> {
  const [since, until] = [new Date(span.since.getTime() - DAY_MS), new Date(span.until.getTime() + DAY_MS)];
  const rows = await findCandidates(runner, tenant, {
    provider,
    since,
    until,
    refs: bookings.map(({ ref }) => ref),
    rowsMax: CANDIDATES_MAX,
  });
  const payments = rows.map((row) => ({
    id: row.id,
    providerRef: row.provider_ref,
    amountMinor: row.amount,
    currency: row.currency,
    succeededAt: row.succeeded_at,
    byHand: provider === 'manual',
  }));
  return inTurns(matchBookings(bookings, payments, span));
}

type Composing = {
  readonly body: Body;
  readonly read: Bookings;
  readonly span: Span;
  readonly items: readonly MatchedItem[];
};

function composeRow(
  { world }: Payments,
  { tenant, now }: Call,
  { body, read, span, items }: Composing,
): ReconciliationRow {
  const count = (wanted: ReconciliationStatus): number =>
    items.filter(({ status }) => status === wanted).length;
  return {
    ...keyOf(tenant),
    id: makeId('rcn_', world.now().getTime(), world.randomBytes(idRandomBytes)),
    provider: body.provider,
    source: read.source,
    since: span.since,
    until: span.until,
    matched: count('matched'),
    missing_here: count('missing_here'),
    missing_there: count('missing_there'),
    amount_mismatch: count('amount_mismatch'),
    duplicate: count('duplicate'),
    created_at: now,
  };
}

function toRows({ world }: Payments, items: readonly MatchedItem[]): Promise<readonly Json[]> {
  const nowMs = world.now().getTime();
  return mapInTurns(items, ITEMS_A_TURN, ({ status, booking, payment }) => ({
    id: makeId('rci_', nowMs, world.randomBytes(idRandomBytes)),
    status,
    provider_ref: booking?.ref ?? null,
    provider_amount: booking ? String(booking.amountMinor) : null,
    provider_currency: booking?.currency ?? null,
    provider_at: booking?.at.toISOString() ?? null,
    payment_id: payment?.id ?? null,
    amount: payment ? String(payment.amountMinor) : null,
    currency: payment?.currency ?? null,
  }));
}

/** One message for an import that found anything amiss. */
function mismatchFacts(row: ReconciliationRow): readonly Fact[] {
  if (row.missing_here + row.missing_there + row.amount_mismatch + row.duplicate === 0) return [];
  return [
    newFact({
      kind: 'reconciliation.mismatch',
      sequence: 1,
      at: row.created_at.toISOString(),
      facts: presentReconciliation(row, false),
    }),
  ];
}

/** A reconciliation as its merchant sees it; of a dry run nothing is kept. */
function presentReconciliation(row: ReconciliationRow, dryRun: boolean): Reconciliation {
  return {
    id: dryRun ? null : row.id,
    dry_run: dryRun,
    provider: row.provider,
    source: row.source,
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    matched: row.matched,
    missing_here: row.missing_here,
    missing_there: row.missing_there,
    amount_mismatch: row.amount_mismatch,
    duplicate: row.duplicate,
    created_at: row.created_at.toISOString(),
    ...showMode(row.livemode),
  };
}

function presentItem(row: ItemRow): ReconciliationItem {
  const major = (minor: bigint | null, currency: string | null): number | null =>
    minor === null || currency === null || !(currency in currencies)
      ? null
      : toMajor(minor, currency as Currency);
  return {
    id: row.id,
    reconciliation_id: row.reconciliation_id,
    status: row.status,
    provider_ref: row.provider_ref,
    provider_amount: major(row.provider_amount, row.provider_currency),
    provider_currency: row.provider_currency,
    provider_at: row.provider_at?.toISOString() ?? null,
    payment_id: row.payment_id,
    amount: major(row.amount, row.currency),
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    livemode: row.livemode,
  };
}
