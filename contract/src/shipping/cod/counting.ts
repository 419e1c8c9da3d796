import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { AmountIn, AmountOut, ExactOut, Nullable, OneOf, Text, TimeOut } from '../../schema.ts';
import { CreatedAtOut, Currency, Livemode } from '../../shared-fields.ts';
import { exampleDriver, exampleJobNumber } from '../examples.ts';
import { depositStatuses, exampleDepositId } from './courier-cash.ts';

const DepositParams = Type.Object({
  id: Type.String({ minLength: 1, description: 'Id of the deposit, dep_….' }),
});

export const CashDeposit = Type.Object(
  {
    id: Type.String({ description: '`dep_…`.' }),
    driver: Type.Object(
      {
        id: Type.String({ description: '`drv_…`.' }),
        name: Type.String({ description: 'As the dispatcher entered it.' }),
      },
      { description: 'Who handed the cash in.' },
    ),
    status: OneOf(depositStatuses, 'How far counting is.'),
    declared: Nullable(
      AmountOut('What the courier says it is; hidden until somebody has counted; null: not shown yet.'),
    ),
    counted: Nullable(AmountOut('What was counted; null: not yet.')),
    currency: Currency,
    exact: ExactOut(),
    jobs_count: Type.Integer({ description: "How many deliveries' cash it holds." }),
    note: Nullable(Type.String({ description: "The courier's own words; null: none." })),
    declared_at: TimeOut('When the courier handed it in.'),
    counted_by: Nullable(Type.String({ description: 'Who counted: `usr_…`; null until then.' })),
    counted_at: Nullable(TimeOut('When it was counted; null: not yet.')),
    count_note: Nullable(Type.String({ description: 'What the cashier noted; null: nothing.' })),
    resolved_by: Nullable(
      Type.String({ description: 'Who settled a difference: `usr_…`; null: nobody had to.' }),
    ),
    resolved_at: Nullable(TimeOut('When it was resolved; null: not yet.')),
    resolution: Nullable(
      Type.String({
        description: 'How a difference was settled; null: there was none, or it is still open.',
      }),
    ),
    livemode: Livemode,
  },
  { title: 'CashDeposit', description: 'Cash that a courier handed in, as whoever counts it sees it.' },
);
export type CashDeposit = Static<typeof CashDeposit>;

const exampleCounted = {
  id: exampleDepositId,
  driver: { id: exampleDriver.id, name: exampleDriver.name },
  status: 'counted',
  declared: 400,
  counted: 400,
  currency: 'SLE',
  exact: null,
  jobs_count: 1,
  note: null,
  declared_at: '2026-11-21T16:30:00.000Z',
  counted_by: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
  counted_at: '2026-11-21T16:42:00.000Z',
  count_note: null,
  resolved_by: null,
  resolved_at: null,
  resolution: null,
  livemode: true,
} as const;

