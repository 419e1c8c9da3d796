import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../store/index.ts';
import { postingsToJson, type Posting } from './posting.ts';

/**
 * The part of a statement that writes postings (jsonb, see `postingsToJson`) beside the rows they are
 * about, which `source` names with merchant_id and livemode. Two common table expressions.
 */
export function postingStatements({
  source,
  postings,
}: {
  readonly source: string;
  readonly postings: string;
}): string {
  return `posted AS (
          INSERT INTO ledger_tx (merchant_id, livemode, id, kind, subject, created_at)
          SELECT s.merchant_id, s.livemode, p.id, p.kind, p.subject, p.at FROM ${source} s, jsonb_to_recordset(${postings}) AS p(id text, kind text, subject text, at timestamptz)
          RETURNING merchant_id, livemode, id
        ), entered AS (
          INSERT INTO ledger_entries (merchant_id, livemode, tx_id, account, amount, currency, created_at)
          SELECT t.merchant_id, t.livemode, p.id, e.account, e.amount, p.currency, p.at
          FROM posted t JOIN jsonb_to_recordset(${postings}) AS p(id text, currency text, at timestamptz, entries jsonb) ON p.id = t.id, jsonb_to_recordset(p.entries) AS e(account text, amount bigint)
        )`;
}

const write = statement({
  name: 'ledger.post',
  params: { merchant_id: 'text', livemode: 'bool', postings: 'jsonb' },
  row: { id: 'text' },
  sql: `WITH owner AS (SELECT :merchant_id::text AS merchant_id, :livemode::bool AS livemode), ${postingStatements({ source: 'owner', postings: ':postings' })} SELECT id FROM posted`,
});

/** Writes transactions into a ledger, within the caller's own. */
export async function post(tx: Runner, tenant: Tenant, postings: readonly Posting[]): Promise<void> {
  if (postings.length > 0) await tx.run(write, { ...keyOf(tenant), postings: postingsToJson(postings) });
}
