import { cancelOpenPayment } from './payments/cancel-open-payment.ts';
import { constraintOf } from '../../store/index.ts';
import { chooseWay } from './payments/choose-way.ts';
import type { Payments } from './module.ts';
import { sendBackRest } from './payments/move-payment.ts';
import type { PaymentPort, SubjectOwner } from './payments/payment-port.ts';
import { findPayment, findPayments } from './payments/payments.queries.ts';
import { beginRefunds, findOwnedRefunds, pursueOwnedRefund, refundOnce } from './refunds/refunds.ts';
import { showPayment } from './payments/present-payment.ts';
import { settleAtOnce } from './payments/settle-at-once.ts';
import { askFirst, resumePayment, writePayment } from './payments/start-payment.ts';

/** What other modules use of payments. */
export function openPort(moduleOf: () => Payments, owners: Map<string, SubjectOwner>): PaymentPort {
  return {
    register(owner) {
      if (owners.has(owner.kind)) throw new Error(`Two rooms own payments for a ${owner.kind}.`);
      owners.set(owner.kind, owner);
    },
    async start(tenant, { id, now, ...wanted }) {
      const module = moduleOf();
      const key = { tenant, id };
      const known = await findPayment(module.store.of(tenant), key);
      if (known) return showPayment(module, await resumePayment(module, key, now));
      const way = await chooseWay(module, tenant, { ...wanted, testCard: null });
      const written = await writePayment(module, module.store.of(tenant), {
        tenant,
        id,
        now,
        wanted,
        way,
      }).catch((error: unknown) => {
        // Another has written it in this very moment: of two constraints that say so, one is the statement's own affair. Only a house of before has the other.
        if (constraintOf(error) !== 'payments_id') throw error;
        return null;
      });
      const row = written?.isNew
        ? await askFirst(module, written.payment, now)
        : await resumePayment(module, key, now);
      return showPayment(module, row);
    },
    async find(tenant, id) {
      const module = moduleOf();
      const row = await findPayment(module.store.of(tenant), { tenant, id });
      return row ? showPayment(module, row) : null;
    },
    async findAll(tenant, ids) {
      const module = moduleOf();
      const rows = await findPayments(module.store.of(tenant), { tenant, ids });
      return rows.map((row) => showPayment(module, row));
    },
    async payerPhone(tenant, id) {
      return (await findPayment(moduleOf().store.of(tenant), { tenant, id }))?.phone ?? null;
    },
    async cancel(tenant, id, at) {
      const module = moduleOf();
      const row = await findPayment(module.store.of(tenant), { tenant, id });
      return row ? showPayment(module, (await cancelOpenPayment(module, row, at)).row) : null;
    },
    settleAtOnce: (tx, tenant, settling) => settleAtOnce(moduleOf(), { tx, tenant, settling }),
    refund: (tenant, wanted) => refundOnce(moduleOf(), tenant, wanted),
    sendBack: (tenant, back) => sendBackRest(moduleOf(), tenant, back),
    beginRefunds: (tx, tenant, refunds) => beginRefunds(moduleOf(), { tx, tenant, refunds }),
    pursueRefund: (tenant, id) => pursueOwnedRefund(moduleOf(), tenant, id),
    findRefunds: (tenant, ids) => findOwnedRefunds(moduleOf(), tenant, ids),
  };
}
