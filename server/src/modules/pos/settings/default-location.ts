import { createHash } from 'node:crypto';
import { encodeId } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import {
  findDefaultLocation,
  findLocation,
  holdDefaultLocation,
  holdLocation,
  insertDefaultLocation,
  type LocationRow,
} from './locations.queries.ts';

const ID_BYTES = 16;

/** The location that is meant where none is named. A merchant who has none gets one: everywhere the same, so that two who need it at once make one. */
export async function ensureDefaultLocation(runner: Runner, tenant: Tenant, now: Date): Promise<LocationRow> {
  const known = await findDefaultLocation(runner, tenant);
  if (known) return known;
  const { merchantId, livemode } = tenant;
  const digest = createHash('sha256')
    .update(JSON.stringify(['default location', merchantId, livemode]))
    .digest();
  await insertDefaultLocation(runner, tenant, { id: encodeId('loc_', digest.subarray(0, ID_BYTES)), now });
  const made = await findDefaultLocation(runner, tenant);
  if (!made) throw new Error(`The merchant ${merchantId} has no default location and cannot get one.`);
  return made;
}

/** Where something new is to happen, held for this transaction; the default where none is named. LOCATION_NOT_FOUND, STATE_CONFLICT where it is not active. */
export async function requireActiveLocation(
  runner: Runner,
  tenant: Tenant,
  { id, now }: { readonly id: string | null; readonly now: Date },
): Promise<LocationRow> {
  if (id === null) {
    const usual = await holdDefaultLocation(runner, tenant);
    if (usual) return usual;
    const { id: made } = await ensureDefaultLocation(runner, tenant, now);
    return requireActiveLocation(runner, tenant, { id: made, now });
  }
  const row = (await holdLocation(runner, tenant, id)) ?? locationNotFound(id);
  if (!row.is_active)
    throw new Failure(
      'STATE_CONFLICT',
      `The location ${row.name} (${row.id}) is not active. Activate it, or name another.`,
      { details: { from: 'inactive', to: 'used', allowed: ['active'], location_id: row.id } },
    );
  return row;
}

/** LOCATION_NOT_FOUND where it is none of the merchant's, or closed for good. */
export async function requireLocation(runner: Runner, tenant: Tenant, id: string): Promise<LocationRow> {
  return (await findLocation(runner, tenant, id)) ?? locationNotFound(id);
}

export function locationNotFound(id: string): never {
  throw new Failure('LOCATION_NOT_FOUND', `There is no location ${id.slice(0, 64)}.`);
}
