import type { Customer, Input, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { invalid } from '../core/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows } from '../core/page.ts';
import { readOptionalTime } from '../core/read-time.ts';
import { reply, type Reply } from '../core/reply.ts';
import { isByName, listCustomerRows, placeIn } from './list-customers.queries.ts';
import type { Customers } from './open-customers.ts';
import { presentCustomer } from './present-customer.ts';

/** Lists customers, newest first unless sorted otherwise. */
export async function listCustomers(
  { query }: Input<Operations['listCustomers']>,
  call: Call,
  { store }: Customers,
): Promise<Reply<readonly Customer[]>> {
  const page = readPage(query);
  const sort = query.sort ?? '-created_at';
  if (isByName(sort) && page.after !== null && page.after.text === undefined)
    throw invalid({
      path: 'cursor',
      message: 'must be meta.next_cursor of the page before, in the same sort',
    });
  const timeOf = (path: 'created_from' | 'created_to' | 'updated_since'): Date | null => {
    return readOptionalTime(query[path], { path, call });
  };
  const { total, rows } = await listCustomerRows(store.slow(call.tenant), call.tenant, {
    sort,
    text: query.q ?? null,
    tag: query.tag ?? null,
    createdFrom: timeOf('created_from'),
    createdTo: timeOf('created_to'),
    updatedSince: timeOf('updated_since'),
    after: page.after,
    offset: page.offset,
    rowsMax: rowsWanted(page),
  });
  return reply(shownRows(page, rows).map(presentCustomer), {
    meta: listMeta({ page, total, rows, positionOf: (row) => placeIn(sort, row) }),
  });
}
