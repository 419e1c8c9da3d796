import type { DispatchDriver, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../../core/page.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { listDriversOnBoard } from './dispatch-drivers.queries.ts';
import { presentDriver } from './present-driver.ts';

/** Lists the couriers within reach, with where they are and what they carry. */
export async function listDispatchDrivers(
  { query }: Input<Operations['listDispatchDrivers']>,
  { reach }: DispatchCall,
  room: Shipping,
): Promise<Reply<readonly DispatchDriver[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listDriversOnBoard(room.store.system.slow, {
    merchant_id: reach?.merchantId ?? null,
    livemode: reach?.livemode ?? null,
    text: query.q ?? null,
    online: query.online ?? null,
    active: query.active ?? null,
    rows_max: rowsWanted(page),
    offset: page.offset,
  });
  const { currency } = room.map().card;
  return reply(
    shownRows(page, rows).map((row) => presentDriver(row, currency)),
    { meta: listMeta({ page, total, rows }) },
  );
}
