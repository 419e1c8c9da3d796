import {
  idRandomBytes,
  makeId,
  type DispatchDriver,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { MAP_CHANNEL } from '../map-channel.ts';
import type { Shipping } from '../open-shipping.ts';
import { findDriverOnBoard, insertDriverOnBoard } from './dispatch-drivers.queries.ts';
import { presentDriver } from './present-driver.ts';
import { readDriver } from './read-driver.ts';
import { phoneTaken, refuseUnknownMerchant } from './refuse-driver.ts';

const NEW = Object.freeze({
  name: '',
  phone: '',
  vehicle_type: 'motorbike',
  plate: '',
  active: true,
  merchant_id: null,
  livemode: null,
  jobs_max: 3,
  cash_limit: 500_000n,
});

/** Adds a courier: to the platform, or to the merchant whose key it is, in its mode. A phone belongs to one courier of an owner. */
export async function createDispatchDriver(
  { body }: Input<Operations['createDispatchDriver']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<DispatchDriver>> {
  const { currency } = room.map().card;
  const fields = readDriver(body, NEW, { call, currency });
  const answer = await effect(
    room,
    { tenant: null, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const now = room.world.now();
        const id = makeId('drv_', now.getTime(), room.world.randomBytes(idRandomBytes));
        const added = await insertDriverOnBoard(tx, { id, created_at: now, ...fields }).catch(
          refuseUnknownMerchant(fields.merchant_id),
        );
        if (!added) throw phoneTaken(fields.phone);
        const row = await findDriverOnBoard(tx, id, call.reach);
        if (!row) throw new Error(`The courier ${id} went away while he was added.`);
        return reply(presentDriver(row, currency), { status: 201 });
      },
    },
  );
  room.store.notify(MAP_CHANNEL);
  await room.refreshMap();
  return answer;
}
