import type { ReconciliationStatus } from '@cottontree/contract';
import type { Work } from '../../../kernel/running/in-turns.ts';

/** What a provider says it booked. */
export type Booking = {
  readonly ref: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly at: Date;
};

/** A payment that may be what was booked. */
export type BookedPayment = {
  readonly id: string;
  readonly providerRef: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  /** When the money came; null where, as far as we know, it has not. */
  readonly succeededAt: Date | null;
  /** Its reference was typed in by hand, so that it may be wrong. */
  readonly byHand: boolean;
};

export type MatchedItem = {
  readonly status: ReconciliationStatus;
  readonly booking: Booking | null;
  readonly payment: BookedPayment | null;
};

/** So far apart the two sides may have noted the same money. */
const WINDOW_MS = 86_400_000;
/** So many are looked at in one step. */
const STEP_ITEMS = 2_000;

/**
 * Holds a provider's bookings against our payments. Partners are found by the provider's reference; what is left on both
 * sides by amount within a day, but only where nothing else fits either of the two. Payments that succeeded in the span
 * and found no partner are missing there.
 */
export function* matchBookings(
  bookings: readonly Booking[],
  payments: readonly BookedPayment[],
  span: { readonly since: Date; readonly until: Date },
): Work<readonly MatchedItem[]> {
  const byRef = new Map(
    payments.flatMap((payment) => (payment.providerRef === null ? [] : [[payment.providerRef, payment]])),
  );
  const seen = new Set<string>();
  const items: MatchedItem[] = [];
  const left: Booking[] = [];
  yield;
  for (const [at, booking] of bookings.entries()) {
    if (at % STEP_ITEMS === STEP_ITEMS - 1) yield;
    const payment = byRef.get(booking.ref) ?? null;
    if (seen.has(booking.ref)) items.push({ status: 'duplicate', booking, payment });
    else if (payment === null) left.push(booking);
    else items.push({ status: judgePair(booking, payment), booking, payment });
    seen.add(booking.ref);
  }
  const taken = new Set(items.flatMap(({ payment }) => payment?.id ?? []));
  const alone = payments.filter(
    ({ id, succeededAt, providerRef, byHand }) =>
      !taken.has(id) && succeededAt !== null && (providerRef === null || byHand),
  );
  yield;
  const pairs = yield* pairByAmount(left, alone);
  for (const booking of left)
    items.push({
      status: pairs.has(booking) ? 'matched' : 'missing_here',
      booking,
      payment: pairs.get(booking) ?? null,
    });
  for (const payment of pairs.values()) taken.add(payment.id);
  yield;
  for (const payment of payments) {
    const { succeededAt } = payment;
    if (
      !taken.has(payment.id) &&
      succeededAt !== null &&
      succeededAt >= span.since &&
      succeededAt < span.until
    )
      items.push({ status: 'missing_there', booking: null, payment });
  }
  return items;
}

/** Money that was booked there and has not come here is missing here, though we know what it is for. */
function judgePair({ amountMinor, currency }: Booking, payment: BookedPayment): ReconciliationStatus {
  if (payment.succeededAt === null) return 'missing_here';
  return amountMinor === payment.amountMinor && currency === payment.currency ? 'matched' : 'amount_mismatch';
}

/** One amount, as both sides have it, each in the order of time. */
type Group = { readonly bookings: readonly Booking[]; readonly payments: readonly BookedPayment[] };

/** Pairs of which each side fits the other alone. */
function* pairByAmount(
  bookings: readonly Booking[],
  payments: readonly BookedPayment[],
): Work<ReadonlyMap<Booking, BookedPayment>> {
  const theirs = groupByMoney(bookings, bookedMs);
  yield;
  const ours = groupByMoney(payments, succeededMs);
  yield;
  const pairs = new Map<Booking, BookedPayment>();
  let looked = 0;
  for (const [money, booked] of theirs) {
    pairWithin({ bookings: booked, payments: ours.get(money) ?? [] }, pairs);
    looked += booked.length;
    if (looked < STEP_ITEMS) continue;
    looked = 0;
    yield;
  }
  return pairs;
}

function pairWithin({ bookings, payments }: Group, pairs: Map<Booking, BookedPayment>): void {
  for (const booking of bookings) {
    const only = onlyNear(payments, succeededMs, bookedMs(booking));
    if (only && onlyNear(bookings, bookedMs, succeededMs(only)) === booking) pairs.set(booking, only);
  }
}

const bookedMs = ({ at }: Booking): number => at.getTime();
const succeededMs = ({ succeededAt }: BookedPayment): number => succeededAt?.getTime() ?? Number.NaN;

function groupByMoney<T extends Pick<Booking, 'amountMinor' | 'currency'>>(
  all: readonly T[],
  timeOf: (one: T) => number,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all.toSorted((first, second) => timeOf(first) - timeOf(second))) {
    const group = groups.get(moneyOf(one));
    if (group) group.push(one);
    else groups.set(moneyOf(one), [one]);
  }
  return groups;
}

/** The one that lies within the window around a moment; null for none, and for several. */
function onlyNear<T>(sorted: readonly T[], timeOf: (one: T) => number, moment: number): T | null {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = sorted[middle];
    if (one !== undefined && timeOf(one) < moment - WINDOW_MS) from = middle + 1;
    else to = middle;
  }
  const [first, second] = sorted.slice(from, from + 2);
  if (first === undefined || timeOf(first) > moment + WINDOW_MS) return null;
  return second !== undefined && timeOf(second) <= moment + WINDOW_MS ? null : first;
}

function moneyOf({ amountMinor, currency }: Pick<Booking, 'amountMinor' | 'currency'>): string {
  return `${currency} ${amountMinor}`;
}
