import { statement, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { Claimed } from './claim.queries.ts';

const bodies = statement({
  name: 'webhooks.bodies',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', created_ats: 'timestamptz[]', ids: 'text[]' },
  row: { id: 'text', event: 'text', body: 'bytea' },
  sql: `SELECT m.id, m.event, m.body FROM unnest(:merchant_ids::text[], :livemodes::bool[], :created_ats::timestamptz[], :ids::text[]) AS g(merchant_id, livemode, created_at, id)
        JOIN webhook_messages m ON m.merchant_id = g.merchant_id AND m.livemode = g.livemode AND m.created_at = g.created_at AND m.id = g.id`,
});

export type MessageKey = Pick<Claimed, 'merchant_id' | 'livemode' | 'created_at' | 'message_id'>;

/** What is stored of some messages; those that are no longer kept are left out. */
export async function loadBodies(
  system: Runner,
  keys: readonly MessageKey[],
): Promise<readonly ValuesOf<(typeof bodies)['row']>[]> {
  return system.run(bodies, {
    merchant_ids: keys.map((key) => key.merchant_id),
    livemodes: keys.map((key) => key.livemode),
    created_ats: keys.map((key) => key.created_at),
    ids: keys.map((key) => key.message_id),
  });
}
