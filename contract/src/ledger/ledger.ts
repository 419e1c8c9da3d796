import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { AmountOut, ExactOut, Text, TimeIn, TimeOut } from '../schema.ts';
import { exampleJobNumber } from '../shipping/examples.ts';
import { Currency, Livemode } from '../shared-fields.ts';

export const LedgerEntry = Type.Object(
  {
    transaction_id: Type.String({
      description: 'Joins the entries that were posted together; their debits equal their credits.',
    }),
    kind: Type.String({ description: 'What happened, cod.collected for one.' }),
    subject: Type.String({
      description: 'What it is about: a job number, a claim, a payment, a payout, a cash session.',
    }),
    account: Type.String({
      description:
        'sales, refunds, fees, provider_clearing:… (with the provider), cash_drawer:… (with the cash session) or cash_drawer, cash_safe, pay_ins, pay_outs, cash_difference, payout_pending, payout; of deliveries merchant_payable, courier_cash:…, office_cash.',
    }),
    amount: AmountOut(
      'Positive is debit, negative is credit; the entries of a transaction add up to nothing.',
    ),
    currency: Currency,
    at: TimeOut('When it happened.'),
    livemode: Livemode,
  },
  { title: 'LedgerEntry', description: 'One side of a transaction in double entry.' },
);
export type LedgerEntry = Static<typeof LedgerEntry>;

export const listLedgerEntries = operation({
  id: 'listLedgerEntries',
  method: 'GET',
  path: '/ledger/entries',
  tag: 'Cash',
  summary: 'Read the ledger',
  description:
    "Newest first unless sorted otherwise. `Accept: text/csv` gives a day's book with created_from and created_to.",
  scope: 'ledger:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    account: Type.Optional(Text(120, 'Entries of this account.')),
    subject: Type.Optional(
      Text(64, 'Entries about this job number, claim, payment, payout or cash session.'),
    ),
    created_from: Type.Optional(TimeIn('At or after.')),
    created_to: Type.Optional(TimeIn('Before.')),
  }),
  answer: LedgerEntry,
  errors: [],
  example: {
    query: { subject: exampleJobNumber },
    answer: {
      transaction_id: `ltx_${exampleJobNumber}_collected`,
      kind: 'cod.collected',
      subject: exampleJobNumber,
      account: 'merchant_payable',
      amount: -400,
      currency: 'SLE',
      at: '2026-11-21T10:18:31.000Z',
      livemode: true,
    },
  },
});

export const getBalance = operation({
  id: 'getBalance',
  method: 'GET',
  path: '/balance',
  tag: 'Cash',
  summary: 'Read the balance',
  description:
    'What stands on each account of the ledger, and what the merchant is owed. Empty drawers are left out.',
  scope: 'ledger:read',
  status: 200,
  answer: Type.Object(
    {
      owed: AmountOut('What was collected for the merchant and not paid out yet.'),
      currency: Currency,
      available: Type.Array(
        Type.Object({
          provider: Type.String({ description: 'With whom it lies, as payments name it.' }),
          amount: AmountOut('Payments less fees, payouts and refunds, also those under way.'),
          currency: Currency,
          exact: ExactOut(),
        }),
        {
          description:
            'What lies with each payment provider and can be paid out; cash in the drawer and transfers to yourself you have already.',
        },
      ),
      accounts: Type.Array(
        Type.Object({
          account: Type.String({ description: 'As entries name it.' }),
          balance: AmountOut('Debits less credits.'),
          currency: Currency,
          exact: ExactOut(),
        }),
        { description: 'Every account with postings, for who keeps books.' },
      ),
      exact: ExactOut(),
      livemode: Livemode,
    },
    { title: 'Balance', description: "Where the merchant's money stands." },
  ),
  errors: [],
  example: {
    answer: {
      owed: 400,
      currency: 'SLE',
      available: [{ provider: 'monime', amount: 2_500, currency: 'SLE', exact: null }],
      accounts: [
        {
          account: 'courier_cash:drv_01m7yp4nvrfcdb9n4q14jz50jq',
          balance: 400,
          currency: 'SLE',
          exact: null,
        },
        { account: 'merchant_payable', balance: -400, currency: 'SLE', exact: null },
      ],
      exact: null,
      livemode: true,
    },
  },
});
