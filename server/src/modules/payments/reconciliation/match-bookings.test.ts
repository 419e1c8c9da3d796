import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atOnce } from '../../../kernel/running/in-turns.ts';
import { matchBookings, type BookedPayment, type Booking } from './match-bookings.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 20, hour));
const span = { since: at(0), until: at(24) };
const booked = (ref: string, amount: number, hour = 10): Booking => ({
  ref,
  amountMinor: BigInt(amount),
  currency: 'SLE',
  at: at(hour),
});
const paid = (id: string, amount: number, more: Partial<BookedPayment> = {}): BookedPayment => ({
  id,
  providerRef: null,
  amountMinor: BigInt(amount),
  currency: 'SLE',
  succeededAt: at(10),
  byHand: false,
  ...more,
});
const outcomes = (bookings: readonly Booking[], payments: readonly BookedPayment[]) =>
  atOnce(matchBookings(bookings, payments, span)).map(({ status, booking, payment }) => [
    status,
    booking?.ref ?? null,
    payment?.id ?? null,
  ]);

test("the provider's reference finds the partner, whenever it was noted", () => {
  expect(
    outcomes([booked('A', 100)], [paid('pay_1', 100, { providerRef: 'A', succeededAt: at(-500) })]),
  ).toEqual([['matched', 'A', 'pay_1']]);
});

test('another amount, and another currency, are told', () => {
  const payments = [
    paid('pay_1', 100, { providerRef: 'A' }),
    paid('pay_2', 100, { providerRef: 'B', currency: 'USD' }),
  ];
  expect(outcomes([booked('A', 99), booked('B', 100)], payments)).toEqual([
    ['amount_mismatch', 'A', 'pay_1'],
    ['amount_mismatch', 'B', 'pay_2'],
  ]);
});

test('money that was booked and has not come here is missing here, with its payment', () => {
  expect(
    outcomes(
      [booked('A', 100), booked('B', 5)],
      [paid('pay_1', 100, { providerRef: 'A', succeededAt: null })],
    ),
  ).toEqual([
    ['missing_here', 'A', 'pay_1'],
    ['missing_here', 'B', null],
  ]);
});

test('money that came here and was not booked is missing there, if it came in the span', () => {
  const payments = [
    paid('pay_1', 100, { providerRef: 'A' }),
    paid('pay_2', 100, { providerRef: 'B', succeededAt: at(24) }),
    paid('pay_3', 1, { providerRef: 'C', succeededAt: null }),
  ];
  expect(outcomes([], payments)).toEqual([['missing_there', null, 'pay_1']]);
});

test('the same booking twice is a duplicate', () => {
  expect(
    outcomes(
      [booked('A', 100), booked('A', 100), booked('X', 1), booked('X', 1)],
      [paid('pay_1', 100, { providerRef: 'A' })],
    ),
  ).toEqual([
    ['matched', 'A', 'pay_1'],
    ['duplicate', 'A', 'pay_1'],
    ['duplicate', 'X', null],
    ['missing_here', 'X', null],
  ]);
});

test('without a reference the amount within a day finds the partner, if it is the only one on both sides', () => {
  expect(outcomes([booked('A', 100, 30)], [paid('pay_1', 100)])).toEqual([['matched', 'A', 'pay_1']]);
  expect(outcomes([booked('A', 100, 35)], [paid('pay_1', 100)])).toEqual([
    ['missing_here', 'A', null],
    ['missing_there', null, 'pay_1'],
  ]);
  expect(outcomes([booked('A', 100)], [paid('pay_1', 100), paid('pay_2', 100)])).toEqual([
    ['missing_here', 'A', null],
    ['missing_there', null, 'pay_1'],
    ['missing_there', null, 'pay_2'],
  ]);
  expect(outcomes([booked('A', 100), booked('B', 100)], [paid('pay_1', 100)])).toEqual([
    ['missing_here', 'A', null],
    ['missing_here', 'B', null],
    ['missing_there', null, 'pay_1'],
  ]);
});

test("a reference typed in by hand may be wrong, a provider's own is not", () => {
  expect(
    outcomes([booked('TRF-1', 100)], [paid('pay_1', 100, { providerRef: 'TRF-l', byHand: true })]),
  ).toEqual([['matched', 'TRF-1', 'pay_1']]);
  expect(outcomes([booked('A', 100)], [paid('pay_1', 100, { providerRef: 'B' })])).toEqual([
    ['missing_here', 'A', null],
    ['missing_there', null, 'pay_1'],
  ]);
});

test('every booking comes out once, and no payment is matched twice', () => {
  const bookings = fc.array(
    fc.record({
      ref: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      amount: fc.integer({ min: 1, max: 4 }),
      hour: fc.integer({ min: 0, max: 60 }),
    }),
    { maxLength: 12 },
  );
  const payments = fc.array(
    fc.record({
      ref: fc.option(fc.constantFrom('A', 'B', 'C', 'X')),
      amount: fc.integer({ min: 1, max: 4 }),
      hour: fc.option(fc.integer({ min: 0, max: 23 })),
      byHand: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(bookings, payments, (some, others) => {
      const ours = others
        .filter(({ ref }, place) => ref === null || others.findIndex((one) => one.ref === ref) === place)
        .map(({ ref, amount, hour, byHand }, place) =>
          paid(`pay_${place}`, amount, {
            providerRef: ref,
            succeededAt: hour === null ? null : at(hour),
            byHand,
          }),
        );
      const items = atOnce(
        matchBookings(
          some.map(({ ref, amount, hour }) => booked(ref, amount, hour)),
          ours,
          span,
        ),
      );
      expect(items.filter(({ booking }) => booking !== null).length).toBe(some.length);
      const once = items.flatMap(({ status, payment }) =>
        payment && status !== 'duplicate' ? [payment.id] : [],
      );
      expect(new Set(once).size).toBe(once.length);
      for (const { succeededAt, id } of ours) if (succeededAt !== null) expect(once).toContain(id);
      for (const { status, booking, payment } of items)
        if (status === 'matched')
          expect([booking?.amountMinor, booking?.currency]).toEqual([
            payment?.amountMinor,
            payment?.currency,
          ]);
    }),
    { numRuns: 500 },
  );
});

test('many of one amount cost little more than they are', () => {
  let looks = 0;
  const watched = (hours: number): Date =>
    Object.assign(at(hours), { getTime: () => ((looks += 1), Date.UTC(2026, 10, 20) + hours * 3_600_000) });
  const bookings = Array.from({ length: 2_000 }, (_, hours) => ({
    ...booked(`B${hours}`, 100),
    at: watched(hours),
  }));
  const payments = Array.from({ length: 6_000 }, (_, hours) =>
    paid(`pay_${hours}`, 100, { succeededAt: watched(hours) }),
  );
  expect(
    atOnce(matchBookings(bookings, payments, span)).filter(({ status }) => status === 'missing_here'),
  ).toHaveLength(2_000);
  expect(looks).toBeLessThan(8_000 * 60);
});
