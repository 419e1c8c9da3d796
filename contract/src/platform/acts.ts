import { Type, type Static } from 'typebox';
import type { JsonObject } from '../json.ts';
import { ListQuery } from '../list-query.ts';
import { operation } from '../operation.ts';
import { Nullable, Text, TimeOut } from '../schema.ts';
import { examplePlatformMerchant, forOperators } from './merchants.ts';

export const PlatformAct = Type.Object(
  {
    id: Type.String({ description: '`aud_…`.' }),
    at: TimeOut('When it happened.'),
    actor_id: Type.String({ description: '`usr_…`, who did it.' }),
    actor_name: Type.String({ description: 'As the person was called then.' }),
    action: Type.String({ description: 'The operation.' }),
    merchant_id: Nullable(Type.String({ description: '`mch_…`, to whom; null: to no merchant.' })),
    details: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'What was asked, without links and secrets.',
    }),
  },
  { title: 'PlatformAct', description: 'What an operator did to a merchant; kept for good.' },
);
export type PlatformAct = Static<typeof PlatformAct>;

export const listPlatformActs = operation({
  ...forOperators,
  id: 'listPlatformActs',
  method: 'GET',
  path: '/platform/acts',
  summary: 'List what operators did to merchants',
  description: 'Newest first unless sorted otherwise. Only for the role operator.',
  scope: 'dispatch:read',
  list: true,
  query: ListQuery(['-at', 'at'], {
    merchant_id: Type.Optional(Text(64, 'What was done to this merchant.')),
    actor_id: Type.Optional(Text(64, 'What this person did.')),
  }),
  answer: PlatformAct,
  errors: ['OPERATORS_ONLY'],
  example: {
    query: { merchant_id: examplePlatformMerchant.id },
    answer: {
      id: 'aud_01m7yp6q3vd1ksm4sz8hb2a9gt',
      at: '2026-11-21T10:02:00.000Z',
      actor_id: 'usr_01m7yp4hwa3p3c3v5tbm0ahx2k',
      actor_name: 'Hawa Turay',
      action: 'suspendMerchant',
      merchant_id: examplePlatformMerchant.id,
      details: { reason: 'Two buyers report goods that never came.' },
    },
  },
});
