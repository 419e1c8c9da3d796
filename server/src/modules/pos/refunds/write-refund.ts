import type { RefundSaleBody } from '@cottontree/contract';
import { invalid } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { post } from '../../ledger/index.ts';
import type { Runner } from '../../../store/index.ts';
import { openSessionOf } from '../cash/cash-entries.queries.ts';
import { findSellables } from '../catalogue/sellables.ts';
import type { Pos } from '../module.ts';
import { changeSales } from '../sales/change-sales.queries.ts';
import { readQuantity } from '../sales/price-items.ts';
import { refusalOf, salesBusy } from '../sales/refuse-step.ts';
import { saleNotFound, type SaleStep } from '../sales/sale-step.ts';
import { linesOf } from '../sales/sale-parts.ts';
import { findSale, type SaleRow } from '../sales/sales.queries.ts';
import { holdLocation } from '../settings/locations.queries.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { composeRefund, type RefundRequest } from './compose-refund.ts';
import { partsOf } from './refund-parts.ts';
import { beginStep } from './refund-step.ts';
import { insertRefund, refundsOfSale, type SaleRefundRow } from './refunds.queries.ts';

/** Whoever was faster is seen at the second try, for the first one waited for them. */
const TRIES_MAX = 3;

export type RefundWriter = { readonly module: Pos; readonly tx: Runner; readonly tenant: Tenant };

/** Writes a refund with all that belongs to it: what it makes of the sale, stock, drawer, ledger, messages, and the hold on each payment. */
export async function writeRefund(
  { module, tx, tenant }: RefundWriter,
  saleId: string,
  request: RefundRequest,
): Promise<SaleRefundRow> {
  const { isPast = false } = request;
  const settings = await readPosSettings(tx, tenant);
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const sale = await findSale(tx, { tenant, id: saleId });
    if (!sale) throw saleNotFound(saleId);
    const refunds = await refundsOfSale(tx, tenant, saleId);
    const sessionId = request.body.cash_session_id ?? (await openSessionOf(tx, tenant, sale.cash_session_id));
    const offShelf = await partsOffTheShelf(tx, tenant, { body: request.body, sale });
    const row = composeRefund(request, {
      sale,
      refunds,
      sessionId,
      offShelf,
      requiresSession: settings.require_cash_session && !isPast,
    });
    const { call, staff } = request;
    const actor = staff
      ? ({ type: 'staff', id: staff.id } as const)
      : ({ type: 'key', id: call.caller.keyId } as const);
    const { facts, ...step } = beginStep(row, { sale, others: refunds, module, actor, isPast });
    if (!(await writeStep({ module, tx, tenant }, { ...step, facts: [] }))) continue;
    await module.payments.beginRefunds(
      tx,
      tenant,
      partsOf(row).map((part) => ({
        id: part.id,
        paymentId: part.payment_id,
        amountMinor: BigInt(part.amount),
        inCash: part.tender === 'cash',
        cashSessionId: row.cash_session_id,
        reason: row.reason,
        at: row.created_at,
      })),
    );
    // Last, so that the money's own messages stand before what comes of them.
    await insertRefund(tx, row, { facts, now: module.world.now() });
    return row;
  }
  throw salesBusy();
}

/** Changes the sale and books the change; false where the sale is another by now. Refusals are thrown. */
export async function writeStep({ module, tx, tenant }: RefundWriter, step: SaleStep): Promise<boolean> {
  const [result] = await changeSales(tx, tenant, {
    locationId: step.after.location_id,
    steps: [step],
    world: module.world,
  });
  if (!result) throw new Error('A step was not decided.');
  if (result.outcome === 'moved') return false;
  if (result.outcome !== 'granted') throw refusalOf(result, step);
  await post(tx, tenant, step.postings);
  return true;
}

/**
 * The lines of which a part is wanted back that the shelf does not take: half of what is sold whole, which may not be asked
 * for, and all that was sold at a location that is closed for good, where nobody would find it. Its money goes back. An
 * open location is held, so that nobody closes it before the goods lie there.
 */
async function partsOffTheShelf(
  tx: Runner,
  tenant: Tenant,
  { body: { items = [] }, sale }: { readonly body: RefundSaleBody; readonly sale: SaleRow },
): Promise<ReadonlySet<number>> {
  if (!(await holdLocation(tx, tenant, sale.location_id)))
    return new Set(linesOf(sale).map(({ line }) => line));
  const parts = items.flatMap(({ line, quantity, restock }, at) => {
    const sold = linesOf(sale).find((one) => one.line === line);
    return quantity === undefined || !sold?.variant_id
      ? []
      : [
          {
            line,
            restock,
            path: `items[${at}]`,
            variantId: sold.variant_id,
            milli: readQuantity(quantity, { path: `items[${at}].quantity` }),
          },
        ];
  });
  const found =
    parts.length === 0
      ? []
      : await findSellables(
          tx,
          tenant,
          parts.map(({ variantId }) => ({ variantId })),
        );
  const broken = parts.filter(({ milli }, at) => {
    const sellable = found[at];
    return (
      sellable !== undefined && typeof sellable !== 'string' && milli % sellable.quantityStepMilli !== 0n
    );
  });
  const asked = broken.find(({ restock }) => restock === true);
  if (asked)
    throw invalid({
      path: `${asked.path}.restock`,
      message: 'must be false or left out: the stock takes no part of what is sold whole',
    });
  return new Set(broken.map(({ line }) => line));
}
