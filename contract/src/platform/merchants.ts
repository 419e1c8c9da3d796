import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Nullable, OneOf, Text, TimeOut } from '../schema.ts';
import { CreatedAtOut, Currency, StoreNameOut, VersionOut } from '../shared-fields.ts';

export const merchantStatuses = Object.freeze(['active', 'suspended'] as const);
/** Requests a second that a merchant may be allowed at most. */
export const PER_SECOND_MAX = 100_000;

const Suspension = Type.Object(
  {
    reason: Nullable(
      Type.String({ description: 'As it was given, for operators only; null: by the command line.' }),
    ),
    by: Nullable(Type.String({ description: '`usr_…`, who did it; null: by the command line.' })),
    at: Nullable(TimeOut('Since when; null: by the command line.')),
  },
  { title: 'MerchantSuspension', description: 'Why a merchant may do nothing for now.' },
);

export const PlatformMerchant = Type.Object(
  {
    id: Type.String({ description: '`mch_…`.' }),
    version: VersionOut,
    name: Type.String({ description: 'The name of the business.' }),
    store_name: StoreNameOut,
    email: Type.String({ description: 'Where the service writes to the merchant.' }),
    phone: Nullable(Type.String({ description: 'E.164; null: none is told.' })),
    country: Type.String({ description: 'ISO 3166-1.' }),
    currency: Currency,
    time_zone: Type.String({ description: 'IANA name.' }),
    status: OneOf(merchantStatuses, 'suspended: its keys and people are refused.'),
    suspension: Nullable(Suspension, 'Null while the merchant is active.'),
    reads_per_second: Type.Integer({ description: 'Reading requests a second, of all its keys together.' }),
    writes_per_second: Type.Integer({ description: 'Writing requests a second, of all its keys together.' }),
    members: Type.Integer({ description: 'People who belong to it.' }),
    created_at: CreatedAtOut,
  },
  { title: 'PlatformMerchant', description: 'A merchant as the operators of the platform see it.' },
);
export type PlatformMerchant = Static<typeof PlatformMerchant>;

export const examplePlatformMerchant = {
  id: 'mch_01m7yp4jy0ecrr6xxj687ag3x0',
  version: 1,
  name: 'Aminata Stores',
  store_name: 'Aminata Stores',
  email: 'aminata@example.sl',
  phone: null,
  country: 'SL',
  currency: 'SLE',
  time_zone: 'Africa/Freetown',
  status: 'active',
  suspension: null,
  reads_per_second: 100,
  writes_per_second: 50,
  members: 1,
  created_at: '2026-11-21T09:14:00.000Z',
} as const;
const params = { id: examplePlatformMerchant.id };

/** Every role holds these scopes; the handlers refuse keys of merchants, and who is no operator. */
export const forOperators = { tag: 'Platform', by: 'dispatcher', status: 200 } as const;
const MerchantParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'Id of the merchant, mch_….' }),
});
const PerSecond = (what: string) =>
  Type.Integer({ minimum: 1, maximum: PER_SECOND_MAX, description: `${what} requests a second.` });

export const listPlatformMerchants = operation({
  ...forOperators,
  id: 'listPlatformMerchants',
  method: 'GET',
  path: '/platform/merchants',
  summary: 'List merchants',
  description: 'Newest first unless sorted otherwise. Only for the role operator.',
  scope: 'dispatch:read',
  list: true,
  query: ListQuery(
    ['-created_at', 'created_at', 'name', '-name'],
    {
      q: Type.Optional(Text(80, 'Part of the name, the shop name or the e-mail address.')),
      status: SeveralOf(merchantStatuses),
    },
    'Newest or oldest first, or by name.',
  ),
  answer: PlatformMerchant,
  errors: ['OPERATORS_ONLY'],
  example: { query: { q: 'aminata' }, answer: examplePlatformMerchant },
});

export const getPlatformMerchant = operation({
  ...forOperators,
  id: 'getPlatformMerchant',
  method: 'GET',
  path: '/platform/merchants/:id',
  summary: 'Read a merchant',
  description: 'Only for the role operator.',
  scope: 'dispatch:read',
  params: MerchantParams,
  answer: PlatformMerchant,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND'],
  example: { params, answer: examplePlatformMerchant },
});

const OwnerInvitation = Type.Object(
  {
    email: Type.String({ description: 'With this address the owner will sign in.' }),
    link: Type.String({ description: 'Opens the invitation; whoever has it can accept. Shown only here.' }),
    token: Type.String({ description: 'What stands behind # in the link.' }),
    mailed: Type.Boolean({ description: 'Whether the link goes by e-mail too.' }),
  },
  { title: 'OwnerInvitation', description: 'How the owner comes in: 7 days, once.' },
);
const exampleToken = `cit_${'EXAMPLE0'.repeat(5)}EXA`;
const exampleInvitation = {
  email: 'aminata@example.sl',
  link: `https://pay.example.sl/dashboard/invitation#${exampleToken}`,
  token: exampleToken,
  mailed: true,
};

