import type { Address, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import { listTenantAddresses } from './addresses.queries.ts';
import type { Shipping } from './open-shipping.ts';
import { presentAddress } from './present-address.ts';
import { readPhone } from '../core/read-phone.ts';

/** Lists saved addresses, newest first. */
export async function listAddresses(
  { query }: Input<Operations['listAddresses']>,
  call: Call,
  room: Shipping,
): Promise<Reply<readonly Address[]>> {
  const page = readPage(query, 'by page');
  const { total, rows } = await listTenantAddresses(room.store.slow(call.tenant), call.tenant, {
    words: query.q ?? null,
    phone: query.phone === undefined ? null : readPhone(query.phone, { path: 'phone', call }),
    city: query.city ?? null,
    type: query.type ?? null,
    rows_max: rowsWanted(page),
    offset: page.offset,
  });
  return reply(shownRows(page, rows).map(presentAddress), { meta: listMeta({ page, total, rows }) });
}
