import { Type, type Static } from 'typebox';
import { ListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Deleted, Narrowing, Nullable, OneOf, shownMode, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, UpdatedAtOut } from '../shared-fields.ts';
import { paymentChannels } from './words.ts';
import { statusesOf } from '../statuses.ts';

/** With whom a merchant can have an account of its own. */
export const accountProviders = Object.freeze([
  'monime',
  'orange_money',
  'mtn_momo',
  'stripe',
  'generic_http',
] as const);
export type AccountProvider = (typeof accountProviders)[number];

export const providerAccountStatuses = /* @__PURE__ */ statusesOf('provider');
export type ProviderAccountStatus = (typeof providerAccountStatuses)[number];

const name = { propertyNames: { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' } };
const Texts = (lengthMax: number, description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    maxProperties: 20,
    ...name,
    additionalProperties: { type: 'string', minLength: 1, maxLength: lengthMax },
    description,
  });
const TextsOut = (description: string) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description,
  });

const Channels = Type.Array(OneOf(paymentChannels), {
  minItems: 1,
  maxItems: 7,
  description: 'What it is used for; default all that the provider serves.',
});
const Credentials = Texts(
  2_000,
  "What the provider gave you, by name; never shown again. See the guide for each provider's.",
);
const AccountSettings = Texts(
  500,
  "What is not secret: country, environment, base_url. See the guide for each provider's.",
);
const Destination = Texts(
  200,
  'Where payouts go: type (mobile_money or bank), provider_id, phone, account_number.',
);
const Priority = Type.Integer({
  minimum: 0,
  maximum: 1_000,
  default: 100,
  description: 'The lowest is tried first.',
});

export const ProviderAccount = Type.Object(
  {
    id: Type.String({ description: '`prv_…`' }),
    provider: OneOf(accountProviders, 'Whose account it is.'),
    name: Nullable(
      Type.String({ description: 'To tell several accounts of one provider apart; null: none.' }),
    ),
    status: OneOf(providerAccountStatuses, 'paused: no new payments; those under way are followed.'),
    channels: Type.Array(OneOf(paymentChannels), { description: 'What payments may go through it.' }),
    priority: Type.Integer({ description: 'The lowest is tried first.' }),
    credentials: TextsOut('The last four characters of each credential.'),
    settings: TextsOut('As given.'),
    payout_destination: Nullable(TextsOut('Where payouts go; null: nowhere yet.')),
    callback_url: Type.String({ description: 'The address to give the provider for its notifications.' }),
    checked_at: Nullable(TimeOut('When it was last checked; null: never.')),
    healthy: Nullable(
      Type.Boolean({ description: 'What the last check found; null: it was never checked.' }),
    ),
    health_message: Nullable(Type.String({ description: 'What was wrong at the last look; null: nothing.' })),
    created_at: CreatedAtOut,
    updated_at: UpdatedAtOut,
    ...shownMode,
  },
  { title: 'ProviderAccount', description: 'An account of yours with a payment provider.' },
);
export type ProviderAccount = Static<typeof ProviderAccount>;

export const CreateProviderAccountBody = Type.Object(
  {
    provider: OneOf(accountProviders, 'Whose account it is.'),
    name: Type.Optional(Text(120, 'To tell several accounts of one provider apart.')),
    status: Type.Optional(OneOf(providerAccountStatuses, 'Default active.')),
    channels: Narrowing(Channels),
    priority: Type.Optional(Priority),
    credentials: Credentials,
    settings: Type.Optional(AccountSettings),
    payout_destination: Type.Optional(Nullable(Destination)),
  },
  { title: 'CreateProviderAccountBody', description: 'Which provider, and how to reach your account there.' },
);
export type CreateProviderAccountBody = Static<typeof CreateProviderAccountBody>;

export const UpdateProviderAccountBody = Type.Object(
  {
    name: Type.Optional(Nullable(Text(120, 'To tell several accounts of one provider apart; null: none.'))),
    status: Type.Optional(OneOf(providerAccountStatuses, 'paused takes no new payments.')),
    channels: Type.Optional(Channels),
    priority: Type.Optional(
      Type.Integer({ description: 'The lowest is tried first.', minimum: 0, maximum: 1_000 }),
    ),
    credentials: Type.Optional(
      Texts(2_000, 'Those to replace; the others stay, as do those that are sent as they are shown.'),
    ),
    settings: Type.Optional(Texts(500, 'Replaced as a whole.')),
    payout_destination: Type.Optional(Nullable(Destination)),
  },
  { title: 'UpdateProviderAccountBody', description: 'The fields to change.' },
);
export type UpdateProviderAccountBody = Static<typeof UpdateProviderAccountBody>;

const AccountParams = Type.Object({
  providerAccountId: Type.String({ minLength: 1, description: 'Id of the account, prv_….' }),
});

/** What of an account decides where money and credentials go. */
export const accountChanges = Object.freeze([
  'connected',
  'address',
  'credentials',
  'payout_destination',
] as const);
export type AccountChange = (typeof accountChanges)[number];

export const ProviderAccountChanged = Type.Object(
  {
    provider_account_id: Type.String({ description: '`prv_…`.' }),
    provider: OneOf(accountProviders, 'Whose account it is.'),
    name: Nullable(Type.String({ description: 'What the merchant calls it; null: nothing.' })),
    changes: Type.Array(OneOf(accountChanges), {
      description: 'What was changed; never the credentials themselves.',
    }),
    key_id: Type.String({ description: 'The API key that changed it.' }),
    changed_at: Type.String({ description: 'ISO 8601.' }),
  },
  { title: 'ProviderAccountChangedEvent', description: 'An account with a provider leads elsewhere now.' },
);

