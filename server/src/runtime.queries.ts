import { type Runner, statement } from './store/index.ts';

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

/** The program's own sessions, whatever role their statements take: what `RESET ROLE` would lead back to. */
const rights = statement({
  name: 'server.sessionRights',
  params: {},
  row: { name: 'text', is_superuser: 'bool', bypasses: 'bool', owns: 'bool' },
  sql: `SELECT r.rolname::text AS name, r.rolsuper AS is_superuser, r.rolbypassrls AS bypasses, pg_has_role(r.oid, c.relowner, 'MEMBER') AS owns
        FROM pg_roles r, pg_class c WHERE r.rolname = session_user AND c.oid = 'merchants'::regclass`,
});

export type SessionRights = {
  readonly name: string;
  /** What it may beyond its work, in words; null: nothing. */
  readonly excess: string | null;
};

/** As whom the program is logged in, and what of that one wall between merchants does not hold. */
export async function readSessionRights(system: Runner): Promise<SessionRights> {
  const [row] = await system.run(rights, {});
  if (!row) throw new Error('The database does not tell who is logged in.');
  const { name, is_superuser, bypasses, owns } = row;
  const found = [
    is_superuser ? 'is a superuser' : null,
    bypasses && !is_superuser ? 'bypasses row-level security' : null,
    owns && !is_superuser ? 'owns the tables' : null,
  ].filter((part) => part !== null);
  return {
    name,
    excess:
      found.length === 0
        ? null
        : `The program is logged in to the database as ${name}, who ${found.join(' and ')}: only the role that each statement takes keeps merchants apart. Name cottontree_session in DATABASE_URL and ${name} in DATABASE_DIRECT_URL; docs/operating.md, "Who the program is in the database", says how.`,
  };
}

const now = statement({
  name: 'server.databaseNow',
  params: {},
  row: { now: 'timestamptz' },
  sql: 'SELECT clock_timestamp() AS now',
});

/** What the database's clock shows. */
export async function databaseNow(system: Runner): Promise<Date> {
  const [row] = await system.run(now, {});
  if (!row) throw new Error('The database does not tell its time.');
  return row.now;
}
