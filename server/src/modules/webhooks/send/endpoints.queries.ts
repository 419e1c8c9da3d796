import type { SuccessRule } from '@cottontree/contract';
import { statement, text, texts, type Runner, type ValuesOf } from '../../../store/index.ts';
import type { SecretRole } from '../signing/sign-message.ts';

const load = statement({
  name: 'webhooks.loadToSend',
  params: { merchant_ids: 'text[]', livemodes: 'bool[]', ids: 'text[]' },
  row: {
    id: 'text',
    version: 'int4',
    url: 'text',
    success: text<SuccessRule>(),
    max_in_flight: 'int2',
    rate_per_second: 'float8?',
    headers: 'bytea?',
    drilling: 'bool',
    secret_roles: texts<SecretRole>(),
    secrets: 'bytea[]',
    secrets_created: 'timestamptz[]',
    secrets_expire: 'timestamptz[]',
    secrets_promote: 'timestamptz[]',
    overlaps_hours: 'int4[]',
  },
  sql: `SELECT e.id, e.version, e.url, e.success, e.max_in_flight, e.rate_per_second, e.headers,
          EXISTS (SELECT FROM webhook_faults f WHERE f.merchant_id = e.merchant_id AND f.livemode = e.livemode AND f.endpoint_id = e.id) AS drilling,
          array_agg(s.role ORDER BY s.created_at) AS secret_roles, array_agg(s.sealed ORDER BY s.created_at) AS secrets,
          array_agg(s.created_at ORDER BY s.created_at) AS secrets_created, array_agg(coalesce(s.expires_at, '9999-12-31Z') ORDER BY s.created_at) AS secrets_expire,
          array_agg(coalesce(s.promotes_at, '9999-12-31Z') ORDER BY s.created_at) AS secrets_promote, array_agg(s.overlap_hours ORDER BY s.created_at) AS overlaps_hours
        FROM unnest(:merchant_ids::text[], :livemodes::bool[], :ids::text[]) AS g(merchant_id, livemode, id)
        JOIN webhook_endpoints e ON e.merchant_id = g.merchant_id AND e.livemode = g.livemode AND e.id = g.id
        JOIN webhook_secrets s ON s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.endpoint_id = e.id
        GROUP BY e.merchant_id, e.livemode, e.id`,
});

export type EndpointToSend = ValuesOf<(typeof load)['row']>;
export type EndpointKey = {
  readonly merchant_id: string;
  readonly livemode: boolean;
  readonly endpoint_id: string;
};

/** What sending to endpoints needs, their secrets still sealed; those that are gone are left out. */
export async function loadEndpointsToSend(
  system: Runner,
  keys: readonly EndpointKey[],
): Promise<readonly EndpointToSend[]> {
  return system.run(load, {
    merchant_ids: keys.map((key) => key.merchant_id),
    livemodes: keys.map((key) => key.livemode),
    ids: keys.map((key) => key.endpoint_id),
  });
}
