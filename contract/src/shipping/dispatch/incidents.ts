import { Type, type Static } from 'typebox';
import { ListQuery, SeveralOf } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Nullable, OneOf, Text, TimeOut } from '../../schema.ts';
import { JobNumberOut, Livemode } from '../../shared-fields.ts';
import { exampleJobNumber } from '../examples.ts';
import { JobNumberParams } from '../schemas.ts';
import { statusesOf } from '../../statuses.ts';

export const incidentKinds = Object.freeze([
  'stuck',
  'accident',
  'damaged',
  'lost',
  'stolen',
  'dispute',
  'cash',
  'conduct',
  'other',
] as const);
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentStatuses = /* @__PURE__ */ statusesOf('incident');

export const Incident = Type.Object(
  {
    id: Type.String({ description: '`inc_…`.' }),
    job_number: JobNumberOut,
    merchant_id: Type.String({ description: '`mch_…`, whose delivery it is.' }),
    kind: OneOf(incidentKinds, 'What went wrong.'),
    status: OneOf(incidentStatuses, 'Whether somebody has resolved it.'),
    note: Nullable(Type.String({ description: 'In the words of who opened it; null: none.' })),
    opened_by: Type.String({ description: 'Id of who opened it; `system` for what was noticed by itself.' }),
    opened_at: TimeOut('When it was opened.'),
    resolution: Nullable(Type.String({ description: 'What was done about it; null until it is resolved.' })),
    resolved_by: Nullable(Type.String({ description: 'Who resolved it; null until then.' })),
    resolved_at: Nullable(TimeOut('When it was resolved; null: not yet.')),
    livemode: Livemode,
  },
  { title: 'Incident', description: 'Something about a delivery that a person must look into.' },
);
export type Incident = Static<typeof Incident>;

const exampleIncident = {
  id: 'inc_01m7yp6q3vd1ksm4sz8hb2a9gt',
  job_number: exampleJobNumber,
  merchant_id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7',
  kind: 'damaged',
  status: 'open',
  note: 'The box is wet.',
  opened_by: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
  opened_at: '2026-11-21T10:02:00.000Z',
  resolution: null,
  resolved_by: null,
  resolved_at: null,
  livemode: true,
} as const;

export const openIncident = operation({
  id: 'openIncident',
  method: 'POST',
  path: '/dispatch/deliveries/:jobNumber/incidents',
  tag: 'Dispatch',
  summary: 'Open an incident',
  description:
    'A delivery has at most one open incident of a kind: a second one of that kind answers the first.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 201,
  otherStatuses: [200],
  params: JobNumberParams,
  body: Type.Object({
    kind: OneOf(incidentKinds, 'What went wrong.'),
    note: Type.Optional(Text(1_000, 'What happened, up to 1,000 characters.')),
  }),
  answer: Incident,
  errors: ['DELIVERY_NOT_FOUND'],
  example: {
    params: { jobNumber: exampleJobNumber },
    body: { kind: 'damaged', note: 'The box is wet.' },
    answer: exampleIncident,
  },
});

export const listIncidents = operation({
  id: 'listIncidents',
  method: 'GET',
  path: '/dispatch/incidents',
  tag: 'Dispatch',
  summary: 'List incidents',
  description: 'Newest first. What has not moved for 24 hours opens one of the kind stuck by itself.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(['-opened_at', 'opened_at'], {
    status: SeveralOf(incidentStatuses),
    job_number: Type.Optional(Text(64, 'Those of this delivery.')),
    livemode: Type.Optional(Type.Boolean({ description: 'Only live, or only test data.' })),
  }),
  answer: Incident,
  errors: [],
  example: { query: { status: 'open' }, answer: exampleIncident },
});

export const resolveIncident = operation({
  id: 'resolveIncident',
  method: 'POST',
  path: '/dispatch/incidents/:id/resolve',
  tag: 'Dispatch',
  summary: 'Resolve an incident',
  description: 'One that is resolved already is answered again.',
  scope: 'dispatch:write',
  by: 'dispatcher',
  status: 200,
  params: Type.Object({ id: Type.String({ minLength: 1, description: 'Id of the incident, inc_….' }) }),
  body: Type.Object({ resolution: Text(1_000, 'What was found and done.') }),
  answer: Incident,
  errors: ['INCIDENT_NOT_FOUND'],
  example: {
    params: { id: exampleIncident.id },
    body: { resolution: 'Only the outer box; the recipient took it.' },
    answer: {
      ...exampleIncident,
      status: 'resolved',
      resolution: 'Only the outer box; the recipient took it.',
      resolved_by: exampleIncident.opened_by,
      resolved_at: '2026-11-21T11:20:00.000Z',
    },
  },
});
