import { cancelOpenPayment } from './payments/cancel-open-payment.ts';
import { chooseWay } from './payments/choose-way.ts';
import type { Payments } from './module.ts';
import type { PaymentDesk, SubjectOwner } from './payments/payment-desk.ts';
import { findPayment } from './payments/payments.queries.ts';
import { beginRefunds, findDeskRefunds, pursueDeskRefund } from './refunds/desk-refunds.ts';
import { refundOnce } from './refunds/refund-once.ts';
import { showPayment } from './payments/reply-payment.ts';
import { settleAtOnce } from './payments/settle-at-once.ts';
import { askFirst, resumePayment, writePayment } from './payments/start-payment.ts';

/** What other rooms use of payments. */
export function openDesk(roomOf: () => Payments, owners: Map<string, SubjectOwner>): PaymentDesk {
  return {
    register(owner) {
      if (owners.has(owner.kind)) throw new Error(`Two rooms own payments for a ${owner.kind}.`);
      owners.set(owner.kind, owner);
    },
    async start(tenant, { id, now, ...wanted }) {
      const room = roomOf();
      const key = { tenant, id };
      const known = await findPayment(room.store.of(tenant), key);
      if (known) return showPayment(room, await resumePayment(room, key, now));
      const way = await chooseWay(room, tenant, { ...wanted, testCard: null });
      const { payment, isNew } = await writePayment(room, room.store.of(tenant), {
        tenant,
        id,
        now,
        wanted,
        way,
      });
      const row = isNew ? await askFirst(room, payment, now) : await resumePayment(room, key, now);
      return showPayment(room, row);
    },
    async find(tenant, id) {
      const room = roomOf();
      const row = await findPayment(room.store.of(tenant), { tenant, id });
      return row ? showPayment(room, row) : null;
    },
    async cancel(tenant, id, at) {
      const room = roomOf();
      const row = await findPayment(room.store.of(tenant), { tenant, id });
      return row ? showPayment(room, (await cancelOpenPayment(room, row, at)).row) : null;
    },
    settleAtOnce: (tx, tenant, settling) => settleAtOnce(roomOf(), { tx, tenant, settling }),
    refund: (tenant, wanted) => refundOnce(roomOf(), tenant, wanted),
    beginRefunds: (tx, tenant, refunds) => beginRefunds(roomOf(), { tx, tenant, refunds }),
    pursueRefund: (tenant, id) => pursueDeskRefund(roomOf(), tenant, id),
    findRefunds: (tenant, ids) => findDeskRefunds(roomOf(), tenant, ids),
  };
}
