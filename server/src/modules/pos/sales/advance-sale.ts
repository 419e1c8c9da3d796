import type { SaleStatus } from '@cottontree/contract';
import type { World } from '../../../kernel/running/world.ts';
import { type Fact, newFact } from '../../../outbox/index.ts';
import type { SettledPayment } from '../../payments/index.ts';
import type { StockActor } from '../inventory/stock-move.ts';
import { documentEntries, salePostings, stockMovesOf, tenderEntries } from './sale-bookings.ts';
import { presentSale, type SalePlace } from './present-sale.ts';
import {
  amountOf,
  isPending,
  paymentsOf,
  shareLeft,
  statusOf,
  type KeptPayment,
  type LineStockState,
} from './sale-parts.ts';
import type { DecidedSalePayment, SaleClaim, SaleNumbering, SaleStep } from './sale-step.ts';
import { nextVersion } from './sale-versions.ts';
import type { SaleRow } from './sales.queries.ts';
import type { SaleBasis } from './selling.ts';

/** What a payment may take, and how much longer its stock is kept. */
export const PAYMENT_MS = 900_000;
const GRACE_MS = 120_000;

type Advancing = {
  readonly basis: Pick<SaleBasis, 'place' | 'settings'>;
  readonly module: SalePlace & {
    readonly world: Pick<World, 'now' | 'randomBytes'>;
    readonly signs: (livemode: boolean) => boolean;
  };
  readonly at: Date;
  /** When it happened, where that is not now. */
  readonly happenedAt?: Date;
  readonly actor: StockActor | null;
  /** It comes after the fact: from a till without network, or by a provider. The drawer takes it even if it is closed. */
  readonly after: 'now' | 'offline' | 'payment';
  /** It stays open, even where nothing is due. */
  readonly stays?: boolean;
  readonly claimOf: ((after: SaleRow) => SaleClaim | null) | null;
};

/** Moves a sale to where its payments have brought it: it waits for one, is completed by the last, or is open. */
export function advanceSale(before: SaleRow | null, draft: SaleRow, advancing: Advancing): SaleStep {
  const { basis, at, module, happenedAt = at } = advancing;
  const status = statusBy(draft, advancing);
  const isCompleted = status === 'completed';
  const stock = stockBy(status, basis.settings.reserve_on_park);
  const fresh = paymentsOf(draft).filter(
    (payment) =>
      payment.verdict !== null &&
      paymentsOf(before ?? { payments: [] }).find(({ id }) => id === payment.id)?.verdict !== payment.verdict,
  );
  const kept = fresh.filter(({ verdict }) => verdict === 'kept');
  const after: SaleRow = {
    ...nextVersion(before, draft, { at, world: module.world, told: isCompleted ? 1 : 0 }),
    status,
    stock_state: stock,
    stock_round: draft.stock_round + (stock === 'reserved' && draft.stock_state === 'none' ? 1 : 0),
    expires_at:
      status === 'pending_payment'
        ? before?.status === 'pending_payment'
          ? before.expires_at
          : new Date(at.getTime() + PAYMENT_MS + GRACE_MS)
        : null,
    completed_at: isCompleted ? happenedAt : null,
    ended_at: null,
    fiscal_status: isCompleted && module.signs(draft.livemode) ? 'pending' : 'none',
  };
  const entering = { world: module.world, at: happenedAt, force: advancing.after !== 'now' };
  const touchesDrawer = before === null || kept.length > 0 || isCompleted;
  return {
    before,
    after,
    numbering: isCompleted
      ? numberSale({
          pattern: basis.settings.sale_number_pattern,
          code: basis.place.code,
          at,
          timeZone: basis.place.time_zone,
        })
      : null,
    isPast: advancing.after === 'offline',
    drawer: touchesDrawer && advancing.after !== 'payment' ? after.cash_session_id : null,
    isDrawerAnywhere: false,
    claim: advancing.claimOf?.(after) ?? null,
    moves: stockMovesOf(before, after, happenedAt),
    actor: advancing.actor,
    entries: [
      ...tenderEntries(after, kept, { kind: 'sale', entering }),
      ...(isCompleted ? documentEntries(after, { kind: 'sale', entering }) : []),
    ],
    payments: fresh.flatMap(decidedPayment),
    settled: kept.flatMap((payment) => settledPayment(after, payment, { place: basis.place, at })),
    postings: isCompleted ? salePostings(after, 'sale.completed') : [],
    facts: isCompleted ? [saleFact('pos.sale.completed', after, module)] : [],
    alongside: null,
  };
}