export const createPlatformMerchant = operation({
  ...forOperators,
  id: 'createPlatformMerchant',
  method: 'POST',
  path: '/platform/merchants',
  summary: 'Add a merchant and invite its owner',
  description:
    'The country decides time zone and money. The owner gets a link, by e-mail where the server has a mail server, and signs up with it. Only for the role operator.',
  scope: 'dispatch:write',
  showsOnce: true,
  status: 201,
  body: Type.Object(
    {
      name: Text(120, 'What the merchant and its shop are called, up to 120 characters.'),
      email: Text(254, 'Where its owner is reached, and signs in with.'),
      country: Type.Optional(Text(2, 'ISO 3166-1; SL if left out.')),
    },
    { title: 'CreateMerchantBody', description: 'A new merchant.' },
  ),
  answer: Type.Object(
    { ...PlatformMerchant.properties, invitation: OwnerInvitation },
    { title: 'NewMerchant', description: 'A new merchant, and the way in of its owner.' },
  ),
  errors: ['OPERATORS_ONLY'],
  example: {
    body: { name: 'Aminata Stores', email: 'aminata@example.sl' },
    answer: { ...examplePlatformMerchant, members: 0, invitation: exampleInvitation },
  },
});

export const inviteOwner = operation({
  ...forOperators,
  id: 'inviteOwner',
  method: 'POST',
  path: '/platform/merchants/:id/invitations',
  summary: 'Invite an owner of a merchant',
  description:
    'For a merchant whose owner lost everything, or never came. An earlier invitation to the same address counts no more. Only for the role operator.',
  scope: 'dispatch:write',
  showsOnce: true,
  status: 201,
  params: MerchantParams,
  body: Type.Object(
    { email: Text(254, 'With this address the owner will sign in.') },
    { title: 'InviteOwnerBody', description: 'Whom to invite.' },
  ),
  answer: OwnerInvitation,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND', 'ALREADY_MEMBER', 'TOO_MANY_MEMBERS'],
  example: { params, body: { email: 'aminata@example.sl' }, answer: exampleInvitation },
});

export const updatePlatformMerchant = operation({
  ...forOperators,
  id: 'updatePlatformMerchant',
  method: 'PATCH',
  path: '/platform/merchants/:id',
  summary: 'Change the limits of a merchant',
  description:
    'All nodes go by them within seconds. Its profile the merchant changes itself. Only for the role operator.',
  scope: 'dispatch:write',
  params: MerchantParams,
  body: Type.Object(
    {
      reads_per_second: Type.Optional(PerSecond('Reading')),
      writes_per_second: Type.Optional(PerSecond('Writing')),
    },
    { title: 'UpdatePlatformMerchantBody', description: 'The limits to change.' },
  ),
  readOnly: [
    'id',
    'version',
    'name',
    'store_name',
    'email',
    'phone',
    'country',
    'currency',
    'time_zone',
    'status',
    'suspension',
    'members',
    'created_at',
  ],
  answer: PlatformMerchant,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND', 'PRECONDITION_FAILED'],
  example: {
    params,
    body: { reads_per_second: 200 },
    answer: { ...examplePlatformMerchant, version: 2, reads_per_second: 200 },
  },
});

export const suspendMerchant = operation({
  ...forOperators,
  id: 'suspendMerchant',
  method: 'POST',
  path: '/platform/merchants/:id/suspend',
  summary: 'Suspend a merchant',
  description:
    'All its keys, tills and people are refused with MERCHANT_SUSPENDED within seconds; its events and payment links are shown no more, and its invoices cannot be paid online. What was sold stays: tickets, receipts, invoices and tracking open, parcels under way are delivered, payments under way end, webhooks are sent. One that is suspended already is answered again. Only for the role operator.',
  scope: 'dispatch:write',
  params: MerchantParams,
  body: Type.Object(
    { reason: Text(280, 'Why; read by operators only.') },
    { title: 'SuspendMerchantBody', description: 'Why it may do nothing for now.' },
  ),
  answer: PlatformMerchant,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND'],
  example: {
    params,
    body: { reason: 'Two buyers report goods that never came.' },
    answer: {
      ...examplePlatformMerchant,
      version: 2,
      status: 'suspended',
      suspension: {
        reason: 'Two buyers report goods that never came.',
        by: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
        at: '2026-11-21T10:02:00.000Z',
      },
    },
  },
});

export const reinstateMerchant = operation({
  ...forOperators,
  id: 'reinstateMerchant',
  method: 'POST',
  path: '/platform/merchants/:id/reinstate',
  summary: 'Let a suspended merchant work again',
  description:
    'Its keys and people work as before within seconds. One that is active is answered again. Only for the role operator.',
  scope: 'dispatch:write',
  params: MerchantParams,
  answer: PlatformMerchant,
  errors: ['OPERATORS_ONLY', 'MERCHANT_NOT_FOUND'],
  example: { params, answer: { ...examplePlatformMerchant, version: 3 } },
});
