import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDatabase } from '../kit/service.ts';

/** Indexes that do not begin with merchant and mode, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  invoices_page_token: 'the page of an invoice knows only its token',
  payment_links_slug: 'the page of a link knows only its slug',
  provider_accounts_callback: 'a provider that calls back knows only the token',
  payments_page_token: "the payer's page knows only its token",
  merchants_pkey: 'the merchant itself',
  directory_pkey: 'says whose a row is, by what is known of it',
  api_keys_hash_key: 'a key is known before its merchant is',
  files_token: 'whoever opens a link knows only its token',
  deliveries_tracking_token: "the recipient's page knows only its token",
  ticket_orders_link: 'the page of tickets knows only its token',
  sales_receipt_token: 'the page of a receipt knows only its token',
  widget_sessions_token: 'a session is known before its merchant is',
  pairing_codes_mac: 'a device that is to be paired knows only the code',
  tickets_link: 'the page of a ticket that was handed on knows only its token',
};
/** Tables without a merchant, each with its reason. */
const PLATFORM: Readonly<Record<string, string>> = {
  schema_migrations: 'the schema itself',
  partitioned_tables: 'the schema itself',
  directory: 'says whose a row is; its rows follow those that they are of',
  directory_kinds: 'the schema itself: what the directory lists, and how far it came',
  nodes: 'the nodes at work',
  webhook_senders: 'the nodes that send webhooks',
  rate_usage: 'what nodes exchange; a bucket is named by its key',
  zones: 'belong to the platform',
  rate_cards: 'belong to the platform',
  drivers: "a courier is the platform's or a merchant's, and may carry in both modes",
  notice_opt_outs: 'STOP ends the messages of all merchants to a phone',
  inbound_texts: 'a text is taken in before it is known whom it is about',
  driver_track: 'of couriers, who belong to the platform',
  driver_positions: 'of couriers; who sees one follows from the courier and the parcels on the way',
  driver_shifts: 'of couriers, who belong to the platform',
  users: 'people of the platform',
  platform_acts: 'what operators did, to merchants in both modes; only the system role sees it',
  driver_pins: 'of couriers, who belong to the platform',
  sessions: 'of people, who may belong to nobody or to several merchants',
  people: 'a person may belong to several merchants, to each in both modes',
  memberships: 'people belong to a merchant in both modes; only the system role sees it',
  invitations: 'the same, of people who are asked to come',
  password_resets: 'of people',
  recovery_codes: 'of people',
  passkeys: 'of people',
  passkey_challenges: 'of people who are not known yet',
  account_letters: 'to people about their own accounts',
  sign_in_tries: 'of people who are not known yet; a subject is a fingerprint',
  courier_cash: 'what a courier holds of each merchant; kept by the ledger itself',
  cash_deposits: 'couriers hand in the cash of several merchants at once',
  driver_syncs: 'of couriers, who carry for every merchant',
  fan_out_clock: 'the moment of the last batch of messages, of whichever merchants',
  look_up_tries: 'of visitors who belong to no merchant; a subject is the fingerprint of an address',
};
/** Tables of the platform that the app role reads whole: published to every merchant, or of nobody. */
const PUBLISHED = new Set(['zones', 'rate_cards', 'fan_out_clock']);
/** Queue rows are found by when they are due; their tenant is a column all the same. */
const QUEUES = new Set(['outbox', 'webhook_queue']);

let client: Client;

beforeAll(async () => {
  const { url } = await makeDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
});
afterAll(() => client.end());

async function rows<T>(sql: string): Promise<T[]> {
  return (await client.query(sql)).rows as T[];
}

