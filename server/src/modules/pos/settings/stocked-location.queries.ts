import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';

const find = statement({
  name: 'locations.stocked',
  params: { merchant_id: 'text', livemode: 'bool', location_id: 'text' },
  row: { variant_id: 'text' },
  sql: 'SELECT variant_id FROM stock_levels WHERE merchant_id = :merchant_id AND livemode = :livemode AND location_id = :location_id AND (on_hand <> 0 OR reserved <> 0) ORDER BY variant_id LIMIT 1',
});

/** A variant of which stock is recorded at a location, or is missing there. */
export async function findStockedVariant(
  runner: Runner,
  tenant: Tenant,
  locationId: string,
): Promise<string | undefined> {
  return (await runner.run(find, { ...keyOf(tenant), location_id: locationId }))[0]?.variant_id;
}
