import type { PublicEvent, PublicTicketType } from '@cottontree/contract';
import { describe, expect, test } from 'vitest';
import { opensAt, sellingOf } from './event-state.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const [YESTERDAY, TOMORROW, LATER] = [
  '2026-11-20T12:00:00.000Z',
  '2026-11-22T12:00:00.000Z',
  '2026-11-23T12:00:00.000Z',
] as const;

const type = (fields: Partial<PublicTicketType> = {}): PublicTicketType => ({
  id: 'tt_1',
  name: 'Regular',
  description: null,
  kind: 'fixed',
  price: 50,
  min_price: null,
  currency: 'SLE',
  remaining: 'available',
  on_sale: true,
  sales_start: null,
  sales_end: null,
  min_per_order: 1,
  max_per_order: 10,
  admits: 1,
  ...fields,
});
const event = (fields: Partial<PublicEvent> = {}): PublicEvent => ({
  id: 'evt_1',
  name: 'Jazz',
  description: null,
  organizer: 'Shop',
  venue: null,
  address: null,
  start_date: LATER,
  end_date: LATER,
  timezone: 'Africa/Freetown',
  status: 'published',
  currency: 'SLE',
  max_tickets_per_order: 10,
  hold_minutes: 10,
  sales_start: null,
  sales_end: null,
  doors_open: null,
  image_url: null,
  refund_policy: null,
  public_url: 'https://x.example/e/evt_1',
  livemode: true,
  ticket_types: [type()],
  ...fields,
});

describe('what a page says of an event', () => {
  test.each([
    ['on_sale', event({ ticket_types: [type({ remaining: 0 }), type({ remaining: 1 })] })],
    ['sold_out', event({ ticket_types: [type({ remaining: 0 }), type({ on_sale: false, remaining: 5 })] })],
    ['not_open', event({ sales_start: TOMORROW, ticket_types: [type({ on_sale: false })] })],
    ['not_open', event({ ticket_types: [type({ on_sale: false, sales_start: TOMORROW })] })],
    [
      'not_open',
      event({
        ticket_types: [
          type({ name: 'Early bird', on_sale: false, sales_end: YESTERDAY }),
          type({ on_sale: false, sales_start: TOMORROW }),
        ],
      }),
    ],
    [
      'not_open',
      event({ ticket_types: [type({ remaining: 0 }), type({ on_sale: false, sales_start: TOMORROW })] }),
    ],
    ['closed', event({ sales_end: YESTERDAY, ticket_types: [type({ on_sale: false })] })],
    ['closed', event({ ticket_types: [type({ on_sale: false, sales_end: YESTERDAY })] })],
    ['none', event({ ticket_types: [type({ on_sale: false })] })],
    ['none', event({ ticket_types: [] })],
    ['cancelled', event({ status: 'cancelled' })],
    ['completed', event({ status: 'completed' })],
    ['completed', event({ end_date: YESTERDAY })],
  ] as const)('%s', (selling, of) => {
    expect(sellingOf(of, NOW)).toBe(selling);
  });
});

describe('tickets go on sale', () => {
  const opens = (fields: Partial<PublicEvent> = {}) => opensAt(event(fields), NOW);

  test('with the first type, and not before the event itself', () => {
    expect(opens({ ticket_types: [type({ sales_start: LATER }), type({ sales_start: TOMORROW })] })).toEqual(
      new Date(TOMORROW),
    );
    expect(opens({ sales_start: LATER, ticket_types: [type({ sales_start: TOMORROW })] })).toEqual(
      new Date(LATER),
    );
    expect(opens()).toBeNull();
  });

  test('with the event where one type has no time of its own, however late another is', () => {
    expect(opens({ sales_start: TOMORROW, ticket_types: [type(), type({ sales_start: LATER })] })).toEqual(
      new Date(TOMORROW),
    );
  });

  test('next, and not when those went on sale that are over', () => {
    const types = [type({ sales_start: YESTERDAY, sales_end: YESTERDAY }), type({ sales_start: TOMORROW })];
    expect(opens({ ticket_types: types })).toEqual(new Date(TOMORROW));
    expect(opens({ sales_end: YESTERDAY, ticket_types: types })).toBeNull();
  });
});
