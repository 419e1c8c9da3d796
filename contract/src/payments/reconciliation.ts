import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import {
  AmountIn,
  AmountOut,
  Livemode,
  Nullable,
  OneOf,
  shownMode,
  Text,
  TimeIn,
  TimeOut,
} from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { CurrencyOut } from './schemas.ts';
import { paymentProviders } from './words.ts';

/** Bookings of one reconciliation. */
export const RECONCILED_MAX = 10_000;

/**
 * `matched`: both sides have it. `missing_here`: the provider booked what we do not know. `missing_there`: we have it, the provider does not.
 * `amount_mismatch`: both have it with different amounts. `duplicate`: the provider lists it twice.
 */
export const reconciliationStatuses = Object.freeze([
  'matched',
  'missing_here',
  'missing_there',
  'amount_mismatch',
  'duplicate',
] as const);
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];

export const Reconciliation = Type.Object(
  {
    id: Nullable(Type.String({ description: '`rcn_…`; null for a dry run, which leaves nothing behind.' })),
    dry_run: Type.Boolean({ description: 'Whether nothing of it was kept.' }),
    provider: OneOf(paymentProviders, 'Whose bookings were held against the payments.'),
    source: OneOf(['json', 'csv', 'provider'] as const, 'How the bookings came.'),
    since: TimeOut('From the first booking, or as asked for.'),
    until: TimeOut('To the last booking, or as asked for.'),
    matched: Type.Integer({ description: 'Bookings that fit a payment to the cent.' }),
    missing_here: Type.Integer({ description: 'Bookings without a payment.' }),
    missing_there: Type.Integer({ description: 'Payments without a booking.' }),
    amount_mismatch: Type.Integer({ description: 'Bookings whose payment has another amount.' }),
    duplicate: Type.Integer({ description: 'Bookings that came more than once.' }),
    created_at: CreatedAtOut,
    ...shownMode,
  },
  { title: 'Reconciliation', description: 'What a provider booked, held against what we have.' },
);
export type Reconciliation = Static<typeof Reconciliation>;

export const ReconciliationItem = Type.Object(
  {
    id: Type.String({ description: '`rci_…`' }),
    reconciliation_id: Type.String({ description: '`rcn_…`.' }),
    status: OneOf(reconciliationStatuses, 'What is the matter with it.'),
    provider_ref: Nullable(
      Type.String({ description: 'As the provider calls the payment; null: it knows none.' }),
    ),
    provider_amount: Nullable(AmountOut('What the provider booked; null: it knows no such booking.')),
    provider_currency: Nullable(
      Type.String({ description: 'ISO 4217; null: the provider knows no such booking.' }),
    ),
    provider_at: Nullable(TimeOut('When the provider booked it; null: it knows no such booking.')),
    payment_id: Nullable(Type.String({ description: '`pay_…`; null: no payment fits.' })),
    amount: Nullable(AmountOut('What our payment is for; null: no payment fits.')),
    currency: Nullable(CurrencyOut),
    created_at: CreatedAtOut,
    livemode: Livemode,
  },
  { title: 'ReconciliationItem', description: 'One booking, one payment, or both.' },
);
export type ReconciliationItem = Static<typeof ReconciliationItem>;

const Transaction = Type.Object(
  {
    provider_ref: Text(200, "The provider's number of it."),
    amount: AmountIn('What was booked, before fees.'),
    currency: Type.Optional(CurrencyOut),
    at: TimeIn('When it was booked.'),
  },
  { title: 'ProviderTransaction', description: 'One booking of the provider.' },
);

export const exampleReconciliation = {
  id: 'rcn_01m7yp6q3vd1ksm4sz8hb2a9gt',
  dry_run: false,
  provider: 'manual',
  source: 'json',
  since: '2026-11-20T00:00:00.000Z',
  until: '2026-11-21T00:00:00.000Z',
  matched: 41,
  missing_here: 1,
  missing_there: 0,
  amount_mismatch: 0,
  duplicate: 0,
  created_at: '2026-11-21T09:14:00.000Z',
  livemode: true,
  test: false,
} as const satisfies Reconciliation;

