import { refuseAboveRefundMax } from '../../../kernel/call/refund-max.ts';
import type { RefundSaleBody } from '@cottontree/contract';
import type { Call, StaffMember } from '../../../kernel/call/call.ts';
import { readHappened } from '../../../kernel/time/read-time.ts';
import type { World } from '../../../kernel/running/world.ts';
import { readMoney } from '../../../kernel/money/read-figures.ts';
import { cashOfNoDrawer } from '../cash/write-cash-entries.ts';
import { stateConflict } from '../sales/sale-step.ts';
import { goodsOf, linesOf, statusOf, taxLinesOf } from '../sales/sale-parts.ts';
import type { SaleRow } from '../sales/sales.queries.ts';
import { apportionRefund, type Apportioned } from './apportion-refund.ts';
import { chooseParts, isCash } from './choose-parts.ts';
import { readRefundInput, refundableOf, refundedOf, refuseExcess } from './read-refund-input.ts';
import type { KeptPart, RefundedLine, RefundedTax } from './refund-parts.ts';
import type { SaleRefundRow } from './refunds.queries.ts';

export type RefundRequest = {
  readonly id: string;
  readonly body: RefundSaleBody;
  /** Tells the same content that came with a client_id from another. */
  readonly contentHash: Buffer | null;
  readonly call: Call;
  readonly staff: Pick<StaffMember, 'id'> | null;
  /** It happened without network: a closed drawer takes it as late, and none needs to be named. */ readonly isPast?: boolean;
  readonly world: Pick<World, 'now' | 'randomBytes'>;
};

/** What the refund rests on, as it was read. */
export type RefundBasis = {
  readonly sale: SaleRow;
  /** All of the sale, in the order in which they were made. */
  readonly refunds: readonly SaleRefundRow[];
  /** The drawer that cash comes out of; null: none is open. */
  readonly sessionId: string | null;
  readonly requiresSession: boolean;
  /** Lines of which a part comes back that the shelf does not take. */
  readonly offShelf: ReadonlySet<number>;
};

/** The refund that is asked for. Refusals are thrown. */
export function composeRefund(
  { id, body, contentHash, call, staff, world }: RefundRequest,
  { sale, refunds, sessionId, requiresSession, offShelf }: RefundBasis,
): SaleRefundRow {
  const status = statusOf(sale);
  if (status !== 'completed' && status !== 'partially_refunded')
    throw stateConflict(sale, 'refunded', `The sale is ${status.replace('_', ' ')}`);
  const before = refundedOf(refunds);
  const input = readRefundInput(body, sale, before);
  const share = apportionRefund(refundableOf(sale), before, input);
  refuseExcess(sale, before, { amountMinor: share.amountMinor, tip: input.tip });
  refuseAboveRefundMax(call.caller, share.amountMinor, sale.currency);
  const parts = chooseParts(
    sale,
    { amountMinor: share.amountMinor, tender: body.tender ?? 'original', from: readFrom(body, sale) },
    { refunds, world },
  );
  refuseUncovered(parts, share);
  if (requiresSession && sessionId === null && parts.some(isCash)) throw cashOfNoDrawer();
  return {
    merchant_id: sale.merchant_id,
    livemode: sale.livemode,
    id,
    sale_id: sale.id,
    client_id: body.client_id?.toLowerCase() ?? null,
    content_hash: contentHash,
    version: 1,
    currency: sale.currency,
    lines: linesBack(
      sale,
      share,
      new Map([...input.restock].map(([line, isWanted]) => [line, isWanted && !offShelf.has(line)])),
    ),
    reason: body.reason ?? null,
    cash_session_id: sessionId,
    location_id: sale.location_id,
    terminal_id: call.caller.session?.terminalId ?? null,
    staff_id: staff?.id ?? null,
    occurred_at: readHappened(body.occurred_at, { path: 'occurred_at', call }),
    created_at: call.now,
    updated_at: call.now,
    ...figuresOf(sale, share),
    ...standingOf(parts),
  };
}

function readFrom(
  { payments }: RefundSaleBody,
  sale: SaleRow,
): readonly { readonly paymentId: string; readonly amountMinor: bigint }[] | null {
  return (
    payments?.map(({ payment_id: paymentId, amount }, at) => ({
      paymentId,
      amountMinor: readMoney(amount, { path: `payments[${at}].amount`, currency: sale.currency }),
    })) ?? null
  );
}

/** Whatever a sale has been paid with covers what goes back of it; what was sent back by another way is missing. */
function refuseUncovered(parts: readonly KeptPart[], { amountMinor }: Apportioned): void {
  const covered = parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (covered !== amountMinor)
    throw new Error(`The payments of a sale cover ${covered} of the ${amountMinor} that go back.`);
}

function linesBack(
  sale: SaleRow,
  { items }: Apportioned,
  restock: ReadonlyMap<number, boolean>,
): readonly RefundedLine[] {
  return items.map(({ line, quantityMilli, amountMinor }) => {
    const sold = linesOf(sale).find((one) => one.line === line);
    return {
      line,
      variant_id: sold?.variant_id ?? null,
      name: sold?.name ?? '',
      quantity: String(quantityMilli),
      amount: String(amountMinor),
      restock: (restock.get(line) ?? true) && sold !== undefined && goodsOf(sold).length > 0,
    };
  });
}

function figuresOf(
  sale: SaleRow,
  share: Apportioned,
): Pick<
  SaleRefundRow,
  | 'amount'
  | 'amount_failed'
  | 'loose'
  | 'tip'
  | 'service_charge'
  | 'discount'
  | 'cash_rounding'
  | 'tax'
  | 'taxes'
> {
  const taxes = taxLinesOf(sale).map(({ name, rate, inclusive }, at): RefundedTax => ({
    name,
    rate,
    inclusive,
    base: String(share.taxes[at]?.baseMinor ?? 0n),
    amount: String(share.taxes[at]?.taxMinor ?? 0n),
  }));
  return {
    amount: share.amountMinor,
    amount_failed: 0n,
    loose: share.looseMinor,
    tip: share.tipMinor,
    service_charge: share.serviceChargeMinor,
    discount: share.discountMinor,
    cash_rounding: share.cashRoundingMinor,
    tax: share.taxes.reduce((sum, { taxMinor }) => sum + taxMinor, 0n),
    taxes,
  };
}

function standingOf(parts: readonly KeptPart[]): Pick<SaleRefundRow, 'parts' | 'status'> {
  return { parts, status: parts.some(({ status }) => status === 'pending') ? 'pending' : 'succeeded' };
}
