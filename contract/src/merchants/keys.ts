import { Type, type Static } from 'typebox';
import { ListQuery, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { IpRangesIn, Narrowing, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import { CreatedAtOut } from '../shared-fields.ts';
import { SCOPES, type GrantedScope } from '../scopes.ts';

export const keyKinds = Object.freeze(['secret', 'public'] as const);
export type KeyKind = (typeof keyKinds)[number];

const Granted = Type.Unsafe<GrantedScope>({ type: 'string', enum: ['*', ...SCOPES] });

const record = {
  id: Type.String({ description: '`key_…`; opens nothing by itself.' }),
  kind: OneOf(keyKinds, 'secret for servers, public for pages.'),
  name: Type.String({ description: 'For people to tell keys apart.' }),
  last_four: Type.String({ description: 'The last four characters of the key.' }),
  scopes: Type.Array(Granted, { description: 'What the key may do; `*`: everything.' }),
  origins: Type.Array(Type.String(), { description: 'Pages that may use a public key.' }),
  ip_ranges: Type.Array(Type.String(), { description: 'Addresses that may use the key; empty: any.' }),
  demo: Type.Boolean({
    description: 'A public test key with which staff sign in at a paired till without a PIN.',
  }),
  created_at: CreatedAtOut,
  expires_at: Nullable(TimeOut('When it stops working; null: never.')),
  revoked_at: Nullable(TimeOut('When it was ended for good; null: it was not.')),
  last_used_at: Nullable(TimeOut('To the minute; null: never.')),
  livemode: Type.Boolean({ description: 'Whether the key works on live data.' }),
};

export const ApiKey = Type.Object(record, {
  title: 'ApiKey',
  description: 'An API key without the key itself.',
});
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  { ...record, key: Type.String({ description: 'The key. Shown only here, once.' }) },
  { title: 'NewApiKey', description: 'A new API key with the key itself.' },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const CreateKeyBody = Type.Object(
  {
    name: Type.Optional(Text(120, 'What the key is for.')),
    kind: Type.Optional(
      Type.Unsafe<KeyKind>({
        ...OneOf(keyKinds),
        default: 'secret',
        description: 'secret for servers, public for pages.',
      }),
    ),
    scopes: Narrowing(
      Type.Array(Granted, {
        maxItems: 64,
        description:
          'At most what the calling key has. Required for a live secret key; default * in test mode. A public key has none.',
      }),
    ),
    origins: Narrowing(
      Type.Array(Text(200), {
        maxItems: 50,
        description: 'Pages that may use a public key, https://shop.example.sl; required for a live one.',
      }),
    ),
    ip_ranges: Narrowing(IpRangesIn('Addresses or ranges that may use the key, 102.143.0.0/16.')),
    demo: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Lets staff sign in at a paired till without a PIN, to show a page to others; for public test keys alone.',
      }),
    ),
    expires_at: Type.Optional(TimeIn('When the key ends; default never.')),
  },
  { title: 'CreateKeyBody', description: 'What a new key may do and from where.' },
);
export type CreateKeyBody = Static<typeof CreateKeyBody>;

const KeyParams = Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the key, key_….' }) });

const exampleKey = {
  id: 'key_01m7yp4pv0fhb94kz68t4m6rpe',
  kind: 'secret',
  name: 'Web shop',
  last_four: 'x7Qd',
  scopes: ['shipping:read', 'shipping:write'],
  origins: [],
  ip_ranges: ['102.143.0.0/16'],
  demo: false,
  created_at: '2026-11-21T09:14:00.000Z',
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
  livemode: false,
};
/** Spelled so that nothing takes it for a key that leaked: its checksum is wrong. */
const exampleKeyText = 'sk_test_EXAMPLE0EXAMPLE0EXAMPLE0EXAMPLEx7Qd';

export const createKey = operation({
  id: 'createKey',
  method: 'POST',
  path: '/keys',
  tag: 'Keys',
  summary: 'Create an API key',
  description:
    'In the mode of the calling key. A key cannot grant a scope that it lacks: INSUFFICIENT_SCOPE.',
  scope: 'keys:write',
  showsOnce: true,
  status: 201,
  body: CreateKeyBody,
  answer: NewApiKey,
  errors: ['MEMBER_LIMIT_EXCEEDED', 'TOO_MANY_KEYS'],
  example: {
    body: { name: 'Web shop', scopes: ['shipping:read', 'shipping:write'], ip_ranges: ['102.143.0.0/16'] },
    answer: { ...exampleKey, key: exampleKeyText },
  },
});

