import {
  idRandomBytes,
  makeId,
  operations,
  type Input,
  type Location,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import { showMode } from '../../core/show-mode.ts';
import { constraintOf } from '../../store/index.ts';
import type { Pos } from '../open-pos.ts';
import { chooseCode } from './choose-code.ts';
import { ensureDefaultLocation } from './default-location.ts';
import {
  clearDefaultLocation,
  findLocationCodes,
  insertLocation,
  lockLocations,
} from './locations.queries.ts';
import { replyLocation } from './present-location.ts';
import { readLocation } from './read-location.ts';

/** Opens a location. */
export async function createLocation(
  { body }: Input<Operations['createLocation']>,
  call: Call,
  room: Pos,
): Promise<Reply<Location>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createLocation.readOnly, body, showMode(tenant.livemode));
  const fresh = {
    name: body.name,
    code: '',
    address: null,
    phone: null,
    receipt_lines: [],
    is_default: false,
    is_active: true,
    updated_at: now,
  };
  const wanted = readLocation(body, fresh, call);
  const id = makeId('loc_', room.world.now().getTime(), room.world.randomBytes(idRandomBytes));
  return effect<Location>(room, call, {
    work: async (tx) => {
      await lockLocations(tx, tenant);
      await ensureDefaultLocation(tx, tenant, now);
      if (wanted.is_default) await clearDefaultLocation(tx, tenant, { exceptId: id, now });
      const code = body.code ?? chooseCode(body.name, await findLocationCodes(tx, tenant));
      return replyLocation(await insertLocation(tx, tenant, { id, terms: { ...wanted, code } }));
    },
  }).catch(refuseTakenCode(body.code));
}

/** What the unique index of codes says, in words. */
export function refuseTakenCode(code: string | undefined): (error: unknown) => never {
  return (error) => {
    if (constraintOf(error) !== 'locations_code') throw error;
    throw new Failure(
      'DUPLICATE_CODE',
      `Another location has the code ${code ?? ''}. Choose another, or send none.`,
      { details: { code } },
    );
  };
}
