import type {
  AmountSource,
  Currency,
  NextAction,
  PaymentChannel,
  PaymentFailure,
  PaymentProviderId,
  PaymentReview,
  PaymentStatus,
  PaymentSubjectKind,
} from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { postingStatements, postingsToJson, type Posting } from '../../ledger/index.ts';
import { announcement, type Fact } from '../../../outbox/index.ts';
import {
  findOwner,
  type Json,
  json,
  type JsonObject,
  nullable,
  type Runner,
  statement,
  text,
  type ValuesOf,
} from '../../../store/index.ts';

const KEY = { merchant_id: 'text', livemode: 'bool', id: 'text' } as const;

/** What the payer does next, without the links that are made when it is shown. */
export type KeptAction = Omit<NextAction, 'qr_svg_url' | 'tel_url'>;

export const PAYMENT = {
  ...KEY,
  version: 'int4',
  sequence: 'int4',
  status: text<PaymentStatus>(),
  amount: 'int8',
  amount_refunded: 'int8',
  fee: 'int8?',
  currency: text<Currency>(),
  amount_source: text<AmountSource>(),
  channel: text<PaymentChannel>(),
  provider: text<PaymentProviderId>(),
  account_id: 'text?',
  provider_ref: 'text?',
  payer_chooses: 'bool',
  phone: 'text?',
  test_card: 'text?',
  description: 'text?',
  reference: 'text?',
  customer_name: 'text?',
  customer_phone: 'text?',
  customer_email: 'text?',
  subject_kind: nullable(text<PaymentSubjectKind>()),
  subject_id: 'text?',
  order_ref: 'text?',
  return_url: 'text?',
  cancel_url: 'text?',
  page_token: 'text',
  client_secret: 'bytea',
  next_action: nullable(json<KeptAction>()),
  failure: nullable(json<PaymentFailure>()),
  review: nullable(json<PaymentReview>()),
  late: 'bool',
  verified: 'bool',
  metadata: json<JsonObject>(),
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  succeeded_at: 'timestamptz?',
} as const;

/** The columns of a payment, read from `payments p`. */
export const PAYMENT_COLUMNS = Object.keys(PAYMENT)
  .map((name) => `p.${name}`)
  .join(', ');

const find = statement({
  name: 'payments.find',
  params: KEY,
  row: PAYMENT,
  sql: `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = :id`,
});

const findAll = statement({
  name: 'payments.findAll',
  params: { merchant_id: 'text', livemode: 'bool', ids: 'text[]' },
  row: PAYMENT,
  sql: `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.id = ANY(:ids::text[])`,
});

const findByPageToken = statement({
  name: 'payments.findByPageToken',
  params: { merchant_id: 'text', livemode: 'bool', page_token: 'text' },
  row: PAYMENT,
  sql: `SELECT ${PAYMENT_COLUMNS} FROM payments p WHERE p.merchant_id = :merchant_id AND p.livemode = :livemode AND p.page_token = :page_token`,
});

/**
 * The one statement that writes a status. It takes effect only on the version that was read; the messages, the
 * ledger and the end that its subject's owner is told of are written with it or not at all.
 */
const change = statement({
  name: 'payments.change',
  params: {
    ...KEY,
    version: 'int4',
    status: text<PaymentStatus>(),
    sequence: 'int4',
    fee: 'int8?',
    channel: text<PaymentChannel>(),
    provider: text<PaymentProviderId>(),
    account_id: 'text?',
    provider_ref: 'text?',
    payer_chooses: 'bool',
    phone: 'text?',
    next_action: nullable(json<KeptAction>()),
    failure: nullable(json<PaymentFailure>()),
    review: nullable(json<PaymentReview>()),
    late: 'bool',
    verified: 'bool',
    updated_at: 'timestamptz',
    succeeded_at: 'timestamptz?',
    facts: json<readonly Fact[]>(),
    postings: 'jsonb',
    ends: 'bool',
    told_from: 'timestamptz',
  },
  row: { version: 'int4' },
  sql: `WITH changed AS (
          UPDATE payments SET version = version + 1, status = :status, sequence = :sequence, fee = :fee, channel = :channel, provider = :provider, account_id = :account_id, provider_ref = :provider_ref, payer_chooses = :payer_chooses, phone = :phone,
            next_action = :next_action, failure = :failure, review = :review, late = :late, verified = :verified, updated_at = :updated_at, succeeded_at = :succeeded_at
          WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND version = :version
          RETURNING merchant_id, livemode, id, version, subject_kind, subject_id
        ), announced AS (
          ${announcement({ source: 'changed', entity: 'id', facts: ':facts' })}
        ), ended AS (
          INSERT INTO payment_ends (merchant_id, livemode, payment_id, version, subject_kind, subject_id, status, late, at, verdict, settled, tries, due_at)
          SELECT merchant_id, livemode, id, version, subject_kind, subject_id, :status, :late, :updated_at, NULL, false, 0, :told_from FROM changed WHERE :ends AND (subject_kind IS NOT NULL OR :late)
        ), ${postingStatements({ source: 'changed', postings: ':postings' })}
        SELECT version FROM changed`,
});

