import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const list = statement({
  name: 'tillChanges.list',
  params: { merchant_id: 'text', livemode: 'bool', after: 'int8', born: 'int8?', rows_max: 'int4' },
  row: { last_seq: 'int8', kind: 'text?', id: 'text?', seq: 'int8?', deleted: 'bool?' },
  sql: `WITH feed AS (SELECT coalesce((SELECT f.last_seq FROM till_feeds f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode), 0) AS last_seq)
        SELECT f.last_seq, c.kind, c.id, c.seq, c.deleted
        FROM feed f LEFT JOIN LATERAL (
          SELECT t.kind, t.id, t.seq, t.deleted FROM till_changes t
          WHERE t.merchant_id = :merchant_id AND t.livemode = :livemode AND t.seq > :after AND NOT (t.deleted AND t.seq <= coalesce(:born, f.last_seq)) ORDER BY t.seq LIMIT :rows_max
        ) c ON true ORDER BY c.seq`,
});

const findState = statement({
  name: 'tillChanges.state',
  params: { merchant_id: 'text', livemode: 'bool' },
  row: { last_seq: 'int8', mark: 'text' },
  sql: 'SELECT f.last_seq, f.mark::text AS mark FROM till_feeds f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode',
});

/** The last number there is, and what tells this state of the catalogue from every other; undefined where nothing was ever written. */
export async function findTillState(
  runner: Runner,
  tenant: Tenant,
): Promise<{ readonly lastSeq: bigint; readonly mark: string } | undefined> {
  const [row] = await runner.run(findState, keyOf(tenant));
  return row && { lastSeq: row.last_seq, mark: row.mark };
}

export type TillChange = {
  readonly kind: string;
  readonly id: string;
  readonly seq: bigint;
  readonly deleted: boolean;
};

/**
 * Changes after a number in their order, and the last number there is, of one snapshot. What was deleted up to `born`
 * (null: up to now) is left out, for the reader never had it.
 */
export async function listTillChanges(
  runner: Runner,
  tenant: Tenant,
  {
    after,
    born,
    rowsMax,
  }: { readonly after: bigint; readonly born: bigint | null; readonly rowsMax: number },
): Promise<{ readonly lastSeq: bigint; readonly changes: readonly TillChange[] }> {
  const rows = await runner.run(list, { ...keyOf(tenant), after, born, rows_max: rowsMax });
  const changes = rows.flatMap(({ kind, id, seq, deleted }) =>
    kind === null || id === null || seq === null || deleted === null ? [] : [{ kind, id, seq, deleted }],
  );
  return { lastSeq: rows[0]?.last_seq ?? 0n, changes };
}
