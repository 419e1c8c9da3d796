import type { DispatchDriver, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { constraintOf } from '../../store/index.ts';
import { MAP_CHANNEL } from '../map-channel.ts';
import type { Shipping } from '../open-shipping.ts';
import {
  findDriverOnBoard,
  PHONE_INDEXES,
  updateDriverOnBoard,
  type DriverOnBoard,
} from './dispatch-drivers.queries.ts';
import { presentDriver } from './present-driver.ts';
import { readDriver } from './read-driver.ts';
import { phoneTaken, refuseUnknownMerchant } from './refuse-driver.ts';

/** Changes a courier within reach: a merchant's key only its own riders. */
export async function updateDispatchDriver(
  { params, body }: Input<Operations['updateDispatchDriver']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<DispatchDriver>> {
  const { system } = room.store;
  const { currency } = room.map().card;
  const before = reachable(await findDriverOnBoard(system, params.id, call.reach), params.id, call);
  const fields = readDriver(body, before, { call, currency });
  const changed = await updateDriverOnBoard(system, { id: before.id, ...fields })
    .catch((error: unknown) => {
      throw PHONE_INDEXES.includes(constraintOf(error)) ? phoneTaken(fields.phone) : error;
    })
    .catch(refuseUnknownMerchant(fields.merchant_id));
  if (!changed)
    throw new Failure(
      'STATE_CONFLICT',
      `Courier ${before.id} has parcels under way that he could not carry then. Give them to others first.`,
      { details: { from: ownership(before), to: ownership(fields), allowed: [ownership(before)] } },
    );
  room.store.notify(MAP_CHANNEL);
  await room.refreshMap();
  return reply(
    presentDriver(
      reachable(await findDriverOnBoard(system, before.id, call.reach), before.id, call),
      currency,
    ),
  );
}

function reachable(row: DriverOnBoard | undefined, id: string, { reach }: DispatchCall): DriverOnBoard {
  if (row && (reach === null || (row.merchant_id === reach.merchantId && row.livemode === reach.livemode)))
    return row;
  throw new Failure('DRIVER_NOT_FOUND', `There is no courier ${id.slice(0, 64)} whom you may change.`);
}

/** Whose a courier is, in one word for each side of a conflict. */
function ownership({ merchant_id, livemode }: Pick<DriverOnBoard, 'merchant_id' | 'livemode'>): string {
  return `${merchant_id ?? 'platform'}/${livemode === null ? 'both' : livemode ? 'live' : 'test'}`;
}
