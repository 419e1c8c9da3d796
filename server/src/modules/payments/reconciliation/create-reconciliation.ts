import {
  idRandomBytes,
  makeId,
  type Input,
  type Operations,
  type Reconciliation,
  type ReconciliationStatus,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { inTurns, mapInTurns } from '../../../kernel/running/in-turns.ts';
import { readTime } from '../../../kernel/time/read-time.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { keyOf } from '../../../kernel/call/tenant.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { Json, Runner } from '../../../store/index.ts';
import type { Payments } from '../module.ts';
import { matchBookings, type Booking, type MatchedItem } from './match-bookings.ts';
import { presentReconciliation } from './present-reconciliation.ts';
import { readBookings, type Bookings } from './read-bookings.ts';
import { findCandidates, insertReconciliation, type ReconciliationRow } from './reconciliations.queries.ts';

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
