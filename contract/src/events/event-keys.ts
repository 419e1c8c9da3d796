import { Type, type Static } from 'typebox';
import { operation } from '../operation.ts';
import { Nullable, OneOf, TimeOut } from '../schema.ts';
import { CreatedAtOut, EventIdOut } from '../shared-fields.ts';
import { EventParams } from './event-params.ts';
import { exampleEventId } from './examples.ts';

export const EventKey = Type.Object(
  {
    kid: Type.Integer({ description: 'The number that QR codes name the key by.' }),
    alg: OneOf(['Ed25519'], 'Always Ed25519 (RFC 8032).'),
    public_key: Type.String({ description: '32 bytes in base64url.' }),
    status: OneOf(
      ['signing', 'valid', 'revoked'],
      'signing: new QR codes are made with it; valid: those made with it before still count; revoked: they do not.',
    ),
    created_at: CreatedAtOut,
    retired_at: Nullable(TimeOut('Since when another key signs; null: it signs still.')),
    revoked_at: Nullable(TimeOut('When it was ended for good; null: it was not.')),
  },
  { title: 'EventKey', description: 'A key that QR codes of an event are, or were, signed with.' },
);
export type EventKey = Static<typeof EventKey>;

export const EventKeys = Type.Object(
  { event_id: EventIdOut, keys: Type.Array(EventKey, { description: 'The oldest first.' }) },
  { title: 'EventKeys', description: "The keys of an event's QR codes." },
);
export type EventKeys = Static<typeof EventKeys>;

const first: EventKey = {
  kid: 1,
  alg: 'Ed25519',
  public_key: 'A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg',
  status: 'signing',
  created_at: '2026-11-21T09:18:30.000Z',
  retired_at: null,
  revoked_at: null,
};
const second: EventKey = {
  ...first,
  kid: 2,
  public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  created_at: '2026-12-01T10:00:00.000Z',
};
const retired: EventKey = { ...first, status: 'valid', retired_at: second.created_at };
const params = { id: exampleEventId };

export const listEventKeys = operation({
  id: 'listEventKeys',
  method: 'GET',
  path: '/events/:id/keys',
  tag: 'Tickets',
  summary: "List the keys of an event's QR codes",
  description: 'The public halves, for whoever checks tickets without us.',
  scope: 'events:read',
  status: 200,
  params: EventParams,
  answer: EventKeys,
  errors: ['EVENT_NOT_FOUND'],
  example: { params, answer: { event_id: exampleEventId, keys: [first] } },
});

export const rotateEventKeys = operation({
  id: 'rotateEventKeys',
  method: 'POST',
  path: '/events/:id/keys/rotate',
  tag: 'Tickets',
  summary: 'Sign QR codes with a new key',
  description:
    "QR codes are signed with the new key from now on, whenever one is asked for; those in people's hands stay good. An event can have 100 keys.",
  scope: 'events:write',
  status: 200,
  params: EventParams,
  answer: EventKeys,
  errors: ['EVENT_NOT_FOUND', 'TOO_MANY_KEYS'],
  example: { params, answer: { event_id: exampleEventId, keys: [retired, second] } },
});

export const revokeEventKey = operation({
  id: 'revokeEventKey',
  method: 'POST',
  path: '/events/:id/keys/:kid/revoke',
  tag: 'Tickets',
  summary: 'Let no QR code of a key count any more',
  description:
    'For a key that may be known to others. The holders of its QR codes need new ones: send them again, or let them open their link. Where it is the key that signs, a new one takes its place.',
  scope: 'events:write',
  status: 200,
  params: Type.Object({
    ...EventParams.properties,
    kid: Type.String({ minLength: 1, maxLength: 10, description: 'Number of the key.' }),
  }),
  answer: EventKeys,
  errors: ['EVENT_NOT_FOUND', 'NOT_FOUND', 'TOO_MANY_KEYS'],
  example: {
    params: { id: exampleEventId, kid: '1' },
    answer: {
      event_id: exampleEventId,
      keys: [{ ...retired, status: 'revoked', revoked_at: second.created_at }, second],
    },
  },
});
