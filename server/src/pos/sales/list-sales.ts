import { covers, type Input, type Operations, type Sale } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Pos } from '../open-pos.ts';
import { saleList } from './list-sales.queries.ts';
import { presentSale } from './present-sale.ts';

type Listed = Input<Operations['listSales']>;

/** Lists sales, newest first unless sorted otherwise. */
export async function listSales({ query }: Listed, call: Call, room: Pos): Promise<Reply<readonly Sale[]>> {
  refuseBrowsing(query, call);
  const { rows, meta } = await saleList.find(room.store.slow(call.tenant), { call, query });
  return reply(
    rows.map((row) => presentSale(row, room)),
    { meta },
  );
}

/** Who signed in at a till looks up a sale by its number, or those of a drawer; all of them only who may see reports. */
function refuseBrowsing({ q, cash_session_id }: Listed['query'], { caller }: Call): void {
  if (
    caller.session === null ||
    q !== undefined ||
    cash_session_id !== undefined ||
    covers(caller.scopes, 'reports:read')
  )
    return;
  throw new Failure(
    'INSUFFICIENT_SCOPE',
    'This session may look up sales by their number (q) or those of one drawer (cash_session_id). To list all, somebody with the permission reports has to sign in.',
    { details: { scope: 'reports:read' } },
  );
}
