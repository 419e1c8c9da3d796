import type { Deleted, Input, Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { requireMatch } from '../../core/if-match.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { requireLocation } from './default-location.ts';
import { closeLocation, lockLocations } from './locations.queries.ts';
import { keepsDefault } from './read-location.ts';
import { findStockedVariant } from './stocked-location.queries.ts';

/** Closes a location for good, once nothing lies there. */
export async function deleteLocation(
  { params }: Input<Operations['deleteLocation']>,
  { tenant, now, ifMatch }: Call,
  { store }: Pos,
): Promise<Reply<Deleted>> {
  return store.transaction(tenant, async (tx) => {
    await lockLocations(tx, tenant);
    const row = await requireLocation(tx, tenant, params.id);
    requireMatch(ifMatch, { version: row.version, what: `The location ${row.id}` });
    if (row.is_default) throw keepsDefault('deleted', 'Make another the default before you close it.');
    const variantId = await findStockedVariant(tx, tenant, row.id);
    if (variantId !== undefined)
      throw new Failure(
        'STATE_CONFLICT',
        `Stock is recorded at ${row.name}, of ${variantId} for one. Transfer or count it to zero first.`,
        { details: { from: 'stocked', to: 'deleted', allowed: [], variant_id: variantId } },
      );
    if (!(await closeLocation(tx, tenant, { id: row.id, version: row.version, at: now })))
      throw new Error(`The location ${row.id} was changed past its lock.`);
    return reply({ id: row.id, deleted: true });
  });
}
