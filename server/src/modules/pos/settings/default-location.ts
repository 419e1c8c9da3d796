import { createHash } from 'node:crypto';
import { encodeId } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import {
  findDefaultLocation,
  findLocation,
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

/** Where something new is to happen; the default where none is named. LOCATION_NOT_FOUND, STATE_CONFLICT where it is not active. */
export async function requireActiveLocation(
  runner: Runner,
  tenant: Tenant,
  { id, now }: { readonly id: string | null; readonly now: Date },
): Promise<LocationRow> {
  if (id === null) return ensureDefaultLocation(runner, tenant, now);
  const row = await requireLocation(runner, tenant, id);
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
  const row = await findLocation(runner, tenant, id);
  if (!row) throw new Failure('LOCATION_NOT_FOUND', `There is no location ${id.slice(0, 64)}.`);
  return row;
}
