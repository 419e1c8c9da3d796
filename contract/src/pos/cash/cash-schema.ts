import { Type, type Static } from 'typebox';
import {
  AmountIn,
  AmountOut,
  Described,
  ExactOut,
  Livemode,
  Nullable,
  OneOf,
  shownMode,
  Text,
  TimeOut,
} from '../../schema.ts';
import { ClientIdOut, CurrencyCodeOut, LocationIdOut } from '../../shared-fields.ts';
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
    id: Type.String({ description: '`csh_…`.' }),
    location_id: LocationIdOut,
    terminal_id: Nullable(
      Type.String({ description: 'The till whose drawer it is; null: a drawer of the location.' }),
    ),
    status: OneOf(cashSessionStatuses, 'closing: being counted; it takes nothing any more.'),
    currency: CurrencyCodeOut,
    opening_float: AmountOut('Cash in the drawer when it was opened.'),
    opened_by: Nullable(
      Type.String({ description: "The member of staff; null: the merchant's own server." }),
    ),
    opened_at: TimeOut('When it was opened.'),
    closed_by: Nullable(
      Type.String({
        description: "The member of staff; null: it is open, or the merchant's own server closed it.",
      }),
    ),
    closed_at: Nullable(TimeOut('When it was closed; null: it is open.')),
    z_report_id: Nullable(
      Type.String({ description: '`zrp_…`, what it was closed with; null: it is open.' }),
    ),
    z_number: Nullable(
      Type.Integer({ description: 'The number of its Z report at this till; null: it is open.' }),
    ),
    ...shownMode,
  },
  { title: 'CashSession', description: 'A drawer from opening to counting.' },
);
export type CashSession = Static<typeof CashSession>;

export const CashMovement = Type.Object(
  {
    id: Type.String({ description: '`cmv_…`.' }),
    cash_session_id: Type.String({ description: '`csh_…`, the drawer.' }),
    type: OneOf(cashMovementTypes, 'Which way the cash went; no_sale: the drawer was only opened.'),
    amount: AmountOut('As it was sent; 0 for no_sale.'),
    reason: Nullable(Type.String({ description: 'As it was given; null: none.' })),
    staff_id: Nullable(Type.String({ description: "The member of staff; null: the merchant's own server." })),
    client_id: ClientIdOut,
    occurred_at: TimeOut('When it happened, as it was told.'),
    recorded_at: TimeOut('When the service learned of it.'),
    livemode: Livemode,
  },
  {
    title: 'CashMovement',
    description: 'Cash put into a drawer or taken out, or a drawer opened without a sale.',
  },
);
export type CashMovement = Static<typeof CashMovement>;

const Denomination = Type.Object({
  value: AmountOut('What one of them is worth.'),
  count: Type.Integer({ description: 'How many of the note or coin were counted.' }),
});

const TenderSum = Type.Object({
  tender: Type.String({ description: 'How it was paid: cash, or a channel of payments.' }),
  opening: AmountOut('The float.'),
  sales: AmountOut('What came in by sales.'),
  refunds: AmountOut('What went out by refunds.'),
  voids: AmountOut('What went out by voided sales.'),
  pay_in: AmountOut('Put in.'),
  pay_out: AmountOut('Taken out.'),
  drop: AmountOut('Taken to the safe.'),
  expected: AmountOut('opening + sales + pay_in − refunds − voids − pay_out − drop.'),
  counted: Nullable(AmountOut('What was counted; null where it was not.')),
  difference: Nullable(AmountOut('counted − expected; null: not counted.')),
  denominations: Type.Array(Denomination, {
    description: 'What was counted by note and coin; empty: only the sum was told.',
  }),
});

const Counted = Type.Object({
  count: Type.Integer({ description: 'How many there were.' }),
  total: AmountOut('Their sum, before cash is rounded.'),
  cash_rounding: AmountOut(
    'The rounding of cash in them, beside total; may be below 0. Both together are the money.',
  ),
});
const Moved = Type.Object({
  count: Type.Integer({ description: 'How many there were.' }),
  amount: AmountOut('Their sum.'),
});

/** X and Z reports have one form; of an X report, what only closing makes is null. */
const ReceiptRange = Type.Object({
  count: Type.Integer({
    description:
      'How many of them are in this report: where fewer than from first to last, some are missing.',
  }),
  first: Type.String({ description: 'The first number.' }),
  last: Type.String({ description: 'The last number.' }),
});