const NEW = {
  ...KEY,
  status: text<PaymentStatus>(),
  amount: 'bigint',
  fee: 'bigint',
  currency: text<Currency>(),
  amount_source: text<AmountSource>(),
  channel: text<PaymentChannel>(),
  provider: text<PaymentProviderId>(),
  account_id: 'text',
  provider_ref: 'text',
  payer_chooses: 'boolean',
  phone: 'text',
  test_card: 'text',
  description: 'text',
  reference: 'text',
  customer_name: 'text',
  customer_phone: 'text',
  customer_email: 'text',
  subject_kind: 'text',
  subject_id: 'text',
  order_ref: 'text',
  return_url: 'text',
  cancel_url: 'text',
  page_token: 'text',
  client_secret: 'bytea',
  next_action: 'jsonb',
  verified: 'boolean',
  metadata: json<JsonObject>(),
  version: 'integer',
  sequence: 'integer',
  expires_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  succeeded_at: 'timestamptz',
} as const;
const NEW_COLUMNS = Object.keys(NEW).join(', ');

/**
 * Writes payments with their messages, their ledger and the first question to their provider. One that is there already
 * stays as it is. Those with postings are all of one merchant and mode. `places` of the outbox are for their messages.
 */
const insert = statement({
  name: 'payments.insert',
  params: { given: 'jsonb', postings: 'jsonb', places: 'int8[]' },
  row: { id: 'text' },
  sql: `WITH given AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(:given) AS g(${Object.entries(NEW)
            .map((column) => column.join(' '))
            .join(', ')}, facts jsonb, poll_at timestamptz, leased_until timestamptz)
        ), inserted AS (
          INSERT INTO payments (${NEW_COLUMNS}) SELECT ${NEW_COLUMNS} FROM given ORDER BY merchant_id, livemode, id
          ON CONFLICT (merchant_id, livemode, id) DO NOTHING RETURNING merchant_id, livemode, id
        ), announced AS (
          ${announcement({ source: '(SELECT g.merchant_id, g.livemode, g.id, g.facts FROM given g JOIN inserted i USING (merchant_id, livemode, id))', entity: 'id', facts: 's.facts', places: ':places::int8[]' })}
        ), asked AS (
          INSERT INTO payment_polls (merchant_id, livemode, payment_id, due_at, polls, late_polls, leased_until)
          SELECT g.merchant_id, g.livemode, g.id, g.poll_at, 0, 0, g.leased_until FROM given g JOIN inserted i USING (merchant_id, livemode, id) WHERE g.poll_at IS NOT NULL
        ), ${postingStatements({ source: '(SELECT DISTINCT merchant_id, livemode FROM inserted)', postings: `(SELECT coalesce(jsonb_agg(x), '[]') FROM jsonb_array_elements(:postings) x WHERE x ->> 'subject' IN (SELECT id FROM inserted))` })}
        SELECT id FROM inserted`,
});

export type PaymentRow = ValuesOf<typeof PAYMENT>;
export type PaymentKey = { readonly tenant: Tenant; readonly id: string };
/** The ledger's part follows from the rest; see `paymentPostings`. */
export type PaymentChange = Omit<
  ValuesOf<(typeof change)['params']>,
  'merchant_id' | 'livemode' | 'id' | 'postings' | 'told_from'
>;
export type NewPayment = { readonly [Column in keyof typeof NEW]: Json } & {
  readonly id: string;
  readonly facts: readonly Fact[];
  readonly poll_at: string | null;
  readonly leased_until: string | null;
};

export async function findPayment(
  runner: Runner,
  { tenant, id }: PaymentKey,
): Promise<PaymentRow | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), id }))[0];
}

/** Those of the ids that are there, in no order. */
export const findPayments = (
  runner: Runner,
  { tenant, ids }: { readonly tenant: Tenant; readonly ids: readonly string[] },
): Promise<readonly PaymentRow[]> => runner.run(findAll, { ...keyOf(tenant), ids });

/** The payment whose page this is, of whichever merchant. */
export async function findPaymentByPageToken(
  system: Runner,
  pageToken: string,
): Promise<PaymentRow | undefined> {
  const owner = await findOwner(system, 'pay_page', pageToken);
  return owner && (await system.run(findByPageToken, { ...owner, page_token: pageToken }))[0];
}

/** Whether the change took effect: false when the version has moved on. */
export async function changePayment(
  runner: Runner,
  { tenant, id }: PaymentKey,
  wanted: { readonly change: PaymentChange; readonly postings: readonly Posting[]; readonly toldFrom: Date },
): Promise<boolean> {
  return (
    (
      await runner.run(change, {
        ...keyOf(tenant),
        id,
        postings: postingsToJson(wanted.postings),
        told_from: wanted.toldFrom,
        ...wanted.change,
      })
    ).length === 1
  );
}

/** The ids of those that were not there before. */
export async function insertPayments(
  runner: Runner,
  wanted: {
    readonly payments: readonly NewPayment[];
    readonly postings: readonly Posting[];
    readonly places?: readonly bigint[];
  },
): Promise<ReadonlySet<string>> {
  return new Set(
    (
      await runner.run(insert, {
        given: wanted.payments,
        postings: postingsToJson(wanted.postings),
        places: [...(wanted.places ?? [])],
      })
    ).map(({ id }) => id),
  );
}

const watched = statement({
  name: 'payments.watched',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', ids: 'text[]' },
  row: { id: 'text', version: 'int4' },
  sql: `SELECT p.id, p.version FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ids::text[]) AS g(merchant_id, livemode, id)
        JOIN payments p ON p.merchant_id = g.merchant_id AND p.livemode = g.livemode AND p.id = g.id`,
});

/** The version of each payment; for the watch only, which asks again and again. */
export async function versionsOf(
  system: Runner,
  payments: readonly Pick<PaymentRow, 'merchant_id' | 'livemode' | 'id'>[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await system.run(watched, {
    merchant_ids: payments.map(({ merchant_id }) => merchant_id),
    livemodes: payments.map(({ livemode }) => livemode),
    ids: payments.map(({ id }) => id),
  });
  return new Map(rows.map((row) => [row.id, row.version]));
}
