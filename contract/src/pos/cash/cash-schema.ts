import { Type, type Static } from 'typebox';
import { AmountOut, ExactOut, Nullable, OneOf, shownMode, Text, TimeOut } from '../../schema.ts';
import { cashMovementTypes, cashSessionStatuses } from '../words.ts';

/** What a tender is called that is no channel of payments. */
export const Tender = Type.String({
  minLength: 1,
  maxLength: 40,
  pattern: '^[a-z][a-z0-9_]*$',
  description: 'cash, or the channel of a payment: card, mobile_money, external ….',
});

export const CashSession = Type.Object(
  {
    id: Type.String(),
    location_id: Type.String(),
    terminal_id: Nullable(
      Type.String({ description: 'The till whose drawer it is; null: a drawer of the location.' }),
    ),
    status: OneOf(cashSessionStatuses, 'closing: being counted; it takes nothing any more.'),
    currency: Type.String(),
    opening_float: AmountOut('Cash in the drawer when it was opened.'),
    opened_by: Nullable(
      Type.String({ description: "The member of staff; null: the merchant's own server." }),
    ),
    opened_at: TimeOut(),
    closed_by: Nullable(Type.String()),
    closed_at: Nullable(TimeOut()),
    z_report_id: Nullable(Type.String()),
    z_number: Nullable(Type.Integer({ description: 'The number of its Z report at this till.' })),
    ...shownMode,
  },
  { title: 'CashSession', description: 'A drawer from opening to counting.' },
);
export type CashSession = Static<typeof CashSession>;

export const CashMovement = Type.Object(
  {
    id: Type.String(),
    cash_session_id: Type.String(),
    type: OneOf(cashMovementTypes),
    amount: AmountOut('As it was sent; 0 for no_sale.'),
    reason: Nullable(Type.String()),
    staff_id: Nullable(Type.String()),
    client_id: Nullable(Type.String()),
    occurred_at: TimeOut(),
    recorded_at: TimeOut(),
  },
  {
    title: 'CashMovement',
    description: 'Cash put into a drawer or taken out, or a drawer opened without a sale.',
  },
);
export type CashMovement = Static<typeof CashMovement>;

const Denomination = Type.Object({ value: AmountOut('What one of them is worth.'), count: Type.Integer() });

const TenderSum = Type.Object({
  tender: Type.String(),
  opening: AmountOut('The float.'),
  sales: AmountOut('What came in by sales.'),
  refunds: AmountOut('What went out by refunds.'),
  voids: AmountOut('What went out by voided sales.'),
  pay_in: AmountOut('Put in.'),
  pay_out: AmountOut('Taken out.'),
  drop: AmountOut('Taken to the safe.'),
  expected: AmountOut('opening + sales + pay_in − refunds − voids − pay_out − drop.'),
  counted: Nullable(AmountOut('What was counted; null where it was not.')),
  difference: Nullable(AmountOut('counted − expected.')),
  denominations: Type.Array(Denomination),
});

const Counted = Type.Object({
  count: Type.Integer(),
  total: AmountOut('Their sum, before cash is rounded.'),
  cash_rounding: AmountOut(
    'The rounding of cash in them, beside total; may be below 0. Both together are the money.',
  ),
});
const Moved = Type.Object({ count: Type.Integer(), amount: AmountOut('Their sum.') });

/** X and Z reports have one form; of an X report, what only closing makes is null. */
export const CashReport = Type.Object(
  {
    kind: OneOf(['X', 'Z'] as const, 'X: as it stands now; Z: as it was closed, never changed.'),
    id: Nullable(Type.String({ description: 'zrp_….' })),
    number: Nullable(
      Type.Integer({
        description: 'From 1 without a gap at each till, or at each location for drawers without a till.',
      }),
    ),
    cash_session_id: Type.String(),
    location_id: Type.String(),
    terminal_id: Nullable(Type.String()),
    currency: Type.String(),
    livemode: Type.Optional(
      Type.Boolean({
        description: 'true: live data; false: test data. Absent from Z reports of before it was told.',
      }),
    ),
    test: shownMode.test,
    opened_at: TimeOut(),
    opened_by: Nullable(Type.String()),
    closed_at: Nullable(TimeOut()),
    closed_by: Nullable(Type.String()),
    note: Nullable(Type.String()),
    unsynced_count: Nullable(
      Type.Integer({ description: 'Sales that the till held back when it was closed with force.' }),
    ),
    tenders: Type.Array(TenderSum),
    movements: Type.Object({ pay_in: Moved, pay_out: Moved, drop: Moved, no_sale: Moved }),
    sales: Type.Object({
      count: Type.Integer(),
      total: AmountOut('Their totals.'),
      discounts: AmountOut('Given on them.'),
      service_charges: AmountOut('In them.'),
      tips: AmountOut('In them.'),
      cash_rounding: AmountOut('In them; may be below 0.'),
      first_number: Nullable(Type.String()),
      last_number: Nullable(Type.String()),
    }),
    refunds: Counted,
    voids: Counted,
    taxes: Type.Array(
      Type.Object({
        name: Type.String(),
        rate: Type.Number({ description: 'Percent.' }),
        base: AmountOut('Of sales, less what was refunded and voided.'),
        amount: AmountOut('The same of the tax.'),
      }),
    ),
    late: Type.Object(
      {
        sales: Counted,
        refunds: Counted,
        voids: Counted,
        tenders: Type.Array(
          Type.Object({ tender: Type.String(), amount: AmountOut('What came in less what went out.') }),
        ),
      },
      {
        description:
          'What happened in sessions of this till that were closed already, and arrived only after: in no other report, and not in the figures above, for the money was counted then.',
      },
    ),
    perpetual: Type.Object(
      {
        sales: AmountOut('All sales ever.'),
        refunds: AmountOut('All refunds and voids ever.'),
        net: AmountOut('sales − refunds.'),
      },
      { description: 'Over all reports of the till up to this one, what came late included.' },
    ),
    exact: Type.Optional(
      ExactOut('by their paths, such as tenders[0].expected; absent where all numbers are exact'),
    ),
    previous_hash: Nullable(
      Type.String({ description: 'hash of the report before; 64 zeros for the first.' }),
    ),
    hash: Nullable(
      Type.String({
        description: 'SHA-256, in hexadecimal, of this object without hash, as canonical JSON (RFC 8785).',
      }),
    ),
  },
  { title: 'CashReport', description: 'The figures of a cash session.' },
);
export type CashReport = Static<typeof CashReport>;

export const SessionParams = Type.Object({ id: Text(100, 'Id of the cash session, csh_….') });

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
