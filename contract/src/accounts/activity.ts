import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Livemode, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';
import type { Scope } from '../scopes.ts';
import { BrowserOut, SystemOut } from './own-account.ts';

/** Who did something. */
export const actorKinds = Object.freeze(['member', 'key', 'session'] as const);
export type ActorKind = (typeof actorKinds)[number];

/** What keys and tills do with one of these rights changes how the business is set up or where its money goes. */
export const notedScopes: readonly Scope[] = Object.freeze([
  'keys:write',
  'webhooks:write',
  'merchant:write',
  'members:write',
  'payment_providers:write',
  'payout_destinations:write',
  'payouts:write',
  'pos:admin',
  'data:erase',
] as const);

/** What people do of their own accounts is no request to a business, and stands in no request log. */
export const ownAccountWrites = Object.freeze([
  'signInMember',
  'signOutMember',
  'updateMemberAccount',
  'changeMemberPassword',
  'requestPasswordReset',
  'resetPassword',
  'acceptInvitation',
  'startTotp',
  'confirmTotp',
  'disableTotp',
  'renewRecoveryCodes',
  'startPasskeySignIn',
  'signInWithPasskey',
  'startPasskey',
  'addPasskey',
  'updatePasskey',
  'deletePasskey',
  'endMemberSession',
  'endOtherMemberSessions',
] as const);

export const Activity = Type.Object(
  {
    id: Type.String({ description: '`act_…`.' }),
    created_at: TimeOut('When it was asked for.'),
    operation: Type.String({ description: 'What was done, as the reference names it: cancelEvent.' }),
    summary: Type.String({ description: 'What was done, in words: Cancel an event.' }),
    outcome: OneOf(
      ['done', 'unknown'],
      'done: it went through. unknown: it is under way, or the server went down before it could say.',
    ),
    actor: Type.Object(
      {
        kind: OneOf(actorKinds, 'A person of yours, an API key, or a session of a till or widget.'),
        id: Type.String({ description: '`prs_…`, `key_…` or the id of the session.' }),
        name: Type.String({ description: 'What it was called then; of a key, what it is called now.' }),
      },
      { title: 'Actor', description: 'Who did it.' },
    ),
    thing: Nullable(
      Type.String({
        description: 'Id of what it was done to, or of what came of it; null: no single thing.',
      }),
    ),
    address: Type.String({ description: 'The network address that it came from.' }),
    browser: BrowserOut,
    system: SystemOut,
    request_id: Type.String({
      description:
        'What X-Request-Id said; the request log tells for 7 days what was sent, but for what people do of their own accounts.',
    }),
    livemode: Livemode,
  },
  { title: 'Activity', description: 'Something that was done, by whom and from where.' },
);
export type Activity = Static<typeof Activity>;

export const listActivity = operation({
  id: 'listActivity',
  method: 'GET',
  path: '/activity',
  tag: 'Members',
  summary: 'List what was done',
  description:
    "Every write of your people that went through, their signing in and what they changed of their own accounts, and what keys and tills changed of how the business is set up; newest first, in the caller's mode, for two years. A thing is in the list before its answer is sent. What keys and tills do day by day stands in the request log.",
  scope: 'activity:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    actor_kind: SeveralOf(actorKinds, 'One kind of whoever did it'),
    actor_id: Type.Optional(Text(64, 'What this person, key or session did.')),
    operation: Type.Optional(Text(64, 'What was done by this operation: cancelEvent.')),
    thing: Type.Optional(Text(64, 'What was done to the thing of this id.')),
    created_from: Type.Optional(TimeIn('Done at or after.')),
    created_to: Type.Optional(TimeIn('Done before.')),
  }),
  answer: Activity,
  errors: [],
  example: {
    query: { actor_kind: 'member', limit: 20 },
    answer: {
      id: 'act_01m7yp4pv0fhb94kz68t4m6rpe',
      created_at: '2026-11-21T09:15:22.418Z',
      operation: 'cancelEvent',
      summary: 'Cancel an event',
      outcome: 'done',
      actor: { kind: 'member', id: 'prs_01m7yp4hwn3p3c3v5tbm0ahx2k', name: 'Isatu Conteh' },
      thing: 'evt_01m7yp4jb5c2wz1q5dp9k3m7ta',
      address: '102.143.20.7',
      browser: 'Chrome',
      system: 'Android',
      request_id: 'req_5b0f7c1e9d2a4c6b8e7f1a3d',
      livemode: true,
    },
  },
});
