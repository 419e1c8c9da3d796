import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import { columnsOf, DRIVER_COLUMNS, LISTED, type ListedRow } from '../deliveries/deliveries.queries.ts';

const find = statement({
  name: 'labels.find',
  params: { merchant_id: 'text', livemode: 'bool', job_numbers: 'text[]' },
  row: LISTED,
  sql: `SELECT ${columnsOf(LISTED)}, ${DRIVER_COLUMNS} FROM unnest(:job_numbers::text[]) WITH ORDINALITY AS g(job_number, place)
        JOIN deliveries d ON d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = g.job_number
        LEFT JOIN drivers v ON v.id = d.driver_id ORDER BY g.place`,
});

/** The deliveries with these numbers, without their codes, in the order of the numbers. */
export async function findLabelled(
  runner: Runner,
  tenant: Tenant,
  jobNumbers: readonly string[],
): Promise<readonly ListedRow[]> {
  return runner.run(find, { ...keyOf(tenant), job_numbers: jobNumbers });
}
