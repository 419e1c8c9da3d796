import { scanPolicyDefault, type UpdateEventBody } from '@cottontree/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { eventChanges } from './event-columns.ts';
import type { EventState, TicketTypeState } from './event-state.ts';
import { presentEvent } from './present-event.ts';
import { readEvent } from './read-event.ts';

const place = { publicUrl: 'https://pay.example.sl' };
const now = new Date('2026-11-21T10:00:00.000Z');
const merchant = { timeZone: 'Africa/Freetown', currency: 'SLE' };
/** All that reading a change asks of a call. */
const call = {
  now,
  caller: { merchant },
  tenant: { merchantId: 'mch_1', livemode: false },
} as unknown as Call;
let made = 0;
const module = {
  world: { randomBytes: (size: number) => Buffer.alloc(size, (made += 1)) },
  settings: { publicUrl: 'https://api.example.sl' },
} as unknown as Parameters<typeof readEvent>[2]['module'];

const date = (text: string): Date => new Date(text);
const typeOf = (id: string, typeIndex: number): TicketTypeState => ({
  id,
  typeIndex,
  status: 'active',
  name: `Type ${typeIndex}`,
  description: 'Standing',
  kind: 'fixed',
  price: 10_000n,
  minPrice: null,
  salesStart: null,
  salesEnd: date('2099-12-01'),
  minPerOrder: 1,
  maxPerOrder: 8,
  validFrom: null,
  validUntil: null,
  admits: 1,
  gates: ['North'],
  doorNote: 'Red wristband',
  position: typeIndex,
  poolIds: typeIndex === 0 ? ['pool_a'] : [],
  createdAt: now,
  updatedAt: now,
  capacity: 100,
  held: 0,
  sold: 0,
});
const event: EventState = {
  id: 'evt_1',
  livemode: false,
  version: 3,
  sequence: 4,
  status: 'published',
  name: 'Jazz',
  description: 'An evening',
  venue: 'Hall',
  address: 'Main Road',
  startDate: date('2099-12-20'),
  endDate: date('2099-12-21'),
  timeZone: 'Africa/Freetown',
  currency: 'SLE',
  maxTicketsPerOrder: 10,
  holdMinutes: 10,
  salesStart: date('2099-01-01'),
  salesEnd: date('2099-12-19'),
  doorsOpen: null,
  imageUrl: 'https://example.sl/a.png',
  refundPolicy: 'None',
  reEntry: 'none',
  scanPolicy: scanPolicyDefault,
  metadata: { a: 1 },
  attendeesToNotify: false,
  publishedAt: now,
  cancelledAt: null,
  cancelReason: null,
  createdAt: now,
  updatedAt: now,
  capacity: 500,
  held: 0,
  sold: 0,
  types: [typeOf('tt_0', 0), typeOf('tt_1', 1)],
  nextTypeIndex: 2,
  pools: [{ id: 'pool_a', name: 'Stand', capacity: 50, held: 0, sold: 0, createdAt: now }],
};

const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });
const words = fc.constantFrom('National Stadium', 'Old Hall', 'Bo');
const moment = fc.constantFrom('2099-02-01T00:00:00.000Z', '2099-03-01T00:00:00.000Z');
const price = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);
const typeFields = {
  price,
  quantity_available: fc.nat(1_000),
  description: orNull(words),
  sales_end: orNull(moment),
  max_per_order: orNull(fc.integer({ min: 1, max: 20 })),
  gates: orNull(fc.constant(['South'])),
  admits: fc.integer({ min: 1, max: 20 }),
};
const changedTypes = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('tt_0', 'tt_1'), ...typeFields }, { requiredKeys: ['id'] }),
  { selector: ({ id }) => id },
);
const patches = fc.record(
  {
    name: words,
    venue: orNull(words),
    description: orNull(words),
    address: orNull(words),
    capacity: orNull(fc.integer({ min: 1, max: 900 })),
    max_tickets_per_order: fc.integer({ min: 1, max: 100 }),
    hold_minutes: fc.integer({ min: 1, max: 60 }),
    sales_start: orNull(moment),
    doors_open: orNull(moment),
    refund_policy: orNull(words),
    re_entry: fc.constantFrom('none', 'unlimited'),
    metadata: fc.constant({ b: 'two' }),
    ticket_types: changedTypes,
  },
  { requiredKeys: [] },
) as fc.Arbitrary<UpdateEventBody>;

const apply = (body: UpdateEventBody, to: EventState): EventState => readEvent(body, to, { call, module });
const shown = (state: EventState) => presentEvent(state, place);
type Shown = Readonly<Record<string, unknown>>;

describe('a change of an event', () => {
  test('shows every field as it was sent, and every other as it was', () => {
    fc.assert(
      fc.property(patches, (body) => {
        const [before, after]: [Shown, Shown] = [{ ...shown(event) }, { ...shown(apply(body, event)) }];
        const { ticket_types: items = [], ...plain } = body;
        for (const field of Object.keys(before).filter((name) => name !== 'ticket_types'))
          expect(after[field], field).toEqual(field in plain ? (plain as Shown)[field] : before[field]);
        const typesAfter = shown(apply(body, event)).ticket_types;
        for (const type of shown(event).ticket_types) {
          const { quantity_remaining: _, ...expected } = {
            ...type,
            ...items.find(({ id }) => id === type.id),
          };
          expect(typesAfter.find(({ id }) => id === type.id)).toMatchObject(expected);
        }
        expect(typesAfter).toHaveLength(2);
      }),
    );
  });

  test('made twice is as made once, and needs no further row', () => {
    fc.assert(
      fc.property(patches, (body) => {
        const once = apply(body, event);
        const twice = apply(body, once);
        expect(shown(twice)).toEqual(shown(once));
        const { types, counters, links, linksGone, unsold } = eventChanges(once, twice);
        expect([types, counters, links, linksGone, unsold]).toEqual([[], [], [], [], []]);
      }),
    );
  });

  test('sent back as it was read changes nothing', () => {
    fc.assert(
      fc.property(patches, (body) => {
        const state = apply(body, event);
        expect(shown(apply(shown(state) as unknown as UpdateEventBody, state))).toEqual(shown(state));
      }),
    );
  });

  test('writes a counter exactly where room, sales window or status differ', () => {
    fc.assert(
      fc.property(patches, (body) => {
        const after = apply(body, event);
        const touched = eventChanges(event, after).counters.map(({ id }) => id);
        const expected = [
          ...(after.capacity !== event.capacity || String(after.salesStart) !== String(event.salesStart)
            ? [event.id]
            : []),
          ...event.types
            .filter((type) =>
              after.types.some(
                (now) =>
                  now.id === type.id &&
                  (now.capacity !== type.capacity || String(now.salesEnd) !== String(type.salesEnd)),
              ),
            )
            .map(({ id }) => id),
        ];
        expect(touched.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  test('that names a ticket type twice is refused', () => {
    expect(() =>
      apply(
        {
          ticket_types: [
            { id: 'tt_0', price: 1 },
            { id: 'tt_0', price: 2 },
          ],
        },
        event,
      ),
    ).toThrow(Failure);
  });
});
