import { idRandomBytes, makeId, type Input, type Operations, type StockTransfer } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { invalid } from '../../../kernel/call/failure.ts';
import { hashContent } from '../../../kernel/effect/canonical-json.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Runner } from '../../../store/index.ts';
import type { Sellable } from '../catalogue/sellables.ts';
import type { Pos } from '../module.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { lockLocations } from '../settings/locations.queries.ts';
import { findTracked } from './find-tracked.ts';
import { moveStock, requireGranted } from './move-stock.ts';
import { presentTransfer, receivingMoves, sendingMoves } from './stock-transfers.ts';
import { readQuantity } from './read-quantity.ts';
import { requireAllSteps } from './read-steps.ts';
import { requireSameContent } from './same-content.ts';
import { stockWriterOf } from './stock-move.ts';
import {
  findTransferByClient,
  insertTransfer,
  type TransferLine,
  type TransferRow,
} from './transfers.queries.ts';

type Wanted = Input<Operations['createStockTransfer']>;

/** Sends stock to another location, or has it there at once. */
export async function createStockTransfer(
  { body }: Wanted,
  call: Call,
  module: Pos,
): Promise<Reply<StockTransfer>> {
  const quantities = body.items.map((item, at) =>
    readQuantity(item.quantity, { path: `items[${at}].quantity`, min: 'more' }),
  );
  const contentHash = await hashContent(body);
  return effect(module, call, {
    work: async (runner) => {
      const staff = await module.staff.acting(call, body.staff_id ?? null);
      module.staff.require(staff, 'stock');
      const { tenant, now } = call;
      const clientId = body.client_id?.toLowerCase() ?? null;
      const first = await findFirst(runner, { call, clientId, contentHash });
      if (first) return reply(first);
      // So that no location is closed while something is sent to it.
      await lockLocations(runner, tenant);
      const from = await requireActiveLocation(runner, tenant, { id: body.from_location_id ?? null, now });
      await module.staff.requireAt(call, staff, from.id);
      const to = await requireActiveLocation(runner, tenant, { id: body.to_location_id, now });
      if (from.id === to.id)
        throw invalid({
          path: 'to_location_id',
          message: 'must be another location than the stock comes from',
        });
      const variants = await findTracked(runner, tenant, body.items);
      requireAllSteps(quantities, variants, (at) => `items[${at}].quantity`);
      const isThere = body.received === true;
      const transfer: TransferRow = {
        id: makeId('stx_', module.world.now().getTime(), module.world.randomBytes(idRandomBytes)),
        client_id: clientId,
        content_hash: contentHash,
        from_location_id: from.id,
        to_location_id: to.id,
        status: isThere ? 'received' : 'sent',
        lines: linesOf(variants, { quantities, isThere }),
        note: body.note ?? null,
        sent_at: now,
        received_at: isThere ? now : null,
        cancelled_at: null,
      };
      if (!(await insertTransfer(runner, tenant, transfer)))
        return reply((await findFirst(runner, { call, clientId, contentHash })) ?? failedTwice());
      const step = [...sendingMoves(transfer, now), ...(isThere ? receivingMoves(transfer, now) : [])];
      const results = await moveStock(
        runner,
        stockWriterOf(call, { world: module.world, staffId: staff?.id ?? null }),
        [step],
      );
      results.forEach(requireGranted);
      return reply(presentTransfer(transfer, tenant));
    },
  });
}

function linesOf(
  variants: readonly Sellable[],
  { quantities, isThere }: { readonly quantities: readonly bigint[]; readonly isThere: boolean },
): readonly TransferLine[] {
  return variants.map(({ variantId, productId, productName, variantName, sku }, at) => {
    const quantity = String(quantities[at] ?? 0n);
    return {
      line: at + 1,
      variant_id: variantId,
      product_id: productId,
      name: productName,
      variant_name: variantName,
      sku,
      quantity,
      received: isThere ? quantity : null,
    };
  });
}

/** What the same client_id sent before, whatever the locations and the catalogue say by now; null where nothing did. */
async function findFirst(
  runner: Runner,
  {
    call,
    clientId,
    contentHash,
  }: { readonly call: Call; readonly clientId: string | null; readonly contentHash: Buffer },
): Promise<StockTransfer | null> {
  const known = clientId === null ? undefined : await findTransferByClient(runner, call.tenant, clientId);
  if (!known) return null;
  requireSameContent(known, contentHash);
  return presentTransfer(known, call.tenant);
}

function failedTwice(): never {
  throw new Error('A stock transfer could be neither written nor found.');
}
