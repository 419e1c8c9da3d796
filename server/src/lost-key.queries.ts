import { statement, type Runner } from './store/index.ts';

const held = statement({
  name: 'server.holdsMerchants',
  params: {},
  row: { held: 'bool' },
  sql: 'SELECT EXISTS (SELECT FROM merchants) AS held',
});

/** A few, wherever they stand first: to look through all takes as long as there is much. */
const sampled = statement({
  name: 'server.sampledKeys',
  params: {},
  row: { key_id: 'text' },
  sql: `SELECT encode(substring(s.sealed FROM 1 FOR 4), 'hex') AS key_id
        FROM ((SELECT sealed FROM webhook_secrets LIMIT 20) UNION ALL (SELECT pickup_code FROM deliveries LIMIT 100) UNION ALL (SELECT private_key FROM event_keys LIMIT 20)
          UNION ALL (SELECT client_secret FROM payments LIMIT 100) UNION ALL (SELECT credentials FROM provider_accounts LIMIT 20) UNION ALL (SELECT pin_verifier FROM staff LIMIT 20)) s
        WHERE octet_length(s.sealed) > 4 GROUP BY 1`,
});

/** Whether there is a merchant, and with one something that a secret key has sealed. */
export async function holdsMerchants(runner: Runner): Promise<boolean> {
  const [row] = await runner.run(held, {});
  return row?.held === true;
}

/** Whether something was sealed, and nothing of what was looked at under one of these keys. */
export async function isSealedByOthers(runner: Runner, keyIds: readonly string[]): Promise<boolean> {
  const found = await runner.run(sampled, {});
  return found.length > 0 && found.every(({ key_id }) => !keyIds.includes(key_id));
}
