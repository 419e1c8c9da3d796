import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf, sorts } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Livemode, Nullable, OneOf, Text, TimeIn, TimeOut } from '../schema.ts';

/** How requests ended, as a filter takes it. */
export const statusClasses = Object.freeze(['2xx', '3xx', '4xx', '5xx'] as const);
export const requestMethods = Object.freeze(['GET', 'POST', 'PATCH', 'DELETE'] as const);

/** How much of a masked body is kept, as JSON text. */
export const KEPT_BODY_BYTES_MAX = 16_384;

const summary = {
  id: Type.String({
    description: 'What X-Request-Id said; of reads counted together, what names their minute.',
  }),
  request_id: Nullable(
    Type.String({ description: 'What X-Request-Id said; null for reads counted together.' }),
  ),
  created_at: TimeOut('When it was answered; of reads counted together, their minute.'),
  operation: Type.String({ description: 'What was asked for, as the reference names it: createDelivery.' }),
  method: Type.String({ description: 'GET, POST, PATCH or DELETE.' }),
  path: Type.String({ description: 'Without its query; ids stand in it, codes and tokens are masked.' }),
  status: Type.Integer({ description: 'The HTTP status of the answer.' }),
  code: Nullable(Type.String({ description: 'The code of the refusal; null: it succeeded.' })),
  duration_ms: Type.Number({
    description:
      'Milliseconds from the head of the request to the end of the answer; of several, on average.',
  }),
  count: Type.Integer({ description: '1, or how many reads of that minute were counted together.' }),
  key_id: Nullable(
    Type.String({ description: 'The API key, or the one that the session was begun with; null: none.' }),
  ),
  session_id: Nullable(Type.String({ description: 'The session that asked; null: the key itself did.' })),
  person: Nullable(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the person, as the list of them has it.' }),
        name: Type.String({ description: 'Their name at the time.' }),
      },
      { title: 'RequestPerson', description: 'Who was signed in.' },
    ),
    'Who was signed in; null: nobody in particular.',
  ),
  livemode: Livemode,
};

export const RequestSummary = Type.Object(summary, {
  title: 'RequestSummary',
  description: 'A request and how it was answered; or the successful reads of one kind, key and minute.',
});
export type RequestSummary = Static<typeof RequestSummary>;

const Masked = Type.Unsafe<unknown>({
  description:
    'As JSON, masked: what is neither a number, a word of a closed list, a time nor an id of the reference is ***.',
});

const side = {
  body: Masked,
  cut: Type.Boolean({
    description: `Whether it was longer than ${KEPT_BODY_BYTES_MAX} bytes: what follows is left out and stands as ….`,
  }),
};

export const LoggedRequest = Type.Object(
  {
    ...summary,
    bodies: OneOf(
      ['kept', 'not_kept'],
      'kept: request and response stand below; not_kept: there were none, it was a read that succeeded, or more came in that second than are kept.',
    ),
    request: Nullable(
      Type.Object(
        {
          query: Type.Unsafe<unknown>({
            description: 'The parameters behind the path, masked like the body.',
          }),
          ...side,
        },
        { title: 'LoggedRequestBody', description: 'What was sent.' },
      ),
      'What was sent; null: not kept.',
    ),
    response: Nullable(
      Type.Object(side, { title: 'LoggedResponseBody', description: 'What was answered.' }),
      'What was answered: data, or for a refusal the error; null: not kept.',
    ),
  },
  { title: 'LoggedRequest', description: 'A request with what was sent and answered, masked.' },
);
export type LoggedRequest = Static<typeof LoggedRequest>;

const exampleRequest: RequestSummary = {
  id: 'req_5b0f7c1e9d2a4c6b8e7f1a3d',
  request_id: 'req_5b0f7c1e9d2a4c6b8e7f1a3d',
  created_at: '2026-11-21T09:15:22.418Z',
  operation: 'createDelivery',
  method: 'POST',
  path: '/v1/shipping/deliveries',
  status: 422,
  code: 'ZONE_NOT_SERVICED',
  duration_ms: 6.4,
  count: 1,
  key_id: 'key_01m7yp4pv0fhb94kz68t4m6rpe',
  session_id: null,
  person: null,
  livemode: true,
};

export const listRequests = operation({
  id: 'listRequests',
  method: 'GET',
  path: '/requests',
  tag: 'Requests',
  summary: 'List requests',
  description:
    "What was asked with this merchant's keys and sessions in the caller's mode, for 7 days, newest first, about a second after the answer. Writes and refusals stand one by one; successful reads of one operation, key and minute are one item with their count.",
  scope: 'requests:read',
  list: true,
  status: 200,
  query: ListQuery(sorts, {
    status: SeveralOf(statusClasses, 'One class of status'),
    method: SeveralOf(requestMethods, 'One method'),
    operation: Type.Optional(Text(64, 'Those of this operation: createDelivery.')),
    key_id: Type.Optional(Text(64, 'Those with this key, or in sessions begun with it.')),
    person_id: Type.Optional(Text(64, 'Those of this person.')),
    code: Type.Optional(Text(64, 'Those refused with this code: ZONE_NOT_SERVICED.')),
    created_from: Type.Optional(TimeIn('Answered at or after.')),
    created_to: Type.Optional(TimeIn('Answered before.')),
  }),
  answer: RequestSummary,
  errors: [],
  example: { query: { status: '4xx,5xx', limit: 20 }, answer: exampleRequest },
});

export const getRequest = operation({
  id: 'getRequest',
  method: 'GET',
  path: '/requests/:id',
  tag: 'Requests',
  summary: 'Read a request',
  description:
    'With what was sent and answered, masked. Kept of writes and refusals, at most 25 in a second of one merchant and mode. Where several had one X-Request-Id, the last.',
  scope: 'requests:read',
  status: 200,
  params: Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What X-Request-Id said, or id of the list.',
    }),
  }),
  answer: LoggedRequest,
  errors: ['REQUEST_NOT_FOUND'],
  example: {
    params: { id: exampleRequest.id },
    answer: {
      ...exampleRequest,
      bodies: 'kept',
      request: {
        query: {},
        body: { pickup_city: '***', delivery_city: '***', weight_kg: 2, cod_amount: 150 },
        cut: false,
      },
      response: {
        body: {
          code: 'ZONE_NOT_SERVICED',
          message: 'No zone that is serviced holds "…". Ask listZones for those that are.',
        },
        cut: false,
      },
    },
  },
});
