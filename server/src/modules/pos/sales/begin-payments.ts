import { idTimeMs, type Payment } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { isOutage } from '../../../store/index.ts';
import type { Pos } from '../module.ts';
import { advanceSale, PAYMENT_MS } from './advance-sale.ts';
import { changeSale } from './change-sale.ts';
import type { LivePayments } from './present-sale.ts';
import { amountOf, isPending, paymentsOf, statusOf, type KeptPayment } from './sale-parts.ts';
import { findOrphanedSales, findSale, type SaleRow } from './sales.queries.ts';
import { withPayment } from './take-payments.ts';

/**
 * Asks for the money that a sale waits for. The payments' ids stand in the sale before any provider is asked, so whoever
 * asks again, also after a crash in between, asks for the same payments and no second ones. What cannot be asked for has
 * failed: the sale is open again and says why.
 */
export async function beginPayments(
  module: Pos,
  tenant: Tenant,
  { row, now }: { readonly row: SaleRow; readonly now: Date },
): Promise<LivePayments> {
  const live = new Map<string, Payment>();
  for (const payment of paymentsOf(row).filter(isPending)) {
    try {
      live.set(payment.id, await module.payments.start(tenant, wantedPayment(row, payment, now)));
    } catch (error) {
      if (!(error instanceof Failure) || (await module.payments.find(tenant, payment.id))) throw error;
      await endPayment(
        module,
        { tenant, id: row.id },
        {
          payment: { ...payment, status: 'failed', failure: { code: error.code, message: error.message } },
          now,
        },
      );
    }
  }
  return live;
}

function wantedPayment(
  row: SaleRow,
  payment: KeptPayment,
  now: Date,
): Parameters<Pos['payments']['start']>[1] {
  return {
    id: payment.id,
    now,
    amountMinor: amountOf(payment),
    currency: row.currency,
    channel: payment.channel,
    provider: payment.provider,
    phone: payment.phone ?? row.customer_phone,
    description: null,
    reference: row.id,
    customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
    subject: { kind: 'sale', id: row.id },
    amountSource: 'server',
    returnUrl: payment.return_url,
    cancelUrl: null,
    expiresAt: new Date(now.getTime() + PAYMENT_MS),
    metadata: {},
  };
}

/** Notes that a payment has come to nothing: the sale is open again, or expired where that was its end and nothing is paid. */
export async function endPayment(
  module: Pos,
  sale: { readonly tenant: Tenant; readonly id: string },
  { payment, now }: { readonly payment: KeptPayment; readonly now: Date },
): Promise<void> {
  await changeSale(module, sale, (before) => {
    const known = paymentsOf(before).find(({ id }) => id === payment.id);
    if (!known || !isPending(known)) return null;
    return {
      wants: [],
      compose: (basis) => {
        const step = advanceSale(
          before,
          { ...withPayment(before, payment), status: 'open' },
          { basis, module, at: now, actor: null, after: 'payment', stays: true, claimOf: null },
        );
        const isOver =
          statusOf(before) === 'pending_payment' &&
          step.after.status === 'open' &&
          payment.status === 'expired' &&
          step.after.amount_paid === 0n;
        return isOver ? { ...step, after: { ...step.after, status: 'expired', ended_at: now } } : step;
      },
    };
  });
}

const ROWS_MAX = 100;
/** How long the request that made the sale has to begin its payments itself. */
const OWN_MS = 30_000;

/** Begins the payments of sales whose server died before it could; answers how many sales those were. */
export async function beginOrphans(module: Pos): Promise<number> {
  const before = module.world.systemNow().getTime() - OWN_MS;
  const found = await findOrphanedSales(module.store.system, ROWS_MAX);
  const orphans = new Map(
    found
      .filter(({ paymentId }) => idTimeMs('pay_', paymentId) <= before)
      .map((orphan) => [orphan.id, orphan]),
  );
  let begun = 0;
  for (const { tenant, id, clock } of orphans.values()) {
    try {
      const row = await findSale(module.store.of(tenant), { tenant, id });
      if (!row) continue;
      await beginPayments(module, tenant, { row, now: clock ?? module.world.now() });
      begun += 1;
    } catch (error) {
      if (isOutage(error)) throw error;
      module.log.error({ error, saleId: id }, 'The payment of a sale could not be begun and is tried again.');
    }
  }
  return begun;
}
