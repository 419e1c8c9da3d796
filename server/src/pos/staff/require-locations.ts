import type { Tenant } from '../../core/tenant.ts';
import type { Runner } from '../../store/index.ts';
import { requireLocation } from '../settings/default-location.ts';

/** LOCATION_NOT_FOUND where one of them is none of the merchant's. */
export async function requireLocations(
  runner: Runner,
  tenant: Tenant,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await requireLocation(runner, tenant, id);
}
