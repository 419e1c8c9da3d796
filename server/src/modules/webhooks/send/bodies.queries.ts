import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { Claimed } from './claim.queries.ts';

const bodies = statement({
  name: 'webhooks.bodies',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', created_ats: 'timestamptz[]', ids: 'text[]' },
  row: { id: 'text', event: 'text', body: 'bytea', trace: 'text?' },
  sql: `SELECT m.id, m.event, m.body, m.trace FROM unnest(:merchant_ids::text[], :livemodes::bool[], :created_ats::timestamptz[], :ids::text[]) AS g(merchant_id, livemode, created_at, id)
        JOIN webhook_messages m ON m.merchant_id = g.merchant_id AND m.livemode = g.livemode AND m.created_at = g.created_at AND m.id = g.id`,
});

export type MessageKey = Pick<Claimed, 'merchant_id' | 'livemode' | 'created_at' | 'message_id'>;

export type StoredMessage = ValuesOf<(typeof bodies)['row']>;

/** What is stored of some messages; those that are no longer kept are left out. */
export async function loadBodies(
  system: Runner,
  keys: readonly MessageKey[],
): Promise<readonly StoredMessage[]> {
  return system.run(bodies, {
    merchant_ids: keys.map((key) => key.merchant_id),
    livemodes: keys.map((key) => key.livemode),
    created_ats: keys.map((key) => key.created_at),
    ids: keys.map((key) => key.message_id),
  });
}
