import { Type, type Static } from 'typebox';
import { ListQuery } from '../../list-query.ts';
import { operation } from '../../operation.ts';
import { Text, TimeOut } from '../../schema.ts';
import { JobNumberOut, Livemode } from '../../shared-fields.ts';
import { exampleJobNumber } from '../examples.ts';
import type { JsonObject } from '../../json.ts';

export const AuditEntry = Type.Object(
  {
    id: Type.String({ description: '`aud_…`.' }),
    at: TimeOut('When it happened.'),
    actor_id: Type.String({ description: 'Id of the person or of the key that did it.' }),
    actor_name: Type.String({ description: 'As the person or the key was called then.' }),
    role: Type.String({ description: 'What the actor was at that time.' }),
    action: Type.String({ description: 'The operation.' }),
    job_number: JobNumberOut,
    merchant_id: Type.String({ description: '`mch_…`, whose delivery it is.' }),
    details: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'What was asked, without codes and photos.',
    }),
    livemode: Livemode,
  },
  {
    title: 'AuditEntry',
    description: 'What somebody did to a delivery; kept for good, together with what it did.',
  },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const listAudit = operation({
  id: 'listAudit',
  method: 'GET',
  path: '/dispatch/audit',
  tag: 'Dispatch',
  summary: 'Read the audit log',
  description: 'Who did what to which delivery, newest first.',
  scope: 'dispatch:read',
  by: 'dispatcher',
  list: true,
  status: 200,
  query: ListQuery(['-at', 'at'], {
    job_number: Type.Optional(Text(64, 'What was done to this delivery.')),
    actor_id: Type.Optional(Text(64, 'What this person or key did.')),
  }),
  answer: AuditEntry,
  errors: [],
  example: {
    query: { job_number: exampleJobNumber },
    answer: {
      id: 'aud_01m7yp6q3vd1ksm4sz8hb2a9gt',
      at: '2026-11-21T10:18:31.000Z',
      actor_id: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
      actor_name: 'Hawa Turay',
      role: 'dispatcher',
      action: 'unassignDelivery',
      job_number: exampleJobNumber,
      merchant_id: 'mch_01m7yp4hvm5k3f8zq1d2c4b6a7',
      details: { reason: 'The motorbike broke down.' },
      livemode: true,
    },
  },
});
