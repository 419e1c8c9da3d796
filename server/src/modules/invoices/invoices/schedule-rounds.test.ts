import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOf, momentOf } from './calendar.ts';
import {
  dueReminderChannels,
  lateFeeOf,
  nextLateFeeAt,
  nextReminderAt,
  type ReminderPlan,
} from './schedule-rounds.ts';

const FREETOWN = 'Africa/Freetown';
const plan: ReminderPlan = {
  dueDate: '2026-12-05',
  timeZone: FREETOWN,
  reminders: [
    { days_from_due: -3, channel: 'sms' },
    { days_from_due: 0, channel: 'email' },
    { days_from_due: 7, channel: 'email' },
  ],
};
const at = (text: string): Date => new Date(text);

describe('reminders', () => {
  test('come at nine in the morning of their day, where the merchant is', () => {
    expect(nextReminderAt(plan, at('2026-11-21T00:00:00Z'))).toEqual(at('2026-12-02T09:00:00Z'));
    expect(nextReminderAt({ ...plan, timeZone: 'Africa/Lagos' }, at('2026-11-21T00:00:00Z'))).toEqual(
      at('2026-12-02T08:00:00Z'),
    );
    expect(nextReminderAt(plan, at('2026-12-02T09:00:00Z'))).toEqual(at('2026-12-05T09:00:00Z'));
    expect(nextReminderAt(plan, at('2026-12-12T09:00:00Z'))).toBe(null);
  });

  test('that were missed while the service stood still are one message a channel', () => {
    expect(
      dueReminderChannels(plan, { from: at('2026-12-02T09:00:00Z'), until: at('2026-12-20T00:00:00Z') }),
    ).toEqual(['sms', 'email']);
    expect(
      dueReminderChannels(plan, { from: at('2026-12-05T09:00:00Z'), until: at('2026-12-05T09:00:00Z') }),
    ).toEqual(['email']);
  });

  test('walk forward only and come to an end', () => {
    const days = fc.array(
      fc.record({
        days_from_due: fc.integer({ min: -30, max: 90 }),
        channel: fc.constantFrom('sms', 'email'),
      }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(days, (reminders) => {
        let [now, turns] = [at('2026-01-01T00:00:00Z'), 0];
        for (
          let next = nextReminderAt({ ...plan, reminders }, now);
          next !== null;
          next = nextReminderAt({ ...plan, reminders }, now)
        ) {
          expect(next > now).toBe(true);
          [now, turns] = [next, turns + 1];
        }
        expect(turns).toBe(new Set(reminders.map((one) => one.days_from_due)).size);
      }),
    );
  });
});

describe('late fees', () => {
  const lateFee = { type: 'percent', value: 50_000, after_days: 7, repeat_days: 30, max: null } as const;
  const owed = {
    total: 100_000n,
    amount_credited: 0n,
    amount_paid: 20_000n,
    amount_refunded: 0n,
    late_fee_total: 0n,
  };

  test('come when the day of grace is over, and again after each repetition', () => {
    const base = { dueDate: '2026-12-05', lateFee, timeZone: FREETOWN };
    expect(nextLateFeeAt({ ...base, charged: [] })).toEqual(at('2026-12-13T00:00:00Z'));
    expect(nextLateFeeAt({ ...base, charged: [{ period: 1, amount: 1, at: '' }] })).toEqual(
      at('2027-01-12T00:00:00Z'),
    );
    expect(
      nextLateFeeAt({
        ...base,
        lateFee: { ...lateFee, repeat_days: null },
        charged: [{ period: 1, amount: 1, at: '' }],
      }),
    ).toBe(null);
    expect(nextLateFeeAt({ ...base, lateFee: null, charged: [] })).toBe(null);
  });

  test('are of what is due without earlier ones, rounded half up, and never more than the most', () => {
    expect(lateFeeOf(owed, lateFee, 0n)).toBe(4_000n);
    expect(lateFeeOf(owed, lateFee, 4_000n)).toBe(4_000n);
    expect(lateFeeOf(owed, { ...lateFee, max: 5_000 }, 4_000n)).toBe(1_000n);
    expect(lateFeeOf(owed, { ...lateFee, max: 5_000 }, 5_000n)).toBe(0n);
    expect(lateFeeOf(owed, { ...lateFee, type: 'fixed', value: 1_000 }, 100_000n)).toBe(0n);
    expect(lateFeeOf({ ...owed, total: 30n, amount_paid: 0n }, lateFee, 0n)).toBe(2n);
    expect(lateFeeOf({ ...owed, amount_paid: 100_000n }, lateFee, 0n)).toBe(0n);
  });
});

test('a moment of a day lies on that day, in every zone and through every change of the clock', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        FREETOWN,
        'Africa/Lagos',
        'Europe/London',
        'America/New_York',
        'Pacific/Apia',
        'Asia/Kathmandu',
        'America/Sao_Paulo',
      ),
      fc.integer({ min: 0, max: 60_000 }),
      fc.constantFrom(0, 9),
      (timeZone, days, hour) => {
        const day = new Date(Date.UTC(1990, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
        // Apia had no 30 December 2011.
        if (day !== '2011-12-30') expect(dayOf(momentOf(day, { hour, timeZone }), timeZone)).toBe(day);
      },
    ),
  );
});
