import { statement, type Runner } from '../store/index.ts';

const exposed = statement({
  name: 'requestLog.exposedKeys',
  params: { since: 'timestamptz' },
  row: { merchant_id: 'text', livemode: 'bool', key_id: 'text', at: 'timestamptz' },
  sql: `SELECT merchant_id, livemode, key_id, max(at) AS at FROM request_log WHERE code = 'SECRET_KEY_IN_BROWSER' AND at >= :since GROUP BY 1, 2, 3`,
});

/** Secret keys that were sent from web pages, and when last. */
export async function findExposedKeys(system: Runner, since: Date) {
  return (await system.run(exposed, { since })).map(({ merchant_id, livemode, key_id: keyId, at }) => ({
    tenant: { merchantId: merchant_id, livemode },
    keyId,
    at,
  }));
}
