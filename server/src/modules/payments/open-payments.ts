import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { constraintOf } from '../../store/index.ts';
import { expireLinks } from './links/expire-links.ts';
import { ownLinkPayments } from './links/own-link-payments.ts';
import type { Payments } from './module.ts';
import { moneyLoop } from './money-out/work-on-money.ts';
import { dropOldAttempts } from './payments/attempts.queries.ts';
import { cancelOpenPayment } from './payments/cancel-open-payment.ts';
import { chooseWay } from './payments/choose-way.ts';
import { createCircuits } from './payments/circuits.ts';
import { sendBackRest, tellDueOwners } from './payments/move-payment.ts';
import type { PaymentPort, SubjectOwner } from './payments/payment-port.ts';
import { findPayment, findPayments } from './payments/payments.queries.ts';
import { pollDuePayments } from './payments/poll-payments.ts';
import { pageChannels } from './pay-page/open-payment-page.ts';
import { showPayment } from './payments/present-payment.ts';
import { settleAtOnce } from './payments/settle-at-once.ts';
import { askFirst, resumePayment, writePayment } from './payments/start-payment.ts';
import { createPaymentWatch } from './payments/watch-payments.ts';
import { pursuePayout } from './payouts/pursue-payout.ts';
import { cashProvider, manualProvider } from './providers/by-hand/by-hand.ts';
import { type JudgeProviderUrl, openProviders, providerLoops } from './providers/open-providers.ts';
import { openTestProvider } from './providers/test/open-test-provider.ts';
import { withTestCallbacks } from './providers/test/test-callbacks.ts';
import { pursueRefund } from './refunds/pursue-refund.ts';
import { beginRefunds, findOwnedRefunds, pursueOwnedRefund, refundOnce } from './refunds/refunds.ts';
import { expireDuePayments, sendTestCallbacks } from './run-due-payments.ts';

export type PaymentParts = { readonly judgeUrl: JudgeProviderUrl };

const POLL_EVERY_MS = 500;
const EXPIRE_EVERY_MS = 500;
const TELL_EVERY_MS = 1_000;
const TEST_CALLBACKS_EVERY_MS = 500;
const FORGET_EVERY_MS = 3_600_000;
const FORGET_AFTER_MS = 90 * 86_400_000;
const FORGET_ROWS = 1_000;

/** Opens payments. */
export function openPayments(context: Context, { judgeUrl }: PaymentParts): Payments {
  const owners = new Map<string, SubjectOwner>();
  const providers = openProviders(context, {
    judgeUrl,
    builtIns: [openTestProvider(context), cashProvider, manualProvider],
  });
  const module: Payments = {
    ...context,
    owners,
    providers,
    accounts: withTestCallbacks(providers.accounts, context.vault),
    circuits: createCircuits(context.world.now),
    watch: createPaymentWatch(context),
    port: openPort(() => module, owners),
  };
  module.port.register(ownLinkPayments(() => module));
  return module;
}

/** What any one node does for all. */
export function paymentLoops(module: Payments): readonly Loop[] {
  const now = (): Date => module.world.systemNow();
  return [
    {
      name: 'payments.testCallbacks',
      everyMs: TEST_CALLBACKS_EVERY_MS,
      turn: () => sendTestCallbacks(module, { tenant: null, now: now() }),
    },
    { name: 'payments.poll', everyMs: POLL_EVERY_MS, turn: () => pollDuePayments(module) },
    { name: 'payments.expire', everyMs: EXPIRE_EVERY_MS, turn: () => expireDuePayments(module) },
    { name: 'payments.tell', everyMs: TELL_EVERY_MS, turn: () => tellDueOwners(module) },
    {
      name: 'payments.forget',
      everyMs: FORGET_EVERY_MS,
      irrevocable: true,
      turn: () =>
        dropOldAttempts(module.store.system, new Date(now().getTime() - FORGET_AFTER_MS), FORGET_ROWS),
    },
    { name: 'payments.links', everyMs: EXPIRE_EVERY_MS, turn: () => expireLinks(module) },
    moneyLoop(module, 'refund', pursueRefund),
    moneyLoop(module, 'payout', pursuePayout),
    ...providerLoops(module),
  ];
}

/** What other modules use of payments. */
function openPort(moduleOf: () => Payments, owners: Map<string, SubjectOwner>): PaymentPort {
  return {
    register(owner) {
      if (owners.has(owner.kind)) throw new Error(`Two rooms own payments for a ${owner.kind}.`);
      owners.set(owner.kind, owner);
    },
    areTaken: async (tenant, currency) =>
      (await pageChannels(moduleOf(), tenant, { currency, allowed: null })).length > 0,
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
