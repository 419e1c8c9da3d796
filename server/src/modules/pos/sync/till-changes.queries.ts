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