/** What is told of a sale as it stands; the sale's sequence is the message's number. */
export function saleFact(
  kind: 'pos.sale.completed' | 'pos.sale.voided' | 'pos.sale.refunded',
  after: SaleRow,
  place: SalePlace,
): Fact {
  return newFact({
    kind,
    sequence: after.sequence,
    at: after.updated_at.toISOString(),
    facts: presentSale(after, place),
  });
}

function statusBy(draft: SaleRow, { after, stays = false }: Advancing): SaleStatus {
  if (after === 'offline') return 'completed';
  if (paymentsOf(draft).some(isPending)) return 'pending_payment';
  if (statusOf(draft) === 'parked') return 'parked';
  return shareLeft(draft) === 0n && !stays ? 'completed' : 'open';
}

function stockBy(status: SaleStatus, reserveOnPark: boolean): LineStockState {
  if (status === 'completed') return 'taken';
  return status === 'pending_payment' || (status === 'parked' && reserveOnPark) ? 'reserved' : 'none';
}

function decidedPayment(payment: KeptPayment): readonly DecidedSalePayment[] {
  const amount = amountOf(payment);
  if (payment.verdict === null || amount === 0n) return [];
  return [
    {
      payment_id: payment.id,
      channel: payment.channel,
      verdict: payment.verdict,
      amount,
      created_at: new Date(payment.settled_at ?? payment.created_at),
    },
  ];
}

/** What nobody asks a provider for is there already; where cash is rounded to nothing, there is none. */
function settledPayment(
  row: SaleRow,
  payment: KeptPayment,
  { place, at }: { readonly place: SaleBasis['place']; readonly at: Date },
): readonly SettledPayment[] {
  const amount = amountOf(payment);
  if ((payment.channel !== 'cash' && payment.channel !== 'external') || amount === 0n) return [];
  return [
    {
      id: payment.id,
      amountMinor: amount,
      currency: row.currency,
      channel: payment.channel,
      provider: payment.provider,
      phone: row.customer_phone,
      description: place.name,
      reference: row.id,
      customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
      subject: { kind: 'sale', id: row.id },
      amountSource: 'server',
      metadata: {},
      externalRef: payment.external_ref,
      at,
      cashSessionId: payment.cash_session_id,
    },
  ];
}

type NumberRule = {
  readonly pattern: string;
  /** What stands for the location. */ readonly code: string;
  readonly at: Date;
  readonly timeZone: string;
};

const PLACE = /\{(0{1,10})\}/;

/** How the next number of a location looks, on the day that it is there. With the year in it numbers begin anew each year. */
function numberSale({ pattern, code, at, timeZone }: NumberRule): SaleNumbering {
  const [year = '', month = ''] = /\{(YYYY|MM)\}/.test(pattern) ? dayAt(at, timeZone).split('-') : [];
  const filled = pattern.replace(/\{(YYYY|MM|LOC)\}/g, (_, token: string) =>
    token === 'LOC' ? code : token === 'MM' ? month : year,
  );
  const place = PLACE.exec(filled);
  if (!place) throw new Error(`The number pattern ${pattern} has no place for the number.`);
  return {
    period: pattern.includes('{YYYY}') ? year : '',
    head: filled.slice(0, place.index),
    tail: filled.slice(place.index + place[0].length),
    digits: place[1]?.length ?? 1,
  };
}

/** YYYY-MM-DD. */
function dayAt(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);
}