export const exampleReconciliationItem = {
  id: 'rci_01m7yp6q3vd1ksm4sz8hb2a9gt',
  reconciliation_id: exampleReconciliation.id,
  status: 'missing_here',
  provider_ref: 'TRF-88124',
  provider_amount: 120,
  provider_currency: 'SLE',
  provider_at: '2026-11-20T16:02:00.000Z',
  payment_id: null,
  amount: null,
  currency: null,
  created_at: '2026-11-21T09:14:00.000Z',
  livemode: true,
} as const satisfies ReconciliationItem;

export const createReconciliation = operation({
  id: 'createReconciliation',
  method: 'POST',
  path: '/reconciliation/imports',
  tag: 'Payments',
  summary: "Hold payments against a provider's bookings",
  description: [
    `At most ${RECONCILED_MAX} bookings: as transactions, as csv with the columns provider_ref, amount, currency and at, or (source provider) as the provider lists them itself. A booking is matched with the payment of its provider_ref, or of its amount within a day where one payment alone fits and neither has a partner.`,
    'Money typed in by hand becomes verified when it is matched. Sends reconciliation.mismatch for each import that found anything amiss. With dry_run=true (status 200) nothing is written.',
  ].join(' '),
  scope: 'payouts:write',
  status: 201,
  otherStatuses: [200],
  largeBody: true,
  query: Type.Object({
    dry_run: Type.Optional(Type.Boolean({ default: false, description: 'Only compare.' })),
  }),
  body: Type.Object(
    {
      provider: OneOf(paymentProviders, 'Whose bookings these are.'),
      source: Type.Optional(
        OneOf(['provider'] as const, 'Lets the provider list its bookings since `since`.'),
      ),
      transactions: Type.Optional(
        Type.Array(Transaction, {
          description: 'What the provider booked; instead of csv.',
          minItems: 1,
          maxItems: RECONCILED_MAX,
        }),
      ),
      csv: Type.Optional(Type.String({ minLength: 1, description: 'The file as text.' })),
      since: Type.Optional(
        TimeIn('Payments that succeeded from then on are looked for; needed with source provider.'),
      ),
      until: Type.Optional(TimeIn('And before then.')),
    },
    { title: 'CreateReconciliationBody', description: 'The bookings, or where they come from.' },
  ),
  answer: Reconciliation,
  errors: ['AMOUNT_PRECISION', 'INVALID_CSV', 'TOO_MANY_ITEMS', 'PROVIDER_UNAVAILABLE'],
  example: {
    body: {
      provider: 'manual',
      transactions: [
        { provider_ref: 'TRF-88123', amount: 2_500, currency: 'SLE', at: '2026-11-20T15:00:00Z' },
      ],
    },
    answer: exampleReconciliation,
  },
});

export const getReconciliation = operation({
  id: 'getReconciliation',
  method: 'GET',
  path: '/reconciliation/imports/:id',
  tag: 'Payments',
  summary: 'Read a reconciliation',
  scope: 'ledger:read',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the reconciliation, rcn_….' }) }),
  answer: Reconciliation,
  errors: ['RECONCILIATION_NOT_FOUND'],
  example: { params: { id: exampleReconciliation.id }, answer: exampleReconciliation },
});

export const listReconciliationItems = operation({
  id: 'listReconciliationItems',
  method: 'GET',
  path: '/reconciliation/items',
  tag: 'Payments',
  summary: 'List what was reconciled',
  description: 'Newest first unless sorted otherwise.',
  scope: 'ledger:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    reconciliation_id: Type.Optional(Text(64, 'Those of this one.')),
    status: SeveralOf(reconciliationStatuses),
  }),
  answer: ReconciliationItem,
  errors: [],
  example: { query: { status: 'missing_here' }, answer: exampleReconciliationItem },
});
