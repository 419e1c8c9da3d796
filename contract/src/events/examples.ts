import type { Event } from './event-schema.ts';
import { scanPolicyDefault } from './scan-policy.ts';
import type { TicketType } from './ticket-type-schema.ts';

/** One concert in Freetown, told through all examples. */
export const exampleEventId = 'evt_01m7yp6a3xf5j8q2w4e6r8t0yz';
export const exampleTicketTypeId = 'tt_01m7yp6b2nf5j8q2w4e6r8t0yz';
export const examplePoolId = 'pool_01m7yp6c7pf5j8q2w4e6r8t0yz';

export const exampleTicketType: TicketType = {
  id: exampleTicketTypeId,
  name: 'VIP',
  price: 250.5,
  quantity_available: 500,
  quantity_sold: 0,
  quantity_held: 0,
  quantity_remaining: 500,
  description: null,
  currency: 'SLE',
  status: 'active',
  sales_start: null,
  sales_end: null,
  min_per_order: 1,
  max_per_order: null,
  pool_ids: [],
  kind: 'fixed',
  min_price: null,
  valid_from: null,
  valid_until: null,
  admits: 1,
  gates: null,
  door_note: null,
  position: 0,
};

export const exampleEvent: Event = {
  id: exampleEventId,
  name: 'Freetown Jazz',
  description: null,
  venue: 'National Stadium',
  address: 'Brookfields, Freetown',
  start_date: '2026-12-20T18:00:00.000Z',
  end_date: '2026-12-20T23:00:00.000Z',
  status: 'published',
  ticket_types: [exampleTicketType],
  total_tickets_sold: 0,
  created_at: '2026-11-21T07:10:00.000Z',
  updated_at: '2026-11-21T07:15:00.000Z',
  timezone: 'Africa/Freetown',
  currency: 'SLE',
  livemode: false,
  tickets_held: 0,
  capacity: null,
  max_tickets_per_order: 10,
  sales_start: null,
  sales_end: null,
  doors_open: null,
  image_url: null,
  public_url: `https://pay.example.sl/e/${exampleEventId}`,
  refund_policy: null,
  hold_minutes: 10,
  re_entry: 'none',
  scan_policy: scanPolicyDefault,
  metadata: {},
  attendees_to_notify: false,
  pools: [],
  published_at: '2026-11-21T07:15:00.000Z',
  cancelled_at: null,
  cancel_reason: null,
};
