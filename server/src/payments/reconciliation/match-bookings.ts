import type { ReconciliationStatus } from '@cottontree/contract';

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

/**
 * Holds a provider's bookings against our payments. Partners are found by the provider's reference; what is left on both
 * sides by amount within a day, but only where nothing else fits either of the two. Payments that succeeded in the span
 * and found no partner are missing there.
 */
export function matchBookings(
  bookings: readonly Booking[],
  payments: readonly BookedPayment[],
  span: { readonly since: Date; readonly until: Date },
): readonly MatchedItem[] {
  const byRef = new Map(
    payments.flatMap((payment) => (payment.providerRef === null ? [] : [[payment.providerRef, payment]])),
  );
  const seen = new Set<string>();
  const items: MatchedItem[] = [];
  const left: Booking[] = [];
  for (const booking of bookings) {
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
  const pairs = pairByAmount(left, alone);
  for (const booking of left)
    items.push({
      status: pairs.has(booking) ? 'matched' : 'missing_here',
      booking,
      payment: pairs.get(booking) ?? null,
    });
  for (const payment of pairs.values()) taken.add(payment.id);
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

/** Pairs of which each side fits the other alone. */
function pairByAmount(
  bookings: readonly Booking[],
  payments: readonly BookedPayment[],
): ReadonlyMap<Booking, BookedPayment> {
  const groups = new Map<string, BookedPayment[]>();
  for (const payment of payments)
    groups.set(moneyOf(payment), [...(groups.get(moneyOf(payment)) ?? []), payment]);
  const fits = new Map(
    bookings.map((booking) => [
      booking,
      (groups.get(moneyOf(booking)) ?? []).filter(
        ({ succeededAt }) =>
          succeededAt !== null && Math.abs(succeededAt.getTime() - booking.at.getTime()) <= WINDOW_MS,
      ),
    ]),
  );
  const wanted = new Map<string, number>();
  for (const some of fits.values()) for (const { id } of some) wanted.set(id, (wanted.get(id) ?? 0) + 1);
  const pairs = new Map<Booking, BookedPayment>();
  for (const [booking, [only, ...others]] of fits)
    if (only && others.length === 0 && wanted.get(only.id) === 1) pairs.set(booking, only);
  return pairs;
}

function moneyOf({ amountMinor, currency }: Pick<Booking, 'amountMinor' | 'currency'>): string {
  return `${currency} ${amountMinor}`;
}