export const listCashDeposits = operation({
  id: 'listCashDeposits',
  method: 'GET',
  path: '/dispatch/cash/deposits',
  tag: 'Cash',
  summary: 'List cash that was handed in',
  description:
    "Newest first. Only for the platform's people. What the courier declared shows once it is counted.",
  scope: 'cash:write',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(['-declared_at', 'declared_at'], {
    status: SeveralOf(depositStatuses),
    driver_id: Type.Optional(Text(64, 'Those of this courier.')),
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: CashDeposit,
  errors: ['OPERATORS_ONLY'],
  example: {
    query: { status: 'declared' },
    answer: {
      ...exampleCounted,
      status: 'declared',
      declared: null,
      counted: null,
      counted_by: null,
      counted_at: null,
    },
  },
});

export const countCashDeposit = operation({
  id: 'countCashDeposit',
  method: 'POST',
  path: '/dispatch/cash/deposits/:id/count',
  tag: 'Cash',
  summary: 'Count cash that was handed in',
  description:
    'By somebody who does not know what was declared. Where both agree, the cash of its deliveries is deposited; where not, everything is disputed and nothing moves.',
  scope: 'cash:write',
  by: 'dispatcher',
  status: 200,
  params: DepositParams,
  body: Type.Object({
    amount: AmountIn('What lies on the table.'),
    note: Type.Optional(Text(280, 'What the cashier notes, up to 280 characters.')),
  }),
  answer: CashDeposit,
  errors: ['OPERATORS_ONLY', 'AMOUNT_PRECISION', 'DEPOSIT_NOT_FOUND', 'STATE_CONFLICT'],
  example: { params: { id: exampleDepositId }, body: { amount: 400 }, answer: exampleCounted },
});

export const resolveCashDeposit = operation({
  id: 'resolveCashDeposit',
  method: 'POST',
  path: '/dispatch/cash/deposits/:id/resolve',
  tag: 'Cash',
  summary: 'Settle a disputed count',
  description:
    "By a third person: who counted cannot resolve. The amount found becomes the count; what is missing stays on the courier's account as a shortage, what is over is kept as a surplus.",
  scope: 'cash:write',
  by: 'dispatcher',
  status: 200,
  params: DepositParams,
  body: Type.Object({
    amount: AmountIn('What was found in the end.'),
    resolution: Text(280, 'What explains the difference.'),
  }),
  answer: CashDeposit,
  errors: ['OPERATORS_ONLY', 'AMOUNT_PRECISION', 'DEPOSIT_NOT_FOUND', 'STATE_CONFLICT', 'SAME_PERSON'],
  example: {
    params: { id: exampleDepositId },
    body: { amount: 390, resolution: 'One note of ten was missing; he brings it tomorrow.' },
    answer: {
      ...exampleCounted,
      status: 'resolved',
      counted: 390,
      resolved_by: 'usr_01m7yp4hwb8n2v6c1x5z9q3w7e',
      resolved_at: '2026-11-21T17:05:00.000Z',
      resolution: 'One note of ten was missing; he brings it tomorrow.',
    },
  },
});

export const Settlement = Type.Object(
  {
    id: Type.String({ description: '`set_…`.' }),
    merchant_id: Type.String({ description: '`mch_…`, who got the money.' }),
    cash: AmountOut('What was collected for the merchant.'),
    fees: AmountOut('Shipping fees kept of it.'),
    claims: AmountOut('Approved claims paid with it.'),
    paid: AmountOut('What was paid out: cash less fees, and claims.'),
    currency: Currency,
    exact: ExactOut(),
    job_numbers: Type.Array(Type.String(), {
      description: 'The deliveries whose cash it paid out, `SHP-XXXX-XXXX` each.',
    }),
    reference: Nullable(
      Type.String({ description: 'What the transfer can be found by at the bank; null: none was given.' }),
    ),
    settled_by: Type.String({ description: 'Who settled it, `usr_…`.' }),
    created_at: CreatedAtOut,
    livemode: Livemode,
  },
  { title: 'Settlement', description: 'Cash on delivery paid out to its merchant.' },
);
export type Settlement = Static<typeof Settlement>;

const exampleSettlement = {
  id: 'set_01m7yp6q3vd1ksm4sz8hb2a9gt',
  merchant_id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7',
  cash: 400,
  fees: 57.5,
  claims: 0,
  paid: 342.5,
  currency: 'SLE',
  exact: null,
  job_numbers: [exampleJobNumber],
  reference: 'Orange Money PP261121.1712.C04512',
  settled_by: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
  created_at: '2026-11-21T17:12:00.000Z',
  livemode: true,
};

export const settleCash = operation({
  id: 'settleCash',
  method: 'POST',
  path: '/dispatch/cash/settlements',
  tag: 'Cash',
  summary: 'Pay cash out to its merchant',
  description:
    "Settles what is deposited for a merchant, at most 500 deliveries at once, oldest first, and every approved claim not paid yet. The deliveries' cod_status becomes settled, and they complete.",
  scope: 'payouts:write',
  by: 'dispatcher',
  status: 201,
  body: Type.Object(
    {
      merchant_id: Text(64, '`mch_…`, who is to get the money.'),
      livemode: Type.Optional(Type.Boolean({ default: true, description: 'False for test data.' })),
      deduct_fees: Type.Optional(
        Type.Boolean({ default: false, description: "Keep each delivery's shipping fee of its cash." }),
      ),
      reference: Type.Optional(Text(120, 'How it was paid.')),
    },
    { title: 'SettleCashBody', description: 'To whom, and how.' },
  ),
  answer: Settlement,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND', 'NO_CASH'],
  example: {
    body: {
      merchant_id: exampleSettlement.merchant_id,
      deduct_fees: true,
      reference: exampleSettlement.reference,
    },
    answer: exampleSettlement,
  },
});

export const listDispatchSettlements = operation({
  id: 'listDispatchSettlements',
  method: 'GET',
  path: '/dispatch/cash/settlements',
  tag: 'Cash',
  summary: 'List what was paid out to all merchants',
  description: "Newest first unless sorted otherwise. Only for the platform's people.",
  scope: 'payouts:write',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    merchant_id: Type.Optional(Text(64, 'To this merchant.')),
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: Settlement,
  errors: ['OPERATORS_ONLY'],
  example: { query: { livemode: true }, answer: exampleSettlement },
});

export const listSettlements = operation({
  id: 'listSettlements',
  method: 'GET',
  path: '/shipping/settlements',
  tag: 'Cash',
  summary: 'List what was paid out',
  description: 'Newest first.',
  scope: 'ledger:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {}),
  answer: Settlement,
  errors: [],
  example: { answer: exampleSettlement },
});
