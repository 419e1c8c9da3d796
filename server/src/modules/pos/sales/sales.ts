import { covers, type Input, type Operations, type Sale, type SaleTotals } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { findSellables } from '../catalogue/sellables.ts';
import type { Pos } from '../module.ts';
import { requireLocation } from '../settings/default-location.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { advanceSale } from './advance-sale.ts';
import { answerChange, claimOf, showSale, showSaleRows } from './keep-sale-answer.ts';
import { composeCart, presentTotals, refuseOtherTotal } from './compose-cart.ts';
import { saleList } from './sales.queries.ts';
import { wantsOf } from './price-items.ts';
import { requireMove } from './sale-step.ts';
import { actorOf, readSeller, refuseOtherCurrency } from './sale-request.ts';

type Listed = Input<Operations['listSales']>;

/** Lists sales, newest first unless sorted otherwise. */
export async function listSales({ query }: Listed, call: Call, module: Pos): Promise<Reply<readonly Sale[]>> {
  refuseBrowsing(query, call);
  const { rows, meta } = await saleList.find(module.store.reads(call.tenant), { call, query });
  return reply(await showSaleRows(module, call.tenant, rows), { meta });
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

/** Reads one sale. */
export async function getSale(
  { params }: Input<Operations['getSale']>,
  { tenant }: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const sale = await showSale(module, { tenant, id: params.id });
  return reply(sale, { version: String(sale.version) });
}

/** Keeps an open sale for later. */
export async function parkSale(
  { params, body }: Input<Operations['parkSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<Sale>> {
  const seller = await readSeller(call, module, body.staff_id);
  return answerChange(seller, params.id, (before) => {
    requireMove(before, 'parked');
    const draft = { ...before, status: 'parked' as const, notes: body.notes ?? before.notes };
    return {
      wants: [],
      compose: (basis) =>
        advanceSale(before, draft, {
          basis,
          module,
          at: call.now,
          actor: actorOf(seller),
          after: 'now',
          claimOf: claimOf(seller, 200),
        }),
    };
  });
}

/** Tells what a sale would cost now. */
export async function quoteSale(
  { body }: Input<Operations['quoteSale']>,
  call: Call,
  module: Pos,
): Promise<Reply<SaleTotals>> {
  const currency = refuseOtherCurrency(body.currency, call);
  const seller = await readSeller(call, module, body.staff_id);
  const runner = module.store.of(call.tenant);
  const [settings, found] = await Promise.all([
    readPosSettings(runner, call.tenant),
    findSellables(runner, call.tenant, wantsOf(body.items)),
    body.location_id === undefined ? null : requireLocation(runner, call.tenant, body.location_id),
  ]);
  const cart = composeCart(body, { basis: { settings, found }, currency, seller });
  refuseOtherTotal(body.expected_total, cart, currency);
  return reply(presentTotals(cart, currency));
}
