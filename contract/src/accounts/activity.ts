import { Type, type Static } from 'typebox';
import { ListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';

export const actorKinds = Object.freeze(['member', 'key', 'session'] as const);
export type ActorKind = (typeof actorKinds)[number];

export const Activity = Type.Object(
  {
    id: Type.String({ description: 'Of the request that did it, as X-Request-Id told it.' }),
    at: TimeOut('When it was done.'),
    operation: Type.String({ description: 'What was done: the id of the operation, `updateMember`.' }),
    actor: Type.Object(
      {
        kind: OneOf(
          actorKinds,
          'A person at the dashboard, a program with a key, or a till or widget in a session.',
        ),
        id: Type.String({ description: '`prs_…`, `key_…`, or who is at the till: `stf_…` or the session.' }),
        name: Type.String({
          description: 'What the person was called then; empty for programs and devices.',
        }),
      },
      { title: 'ActivityActor', description: 'Who did it.' },
    ),
    thing: Nullable(
      Type.String({
        description: 'The id of what it was done to, or of what came of it; null: of no single thing.',
      }),
    ),
    address: Type.String({ description: 'From where.' }),
  },
  { title: 'Activity', description: 'One thing that was changed.' },
);
export type Activity = Static<typeof Activity>;

export const listActivity = operation({
  id: 'listActivity',
  method: 'GET',
  path: '/activity',
  tag: 'Members',
  summary: 'List what was done',
  description:
    'Every write that went through in this mode, newest first unless sorted otherwise; kept for 400 days. It shows within two seconds.',
  scope: 'activity:read',
  list: true,
  csv: true,
  status: 200,
  query: ListQuery(['-at', 'at'], {
    actor_id: Type.Optional(Text(64, 'What this person, key or session did.')),
    operation: Type.Optional(Text(64, 'This operation alone.')),
    thing: Type.Optional(Text(64, 'What was done to this.')),
    from: Type.Optional(TimeIn('At or after.')),
    to: Type.Optional(TimeIn('Before.')),
  }),
  answer: Activity,
  errors: [],
  example: {
    query: { actor_id: 'prs_01m7yp4hwn3p3c3v5tbm0ahx2k' },
    answer: {
      id: 'req_4f2c8a7d1e9b4c6f8a2d3e5f',
      at: '2026-11-21T09:14:00.120Z',
      operation: 'updateMember',
      actor: { kind: 'member', id: 'prs_01m7yp4hwn3p3c3v5tbm0ahx2k', name: 'Aminata Sesay' },
      thing: 'mbr_01m7yp4hwm3p3c3v5tbm0ahx2k',
      address: '102.143.20.7',
    },
  },
});
