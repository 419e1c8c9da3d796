import type { CashMovement, CashSession } from './cash-schema.ts';

export const exampleCashSession = {
  id: 'csh_01m7yq4d8k3rz6w1x9n5c0f2h7',
  location_id: 'loc_01m7yq0a4d8kq2x5v7j9c1r3t6',
  terminal_id: 'trm_01m7yq2k3d7gz5w9n4c8h1p6s2',
  status: 'open',
  currency: 'SLE',
  opening_float: 500,
  opened_by: 'stf_01m7yq2c9e4fk8v1x6j0b5r7t3',
  opened_at: '2026-11-21T09:30:00.000Z',
  closed_by: null,
  closed_at: null,
  z_report_id: null,
  z_number: null,
  livemode: true,
  test: false,
} as const satisfies CashSession;

export const exampleClosedSession = {
  ...exampleCashSession,
  status: 'closed',
  closed_by: exampleCashSession.opened_by,
  closed_at: '2026-11-21T18:05:00.000Z',
  z_report_id: 'zrp_01m7yr8x5f1k7h3d9w2v6n0c4q',
  z_number: 1,
} as const satisfies CashSession;

export const exampleCashMovement = {
  id: 'cmv_01m7yq5a2j6s8f4d1x7v3n9k0h',
  cash_session_id: exampleCashSession.id,
  type: 'pay_out',
  amount: 20,
  reason: 'Water for the shop',
  staff_id: exampleCashSession.opened_by,
  client_id: '019aa5b2-7c1e-7f30-9a41-2b6a7e5d3c10',
  occurred_at: '2026-11-21T11:00:00.000Z',
  recorded_at: '2026-11-21T11:00:00.000Z',
  livemode: true,
} as const satisfies CashMovement;

const cashTender = {
  tender: 'cash',
  opening: 500,
  sales: 150.5,
  refunds: 0,
  voids: 0,
  pay_in: 0,
  pay_out: 20,
  drop: 0,
  expected: 630.5,
} as const;
const none = { count: 0, total: 0, cash_rounding: 0 } as const;
const still = { count: 0, amount: 0 } as const;

export const exampleXReport = {
  kind: 'X',
  id: null,
  number: null,
  cash_session_id: exampleCashSession.id,
  location_id: exampleCashSession.location_id,
  terminal_id: exampleCashSession.terminal_id,
  currency: 'SLE',
  livemode: true,
  test: false,
  opened_at: exampleCashSession.opened_at,
  opened_by: exampleCashSession.opened_by,
  closed_at: null,
  closed_by: null,
  note: null,
  unsynced_count: null,
  tenders: [{ ...cashTender, counted: null, difference: null, denominations: [] }],
  movements: { pay_in: still, pay_out: { count: 1, amount: 20 }, drop: still, no_sale: still },
  sales: {
    count: 1,
    total: 150.5,
    discounts: 0,
    service_charges: 0,
    tips: 0,
    cash_rounding: 0,
    first_number: 'MAIN-000001',
    last_number: 'MAIN-000001',
    receipts: [{ count: 1, first: 'T01-000001', last: 'T01-000001' }],
  },
  refunds: none,
  voids: none,
  taxes: [{ name: 'GST', rate: 15, base: 130.87, amount: 19.63 }],
  late: { sales: none, refunds: none, voids: none, tenders: [] },
  perpetual: { sales: 150.5, refunds: 0, net: 150.5 },
  previous_hash: null,
  hash: null,
};

export const exampleZReport = {
  ...exampleXReport,
  kind: 'Z',
  id: exampleClosedSession.z_report_id,
  number: 1,
  closed_at: exampleClosedSession.closed_at,
  closed_by: exampleClosedSession.closed_by,
  note: 'Quiet day',
  unsynced_count: 0,
  tenders: [
    {
      ...cashTender,
      counted: 630,
      difference: -0.5,
      denominations: [
        { value: 100, count: 6 },
        { value: 10, count: 3 },
      ],
    },
  ],
  previous_hash: '0'.repeat(64),
  hash: '6f1d9c0b5e2a7438f1d9c0b5e2a7438f6f1d9c0b5e2a7438f1d9c0b5e2a7438f',
};