export const CashReport = Type.Object(
  {
    kind: OneOf(['X', 'Z'] as const, 'X: as it stands now; Z: as it was closed, never changed.'),
    id: Nullable(Type.String({ description: 'zrp_…; null: an X report, which is not kept.' })),
    number: Nullable(
      Type.Integer({
        description:
          'From 1 without a gap at each till, or at each location for drawers without a till; null: an X report.',
      }),
    ),
    cash_session_id: Type.String({ description: '`csh_…`, the drawer.' }),
    location_id: LocationIdOut,
    terminal_id: Nullable(
      Type.String({ description: 'The till whose drawer it is; null: a drawer of the location.' }),
    ),
    currency: CurrencyCodeOut,
    livemode: Type.Optional(
      Type.Boolean({
        description: 'true: live data; false: test data. Absent from Z reports of before it was told.',
      }),
    ),
    test: shownMode.test,
    opened_at: TimeOut('When it was opened.'),
    opened_by: Nullable(
      Type.String({ description: "The member of staff; null: the merchant's own server." }),
    ),
    closed_at: Nullable(TimeOut('When it was closed; null: it is open.')),
    closed_by: Nullable(
      Type.String({
        description: "The member of staff; null: it is open, or the merchant's own server closed it.",
      }),
    ),
    note: Nullable(Type.String({ description: 'What was noted when it was closed; null: nothing.' })),
    unsynced_count: Nullable(
      Type.Integer({
        description:
          'Sales that the till held back when it was closed with force; null: none were held back.',
      }),
    ),
    tenders: Type.Array(TenderSum, { description: 'What came in and went out, one for each way of paying.' }),
    movements: Type.Object(
      {
        pay_in: Described(Moved, 'Put in that no sale brought.'),
        pay_out: Described(Moved, 'Taken out for what was paid in cash.'),
        drop: Described(Moved, 'Taken out to the safe.'),
        no_sale: Described(Moved, 'The drawer opened without a sale.'),
      },
      { description: 'Cash that was put in and taken out, by kind.' },
    ),
    sales: Type.Object(
      {
        count: Type.Integer({ description: 'How many were completed.' }),
        total: AmountOut('Their totals.'),
        discounts: AmountOut('Given on them.'),
        service_charges: AmountOut('In them.'),
        tips: AmountOut('In them.'),
        cash_rounding: AmountOut('In them; may be below 0.'),
        first_number: Nullable(Type.String({ description: 'Number of the first; null: nothing was sold.' })),
        last_number: Nullable(Type.String({ description: 'Number of the last; null: nothing was sold.' })),
        receipts: Type.Optional(
          Type.Array(ReceiptRange, {
            description:
              'Their receipts as they stand on paper, for each sequence: what a till printed without network has numbers of its own. The 20 with most receipts; absent in reports from before it was kept.',
          }),
        ),
      },
      { description: 'What was sold.' },
    ),
    refunds: Described(Counted, 'Sales that money came back of.'),
    voids: Described(Counted, 'Sales that were taken back whole.'),
    taxes: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As it stands on receipts.' }),
        rate: Type.Number({ description: 'Percent.' }),
        base: AmountOut('Of sales, less what was refunded and voided.'),
        amount: AmountOut('The same of the tax.'),
      }),
      { description: 'Tax in what was sold less what came back, one for each rate.' },
    ),
    late: Type.Object(
      {
        sales: Described(Counted, 'Sales of an earlier session that came in late.'),
        refunds: Described(Counted, 'Refunds of an earlier session that came in late.'),
        voids: Described(Counted, 'Voided sales of an earlier session that came in late.'),
        tenders: Type.Array(
          Type.Object({
            tender: Type.String({ description: 'How it was paid: cash, or a channel of payments.' }),
            amount: AmountOut('What came in less what went out.'),
          }),
          { description: 'The same by way of paying.' },
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
      Type.String({ description: 'hash of the report before; 64 zeros for the first; null: an X report.' }),
    ),
    hash: Nullable(
      Type.String({
        description:
          'SHA-256, in hexadecimal, of this object without hash, as canonical JSON (RFC 8785); null: an X report.',
      }),
    ),
  },
  { title: 'CashReport', description: 'The figures of a cash session.' },
);
export type CashReport = Static<typeof CashReport>;

export const SessionParams = Type.Object({ id: Text(100, 'Id of the cash session, csh_….') });

/** What was counted of one tender. */
export const CountedIn = Type.Object({
  tender: Tender,
  amount: AmountIn('What was counted, in major units.'),
  denominations: Type.Optional(
    Type.Array(
      Type.Object({
        value: AmountIn('What one note or coin is worth.'),
        count: Type.Integer({
          description: 'How many of the note or coin there are.',
          minimum: 0,
          maximum: 1_000_000,
        }),
      }),
      { maxItems: 50, description: 'Notes and coins; together the amount.' },
    ),
  ),
});
