import { examplePayment, exampleSucceededPayment } from '../../payments/examples.ts';

export const exampleOrderEventId = 'evt_01m7yp60a4d8kq2x5v7j9c1r3t';
export const exampleOrderId = 'tor_01m7yp6b3f9mzn4c8w2k5q7h1s';
const exampleTypeId = 'tt_01m7yp60a6r1bq5y8m3w4x9k2d';
const exampleTicketId = 'tkt_01m7yp6d5h2qxs7e4v8n1z3j9f';

/** An order as lists show it, held. */
export const exampleOrderSummary = {
  id: exampleOrderId,
  order_number: 'ORD-7K4PD-9QWX3',
  event_id: exampleOrderEventId,
  status: 'held',
  channel: 'api',
  expires_at: '2026-11-21T09:24:00.000Z',
  items: [
    {
      ticket_type_id: exampleTypeId,
      ticket_type_name: 'VIP',
      quantity: 1,
      unit_price: 150,
      subtotal: 150,
      discount: 0,
      total: 150,
    },
  ],
  subtotal: 150,
  discount: 0,
  fees: 0,
  tax: 0,
  total: 150,
  amount_refunded: 0,
  currency: 'SLE',
  promo_code: null,
  buyer: { name: 'Fatmata Koroma', phone: '+23278234567', email: null },
  attendees: [],
  payment_id: null,
  waitlist_entry_id: null,
  metadata: {},
  livemode: false,
  version: 1,
  created_at: '2026-11-21T09:14:00.000Z',
  updated_at: '2026-11-21T09:14:00.000Z',
  paid_at: null,
  ended_at: null,
} as const;

/** The same order in the answer that made it. */
export const exampleHeldOrder = {
  ...exampleOrderSummary,
  client_secret: 'tor_01m7yp6b3f9mzn4c8w2k5q7h1s_secret_8Jt2mXw0q5ZkR7rVyB1cNg',
  tickets_url: null,
  payment: null,
  tickets: [],
  refunds: [],
};

/** What is paid for it. */
export const exampleOrderPayment = {
  ...examplePayment,
  description: 'Freetown Jazz',
  reference: 'ORD-7K4PD-9QWX3',
  ticket_order_id: exampleOrderId,
};

/** The same order, paid. */
export const examplePaidOrder = {
  ...exampleHeldOrder,
  status: 'paid',
  expires_at: null,
  version: 3,
  payment_id: examplePayment.id,
  client_secret: null,
  tickets_url: 'https://pay.example.sl/o/UsT4d6hk7VGYh13ce1AcKw',
  payment: {
    ...exampleSucceededPayment,
    client_secret: null,
    description: 'Freetown Jazz',
    reference: 'ORD-7K4PD-9QWX3',
    ticket_order_id: exampleOrderId,
  },
  updated_at: '2026-11-21T09:14:05.000Z',
  paid_at: '2026-11-21T09:14:05.000Z',
  tickets: [
    {
      id: exampleTicketId,
      code: '7K4PD-9QWX3',
      qr: 'TK1:X1ZK5QX7P3J0-2B3K91H5S8Q4V0C7W2M6F1T9D3R5N8Y4G',
      event_id: exampleOrderEventId,
      ticket_type_id: exampleTypeId,
      ticket_type_name: 'VIP',
      order_id: exampleOrderId,
      price: 150,
      holder: { name: 'Fatmata Koroma', phone: '+23278234567', email: null },
      status: 'valid',
      seat: null,
      issued_at: '2026-11-21T09:14:05.000Z',
      used_at: null,
      valid_from: null,
      valid_until: null,
      epoch: 0,
      livemode: false,
    },
  ],
} as const;

/** The same order, wholly refunded. */
export const exampleRefundedOrder = {
  ...examplePaidOrder,
  status: 'refunded',
  version: 4,
  amount_refunded: 150,
  payment: { ...examplePaidOrder.payment, amount_refunded: 150 },
  tickets: [{ ...examplePaidOrder.tickets[0], status: 'void' }],
  refunds: [
    {
      id: 'trf_01m7yp9q2e6wcg3b7t5y8n1v4k',
      amount: 150,
      status: 'done',
      reason: 'She cannot come.',
      ticket_ids: [exampleTicketId],
      refund_id: 're_01m7yp9q4h8xrm5d2z6j1w3s7c',
      failure: null,
      created_at: '2026-11-22T10:00:00.000Z',
    },
  ],
  updated_at: '2026-11-22T10:00:00.000Z',
  ended_at: '2026-11-22T10:00:00.000Z',
} as const;