export const listKeys = operation({
  id: 'listKeys',
  method: 'GET',
  path: '/keys',
  tag: 'Keys',
  summary: 'List API keys',
  description: "Keys of the calling key's mode, revoked ones included, newest first.",
  scope: 'keys:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {}),
  answer: ApiKey,
  errors: [],
  example: { query: { limit: 20 }, answer: { ...exampleKey, last_used_at: '2026-11-21T09:30:00.000Z' } },
});

export const updateKey = operation({
  id: 'updateKey',
  method: 'PATCH',
  path: '/keys/:id',
  tag: 'Keys',
  summary: 'Change an API key',
  description:
    'Its name, and which pages may use a public key; holds within 5 seconds everywhere. What a key may do never changes: create another. A key cannot change one that has scopes it lacks: INSUFFICIENT_SCOPE. A revoked or expired key stays as it is.',
  scope: 'keys:write',
  status: 200,
  params: KeyParams,
  body: Type.Object(
    {
      name: Type.Optional(Text(120, 'What the key is for.')),
      origins: Type.Optional(
        Type.Array(Text(200), {
          maxItems: 50,
          description:
            'All pages that may use a public key, https://shop.example.sl; a live one needs at least one.',
        }),
      ),
    },
    { title: 'UpdateKeyBody', description: 'What is to change.' },
  ),
  readOnly: ['key', ...Object.keys(record).filter((field) => field !== 'name' && field !== 'origins')],
  answer: ApiKey,
  errors: ['KEY_NOT_FOUND', 'STATE_CONFLICT', 'PRECONDITION_FAILED'],
  example: {
    params: { id: exampleKey.id },
    body: { name: 'Page of the shop', origins: ['https://shop.example.sl'] },
    answer: {
      ...exampleKey,
      kind: 'public',
      name: 'Page of the shop',
      scopes: [],
      origins: ['https://shop.example.sl'],
      ip_ranges: [],
    },
  },
});

export const revokeKey = operation({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/keys/:id',
  tag: 'Keys',
  summary: 'Revoke an API key',
  description:
    'Holds within 5 seconds everywhere. A key already revoked is answered again. A key cannot revoke one that has scopes it lacks: INSUFFICIENT_SCOPE.',
  scope: 'keys:write',
  status: 200,
  params: KeyParams,
  answer: ApiKey,
  errors: ['KEY_NOT_FOUND'],
  example: {
    params: { id: exampleKey.id },
    answer: { ...exampleKey, revoked_at: '2026-11-21T12:00:00.000Z' },
  },
});

export const rotateKey = operation({
  id: 'rotateKey',
  method: 'POST',
  path: '/keys/:id/rotate',
  tag: 'Keys',
  summary: 'Rotate an API key',
  description:
    'Answers a new key with the same rights; the old one works on for overlap_hours. A key cannot rotate one that has scopes it lacks: INSUFFICIENT_SCOPE. A revoked or expired key cannot be rotated.',
  scope: 'keys:write',
  showsOnce: true,
  status: 201,
  params: KeyParams,
  body: Type.Object({
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: 24,
        description: 'Hours that the old key works on; 0 ends it at once.',
      }),
    ),
  }),
  bodyOptional: true,
  answer: NewApiKey,
  errors: ['MEMBER_LIMIT_EXCEEDED', 'KEY_NOT_FOUND', 'STATE_CONFLICT', 'TOO_MANY_KEYS'],
  example: {
    params: { id: exampleKey.id },
    body: { overlap_hours: 24 },
    answer: {
      ...exampleKey,
      id: 'key_01m7yp4qt8ffktjbqenrjxejv1',
      created_at: '2026-11-21T12:00:00.000Z',
      key: exampleKeyText,
    },
  },
});

export { lookUpPairingCode } from './pairing-codes.ts';
