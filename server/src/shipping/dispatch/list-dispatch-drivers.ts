import type { DispatchDriver, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { driverList } from './dispatch-drivers.queries.ts';
import { presentDriver } from './present-driver.ts';

/** Lists the couriers within reach, with where they are and what they carry. */
export async function listDispatchDrivers(
  { query }: Input<Operations['listDispatchDrivers']>,
  call: DispatchCall,
  { store, map }: Shipping,
): Promise<Reply<readonly DispatchDriver[]>> {
  const { reach } = call;
  const given = { merchant_id: reach?.merchantId ?? null, livemode: reach?.livemode ?? null };
  const { rows, meta } = await driverList.find(store.system.slow, { call, query, given });
  const { currency } = map().card;
  return reply(
    rows.map((row) => presentDriver(row, currency)),
    { meta },
  );
}
