import type { Tenant } from '../../core/tenant.ts';
import { post } from '../../ledger/index.ts';
import type { Runner } from '../../store/index.ts';
import { lockCashSessions } from '../cash/cash-entries.queries.ts';
import type { Pos } from '../open-pos.ts';
import { changeSales } from '../sales/change-sales.queries.ts';
import { refusalOf, salesBusy } from '../sales/refuse-step.ts';
import { saleNotFound } from '../sales/require-move.ts';
import type { SaleStep } from '../sales/sale-step.ts';
import { findSale, type SaleRow } from '../sales/sales.queries.ts';
import { readPosSettings } from '../settings/pos-settings.queries.ts';
import { composeRefund, type RefundRequest } from './compose-refund.ts';
import { partsOffTheShelf } from './parts-off-the-shelf.ts';
import { partsOf } from './refund-parts.ts';
import { beginStep } from './refund-step.ts';
import { insertRefund, refundsOfSale, type RefundRow } from './refunds.queries.ts';

/** Whoever was faster is seen at the second try, for the first one waited for them. */
const TRIES_MAX = 3;

export type RefundWriter = { readonly room: Pos; readonly tx: Runner; readonly tenant: Tenant };

/** Writes a refund with all that belongs to it: what it makes of the sale, stock, drawer, ledger, messages, and the hold on each payment. */
export async function writeRefund(
  { room, tx, tenant }: RefundWriter,
  saleId: string,
  request: RefundRequest,
): Promise<RefundRow> {
  const settings = await readPosSettings(tx, tenant);
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const sale = await findSale(tx, { tenant, id: saleId });
    if (!sale) throw saleNotFound(saleId);
    const refunds = await refundsOfSale(tx, tenant, saleId);
    const sessionId = request.body.cash_session_id ?? (await openSessionOf(tx, tenant, sale));
    const offShelf = await partsOffTheShelf(tx, tenant, { body: request.body, sale });
    const row = composeRefund(request, {
      sale,
      refunds,
      sessionId,
      offShelf,
      requiresSession: settings.require_cash_session,
    });
    const { call, staff } = request;
    const actor = staff
      ? ({ type: 'staff', id: staff.id } as const)
      : ({ type: 'key', id: call.caller.keyId } as const);
    const { facts, ...step } = beginStep(row, { sale, others: refunds, room, actor });
    if (!(await writeStep({ room, tx, tenant }, { ...step, facts: [] }))) continue;
    await room.payments.beginRefunds(
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
    await insertRefund(tx, row, { facts, now: room.world.now() });
    return row;
  }
  throw salesBusy();
}

/** Changes the sale and books the change; false where the sale is another by now. Refusals are thrown. */
export async function writeStep({ room, tx, tenant }: RefundWriter, step: SaleStep): Promise<boolean> {
  const [result] = await changeSales(tx, tenant, {
    locationId: step.after.location_id,
    steps: [step],
    world: room.world,
  });
  if (!result) throw new Error('A step was not decided.');
  if (result.outcome === 'moved') return false;
  if (result.outcome !== 'granted') throw refusalOf(result, step);
  await post(tx, tenant, step.postings);
  return true;
}

/** The drawer that took the sale's money, where it is open still and nobody says otherwise. */
async function openSessionOf(
  tx: Runner,
  tenant: Tenant,
  { cash_session_id: id }: SaleRow,
): Promise<string | null> {
  if (id === null) return null;
  const [held] = await lockCashSessions(tx, tenant, [id]);
  return held?.status === 'open' ? id : null;
}