test('every table but the listed ones has merchant_id and livemode, and row-level security unless the app role may not touch it', async () => {
  const tables = await rows<{ name: string; tenant: boolean; guarded: boolean }>(`
    SELECT c.relname AS name, c.relrowsecurity OR NOT has_table_privilege('cottontree_app', c.oid, 'SELECT, INSERT, UPDATE, DELETE') AS guarded,
      (SELECT count(*) = 2 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname IN ('merchant_id', 'livemode') AND a.attnotnull) AS tenant
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
  expect(tables.length).toBeGreaterThan(12);
  // Programs of 0.1.0 would erase it with a merchant's test data, and with it the entries of keys, which stay.
  expect(tables.find(({ name }) => name === 'directory')).toMatchObject({ tenant: false, guarded: true });
  const open = tables
    .filter(({ name, tenant }) => !tenant && !(name in PLATFORM) && name !== 'merchants')
    .map(({ name }) => name);
  const unguarded = tables
    .filter(({ name, guarded }) => !guarded && !PUBLISHED.has(name))
    .map(({ name }) => name);
  expect({ open, unguarded }).toEqual({ open: [], unguarded: [] });
});

test('every primary key and unique index begins with merchant and mode, but for the listed ones', async () => {
  const indexes = await rows<{ name: string; table: string; columns: string }>(`
    SELECT i.relname AS name, t.relname AS table, pg_get_indexdef(x.indexrelid, 1, true) || ',' || coalesce(pg_get_indexdef(x.indexrelid, 2, true), '') AS columns
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND NOT t.relispartition`);
  expect(indexes.length).toBeGreaterThan(12);
  const wrong = indexes.filter(
    ({ name, table, columns }) =>
      columns !== 'merchant_id,livemode' && !(name in EXEMPT) && !(table in PLATFORM) && !QUEUES.has(table),
  );
  expect(wrong).toEqual([]);
});

test('every foreign key between tenant tables carries merchant and mode', async () => {
  const keys = await rows<{ name: string; definition: string; target: string }>(`
    SELECT c.conname AS name, pg_get_constraintdef(c.oid) AS definition, t.relname AS target
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conparentid = 0`);
  expect(keys.length).toBeGreaterThan(4);
  const wrong = keys.filter(
    ({ definition, target }) =>
      !(target in PLATFORM) &&
      target !== 'merchants' &&
      !definition.startsWith('FOREIGN KEY (merchant_id, livemode'),
  );
  expect(wrong).toEqual([]);
});

test('what runs with the rights of the owner looks for its tables in no place that a caller fills, and is for nobody in general', async () => {
  const trusted = await rows<{ name: string; path: string | null; general: boolean }>(`
    SELECT p.oid::regprocedure::text AS name, (SELECT s FROM unnest(p.proconfig) AS s WHERE s LIKE 'search_path=%') AS path, has_function_privilege('public', p.oid, 'EXECUTE') AS general
    FROM pg_proc p WHERE p.prosecdef AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`);
  expect(trusted.length).toBeGreaterThan(2);
  expect(trusted.filter(({ path, general }) => path !== 'search_path=public, pg_temp' || general)).toEqual(
    [],
  );
});

test('the role that the program logs in as is nothing by itself and may become nothing but its two roles', async () => {
  const [found] = await rows(`
    SELECT r.rolsuper OR r.rolbypassrls OR r.rolcreaterole OR r.rolcreatedb OR r.rolinherit OR r.rolreplication AS free, (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owns,
      ARRAY(SELECT o.rolname::text FROM pg_roles o WHERE o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'MEMBER') ORDER BY 1) AS becomes,
      EXISTS (SELECT FROM pg_auth_members m WHERE m.member = r.oid AND m.admin_option) AS gives
    FROM pg_roles r WHERE r.rolname = 'cottontree_session'`);
  expect(found).toEqual({
    free: false,
    owns: 0,
    becomes: ['cottontree_app', 'cottontree_system'],
    gives: false,
  });
});

test('neither role of the program can step around the wall', async () => {
  const roles = await rows<{ name: string; free: boolean; owns: number }>(`
    SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls AS free, (SELECT count(*)::int FROM pg_class c WHERE c.relowner = r.oid) AS owns
    FROM pg_roles r WHERE r.rolname IN ('cottontree_app', 'cottontree_system') ORDER BY 1`);
  expect(roles).toEqual([
    { name: 'cottontree_app', free: false, owns: 0 },
    { name: 'cottontree_system', free: false, owns: 0 },
  ]);
});

test('the app role sees nothing without a tenant, and only its own with one', async () => {
  await client.query(
    `INSERT INTO merchants SELECT m, m, 'x@y', 'SL', m, 'Africa/Freetown', 'SLE', 'active', 1, 1, now() FROM unnest(ARRAY['mch_a', 'mch_b']) AS m`,
  );
  const seen = async (tenants: string): Promise<string[]> => {
    await client.query('BEGIN');
    await client.query(
      `SELECT set_config('role', 'cottontree_app', true), set_config('cottontree.tenants', $1, true)`,
      [tenants],
    );
    const found = await rows<{ id: string }>('SELECT id FROM merchants ORDER BY id');
    await client.query('ROLLBACK');
    return found.map(({ id }) => id);
  };
  expect([await seen('{}'), await seen('{mch_a}'), await seen('{mch_a,mch_b}')]).toEqual([
    [],
    ['mch_a'],
    ['mch_a', 'mch_b'],
  ]);
});
