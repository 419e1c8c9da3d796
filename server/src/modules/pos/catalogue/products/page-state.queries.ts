import { keyOf, type Tenant } from '../../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../../store/index.ts';

const find = statement({
  name: 'products.pageState',
  params: { merchant_id: 'text', livemode: 'bool', variant_ids: 'text[]' },
  row: { mark: 'text', levels: 'text[]' },
  sql: `SELECT f.mark::text AS mark,
          ARRAY(SELECT concat_ws(' ', s.variant_id, s.location_id, s.on_hand, s.reserved) FROM stock_levels s WHERE s.merchant_id = :merchant_id AND s.livemode = :livemode AND s.variant_id = ANY (:variant_ids)) AS levels
        FROM till_feeds f WHERE f.merchant_id = :merchant_id AND f.livemode = :livemode`,
});

/** The mark of the catalogue and the levels of some variants, of one moment; undefined where nothing was ever written. */
export async function readPageState(
  runner: Runner,
  tenant: Tenant,
  variantIds: readonly string[],
): Promise<{ readonly mark: string; readonly levels: readonly string[] } | undefined> {
  const [row] = await runner.run(find, { ...keyOf(tenant), variant_ids: variantIds });
  return row;
}
