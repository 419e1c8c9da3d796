import { divideHalfUp, type Refund } from '@cottontree/contract';
import type { Pos } from '../module.ts';
import { findSale } from '../sales/sales.queries.ts';
import { partsOf, refundedTaxesOf, type KeptPart } from './refund-parts.ts';
import { endStep } from './refund-step.ts';
import {
  changeRefund,
  claimPendingRefunds,
  findRefund,
  refundsOfSale,
  type SaleRefundKey,
  type RefundOutcome,
  type SaleRefundRow,
} from './refunds.queries.ts';
import { writeStep } from './write-refund.ts';

const ROWS_MAX = 100;
/** How long the request that wrote a refund has to see to it itself, and how often it is looked at after that. */
const LOOK_EVERY_MS = 10_000;
const TRIES_MAX = 8;

/** Asks for the money of a refund that is not over, and ends it where all of it has gone, or cannot. Answers with the refund as it stands. */
export async function pursueSaleRefund(module: Pos, key: SaleRefundKey): Promise<SaleRefundRow> {
  const row = await readRefund(module, key);
  if (row.status !== 'pending') return row;
  for (const part of partsOf(row))
    if (part.status === 'pending') await module.payments.pursueRefund(key.tenant, part.id);
  return endRefund(module, key);
}

/** Ends refunds whose money was asked for by others meanwhile; answers how many are over. */
export async function endPendingRefunds(module: Pos): Promise<number> {
  const now = module.world.now();
  const due = await claimPendingRefunds(module.store.system, {
    now,
    before: new Date(now.getTime() - LOOK_EVERY_MS),
    rowsMax: ROWS_MAX,
  });
  let ended = 0;
  for (const key of due) ended += Number((await endRefund(module, key)).status !== 'pending');
  return ended;
}

async function endRefund(module: Pos, key: SaleRefundKey): Promise<SaleRefundRow> {
  for (let attempt = 1; attempt <= TRIES_MAX; attempt += 1) {
    const row = await readRefund(module, key);
    if (row.status !== 'pending') return row;
    const parts = withNews(
      partsOf(row),
      await module.payments.findRefunds(
        key.tenant,
        partsOf(row).map(({ id }) => id),
      ),
    );
    if (parts.some(({ status }) => status === 'pending')) return row;
    const ended = await writeEnd(module, key, { row, outcome: outcomeOf(row, parts, module.world.now()) });
    if (ended) return ended;
  }
  return readRefund(module, key);
}

async function readRefund(module: Pos, key: SaleRefundKey): Promise<SaleRefundRow> {
  const row = await findRefund(module.store.of(key.tenant), key);
  if (!row) throw new Error(`There is no refund ${key.id}.`);
  return row;
}

/** Undefined where the sale or the refund is another by now. */
async function writeEnd(
  module: Pos,
  { tenant, id }: SaleRefundKey,
  { row, outcome }: { readonly row: SaleRefundRow; readonly outcome: RefundOutcome },
): Promise<SaleRefundRow | undefined> {
  return module.store.transaction(tenant, async (tx) => {
    const sale = await findSale(tx, { tenant, id: row.sale_id });
    if (!sale) throw new Error(`The refund ${id} has no sale.`);
    const others = (await refundsOfSale(tx, tenant, sale.id)).filter((one) => one.id !== id);
    const after: SaleRefundRow = { ...row, ...outcome };
    if (
      !(await writeStep({ module, tx, tenant }, endStep(row, after, { sale, others, module, actor: null })))
    )
      return undefined;
    const changed = await changeRefund(tx, { tenant, id }, { version: row.version, outcome });
    if (!changed) throw new Error(`The refund ${id} ended twice.`);
    return changed;
  });
}

function withNews(parts: readonly KeptPart[], refunds: readonly Refund[]): readonly KeptPart[] {
  const news = new Map(refunds.map(({ id, status }) => [id, status]));
  return parts.map((part) => ({ ...part, status: news.get(part.id) ?? part.status }));
}

/** What went of it. Where only a part did, every figure is its share of the whole. */
function outcomeOf(row: SaleRefundRow, parts: readonly KeptPart[], now: Date): RefundOutcome {
  const failed = parts
    .filter(({ status }) => status !== 'succeeded')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const amount = row.amount - failed;
  const share = (figure: bigint): bigint =>
    failed === 0n ? figure : divideHalfUp(figure * amount, row.amount);
  const taxes = refundedTaxesOf(row).map((tax) => ({
    ...tax,
    base: String(share(BigInt(tax.base))),
    amount: String(share(BigInt(tax.amount))),
  }));
  return {
    status: amount === 0n && failed > 0n ? 'failed' : 'succeeded',
    amount,
    amount_failed: failed,
    loose: share(row.loose),
    tip: share(row.tip),
    service_charge: share(row.service_charge),
    discount: share(row.discount),
    cash_rounding: share(row.cash_rounding),
    tax: taxes.reduce((sum, tax) => sum + BigInt(tax.amount), 0n),
    taxes,
    parts,
    updated_at: now > row.updated_at ? now : row.updated_at,
  };
}