export const exampleAccount = {
  id: 'prv_01m7yp4pv0fhb94kz68t4m6rpe',
  provider: 'monime',
  name: 'Monime, shop on Siaka Stevens Street',
  status: 'active',
  channels: ['mobile_money', 'qr', 'hosted', 'card'],
  priority: 100,
  credentials: { access_token: '…a1f9', space_id: '…77k2', webhook_secret: '…9c0d' },
  settings: {},
  payout_destination: null,
  callback_url: 'https://pay.example.sl/callbacks/monime/8Zk3vJq0aL5nT2wXc7RbYg',
  checked_at: null,
  healthy: null,
  health_message: null,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
  livemode: false,
  test: true,
} satisfies ProviderAccount;

export const createProviderAccount = operation({
  id: 'createProviderAccount',
  method: 'POST',
  path: '/payments/providers',
  tag: 'Payments',
  summary: 'Connect a payment provider',
  description:
    "In the mode of the calling key: with a test key only an account of the provider's sandbox, with a live key only a real one. At most 20. A payout_destination needs payout_destinations:write or payouts:write as well. Sends provider_account.changed and tells you by e-mail.",
  scope: 'payment_providers:write',
  status: 201,
  body: CreateProviderAccountBody,
  answer: ProviderAccount,
  errors: ['URL_NOT_ALLOWED', 'TOO_MANY_ACCOUNTS'],
  example: {
    body: {
      provider: 'monime',
      name: exampleAccount.name,
      credentials: {
        access_token: 'mon_test_example-token-a1f9',
        space_id: 'spc-example77k2',
        webhook_secret: 'an-example-of-a-long-webhook-secret-9c0d',
      },
    },
    answer: exampleAccount,
  },
});

export const listProviderAccounts = operation({
  id: 'listProviderAccounts',
  method: 'GET',
  path: '/payments/providers',
  tag: 'Payments',
  summary: 'List provider accounts',
  description:
    'In the order in which they are tried. What is built in (test, cash, manual) is not among them.',
  scope: 'payment_providers:read',
  orScope: 'payments:read',
  list: true,
  status: 200,
  query: ListQuery(['priority', '-priority'], {}, 'By priority, the first to be tried first, or last.'),
  answer: ProviderAccount,
  errors: [],
  example: { query: { limit: 20 }, answer: exampleAccount },
});

export const getProviderAccount = operation({
  id: 'getProviderAccount',
  method: 'GET',
  path: '/payments/providers/:providerAccountId',
  tag: 'Payments',
  summary: 'Read a provider account',
  scope: 'payment_providers:read',
  orScope: 'payments:read',
  status: 200,
  params: AccountParams,
  answer: ProviderAccount,
  errors: ['PROVIDER_ACCOUNT_NOT_FOUND'],
  example: { params: { providerAccountId: exampleAccount.id }, answer: exampleAccount },
});

export const updateProviderAccount = operation({
  id: 'updateProviderAccount',
  method: 'PATCH',
  path: '/payments/providers/:providerAccountId',
  tag: 'Payments',
  summary: 'Change a provider account',
  description:
    'What is left out stays. With If-Match, only if the account is still as you last read it. Settings that lead to another address (base_url, or target_environment) want every credential again. Another payout_destination needs payout_destinations:write or payouts:write as well. Sends provider_account.changed, and tells you by e-mail, where the address, the credentials or the destination change.',
  scope: 'payment_providers:write',
  status: 200,
  params: AccountParams,
  body: UpdateProviderAccountBody,
  readOnly: [
    'id',
    'provider',
    'callback_url',
    'checked_at',
    'healthy',
    'health_message',
    'created_at',
    'updated_at',
    'livemode',
    'test',
  ],
  answer: ProviderAccount,
  errors: ['PROVIDER_ACCOUNT_NOT_FOUND', 'URL_NOT_ALLOWED', 'PRECONDITION_FAILED'],
  example: {
    params: { providerAccountId: exampleAccount.id },
    body: { status: 'paused' },
    answer: { ...exampleAccount, status: 'paused', updated_at: '2026-11-21T12:00:00.000Z' },
  },
});

export const deleteProviderAccount = operation({
  id: 'deleteProviderAccount',
  method: 'DELETE',
  path: '/payments/providers/:providerAccountId',
  tag: 'Payments',
  summary: 'Disconnect a payment provider',
  description:
    'No new payments. Those under way are followed for seven more days, then the credentials are erased; refunds through it are no longer possible then. To keep refunds possible, pause it instead.',
  scope: 'payment_providers:write',
  status: 200,
  params: AccountParams,
  answer: Deleted,
  errors: ['PROVIDER_ACCOUNT_NOT_FOUND'],
  example: {
    params: { providerAccountId: exampleAccount.id },
    answer: { id: exampleAccount.id, deleted: true },
  },
});

export const checkProviderAccount = operation({
  id: 'checkProviderAccount',
  method: 'POST',
  path: '/payments/providers/:providerAccountId/check',
  tag: 'Payments',
  summary: 'Check a provider account',
  description:
    'Asks the provider something harmless with the credentials, and answers what came of it. No money moves.',
  scope: 'payment_providers:write',
  orScope: 'payments:write',
  status: 200,
  params: AccountParams,
  answer: ProviderAccount,
  errors: ['PROVIDER_ACCOUNT_NOT_FOUND'],
  example: {
    params: { providerAccountId: exampleAccount.id },
    answer: { ...exampleAccount, checked_at: '2026-11-21T12:00:00.000Z', healthy: true },
  },
});
