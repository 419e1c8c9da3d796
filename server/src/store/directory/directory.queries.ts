import { check, type DatabaseReport } from '../check.ts';
import { statement } from '../statement.ts';
import type { Runner } from '../store.ts';
import type { ValuesOf } from '../types.ts';
import { knownKeys, type Kind, type KnownKey } from './known-keys.ts';

const OWNER = { merchant_id: 'text', livemode: 'bool' } as const;

/** Whose a row is. */
type Owner = ValuesOf<typeof OWNER>;

const find = statement({
  name: 'directory.find',
  params: { kind: 'text', key: 'text' },
  row: OWNER,
  sql: 'SELECT merchant_id, livemode FROM directory WHERE kind = :kind AND key = :key',
});

/** Whose row it is that is known by this; the row is then read as the merchant's. Of bytes their fingerprint is listed in hex. */
export async function findOwner(
  system: Runner,
  kind: Kind,
  key: string | Uint8Array,
): Promise<Owner | undefined> {
  const text = typeof key === 'string' ? key : Buffer.from(key).toString('hex');
  return (await system.run(find, { kind, key: text }))[0];
}

const findMany = statement({
  name: 'directory.findMany',
  params: { kind: 'text', keys: 'text[]' },
  row: { key: 'text', ...OWNER },
  sql: 'SELECT key, merchant_id, livemode FROM directory WHERE kind = :kind AND key = ANY (:keys)',
});

/** Those who were asked for last, by database: a page that is looked at is looked at again. */
const known = new WeakMap<Runner, Map<string, Owner>>();
const KNOWN_MAX = 20_000;

/**
 * The same of many, of a kind whose keys are drawn from so many that none is ever drawn again: only those that are
 * somebody's. Whose one was it stays, for where the row is gone nobody finds it.
 */
export async function findLastingOwners(
  system: Runner,
  kind: 'tracking',
  keys: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  const kept = known.get(system) ?? new Map<string, Owner>();
  known.set(system, kept);
  const owners = new Map<string, Owner>();
  for (const key of keys) {
    const owner = kept.get(key);
    if (owner) owners.set(key, owner);
  }
  const asked = keys.filter((key) => !owners.has(key));
  if (asked.length === 0) return owners;
  for (const { key, ...owner } of await system.run(findMany, { kind, keys: asked })) {
    owners.set(key, owner);
    if (kept.size >= KNOWN_MAX) kept.clear();
    kept.set(key, owner);
  }
  return owners;
}

/** What must hold at every moment: each row is listed under what it is known by, and nothing else is. Keys are secrets, so none is told. */
export const directoryChecks: readonly DatabaseReport[] = Object.entries<KnownKey>(knownKeys).map(
  ([kind, { table, key }]) =>
    check(
      `verify.directory.${kind}`,
      `SELECT coalesce(d.merchant_id, c.merchant_id) || CASE WHEN coalesce(d.livemode, c.livemode) THEN ' (live)' ELSE ' (test)' END || ' has ' || count(*) FILTER (WHERE d.merchant_id IS NULL) || ' of ${table} that the directory (${kind}) lacks, and it ' || count(*) FILTER (WHERE c.merchant_id IS NULL) || ' that are not there'
       FROM (SELECT merchant_id, livemode, key FROM directory WHERE kind = '${kind}') d
       FULL JOIN (SELECT c.merchant_id, c.livemode, ${key} AS key FROM ${table} c WHERE ${key} IS NOT NULL) c
         ON c.key = d.key AND c.merchant_id = d.merchant_id AND c.livemode = d.livemode
       WHERE d.merchant_id IS NULL OR c.merchant_id IS NULL GROUP BY coalesce(d.merchant_id, c.merchant_id), coalesce(d.livemode, c.livemode)`,
    ),
);
