import type { Input, Operations, SaleTotals } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { findSellables } from '../catalogue/price-book.ts';
import type { Pos } from '../open-pos.ts';
import { requireLocation } from '../settings/default-location.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { composeCart, refuseOtherTotal } from './compose-cart.ts';
import { presentTotals } from './present-totals.ts';
import { wantsOf } from './price-items.ts';
import { readSeller, refuseOtherCurrency } from './sale-request.ts';

/** Tells what a sale would cost now. */
export async function quoteSale(
  { body }: Input<Operations['quoteSale']>,
  call: Call,
  room: Pos,
): Promise<Reply<SaleTotals>> {
  const seller = await readSeller(call, room, body.staff_id);
  const runner = room.store.of(call.tenant);
  const [settings, found] = await Promise.all([
    readPosSettings(runner, call.tenant),
    findSellables(runner, call.tenant, wantsOf(body.items)),
    body.location_id === undefined ? null : requireLocation(runner, call.tenant, body.location_id),
  ]);
  const currency = refuseOtherCurrency(undefined, call);
  const cart = composeCart(body, { ground: { settings, found }, currency, seller });
  refuseOtherTotal(body.expected_total, cart, currency);
  return reply(presentTotals(cart, currency));
}
