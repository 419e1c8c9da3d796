import { operations, type Input, type Location, type Operations } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { requireMatch } from '../../core/if-match.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { refuseTakenCode } from './create-location.ts';
import { requireLocation } from './default-location.ts';
import { changeLocation, clearDefaultLocation, lockLocations } from './locations.queries.ts';
import { presentLocation, replyLocation } from './present-location.ts';
import { readLocation } from './read-location.ts';

/** Changes a location; one that becomes the default takes that from another. */
export async function updateLocation(
  { params, body }: Input<Operations['updateLocation']>,
  call: Call,
  room: Pos,
): Promise<Reply<Location>> {
  const { tenant, now } = call;
  return room.store
    .transaction(tenant, async (tx) => {
      await lockLocations(tx, tenant);
      const row = await requireLocation(tx, tenant, params.id);
      requireMatch(call.ifMatch, { version: row.version, what: `The location ${row.id}` });
      refuseReadOnly(operations.updateLocation.readOnly, body, presentLocation(row));
      const terms = readLocation(body, row, call);
      if (terms.is_default) await clearDefaultLocation(tx, tenant, { exceptId: row.id, now });
      const changed = await changeLocation(tx, tenant, { id: row.id, version: row.version, terms });
      if (!changed) throw new Error(`The location ${row.id} was changed past its lock.`);
      return replyLocation(changed);
    })
    .catch(refuseTakenCode(body.code));
}
