import type { Payments } from './module.ts';
import type { Context } from '../../kernel/call/context.ts';
import type { Loop } from '../../kernel/running/loop.ts';
import { dropOldAttempts } from './payments/attempts.queries.ts';
import { createCircuits } from './payments/circuits.ts';
import { expireLinks } from './links/expire-links.ts';
import { ownLinkPayments } from './links/own-link-payments.ts';
import { moneyLoop } from './money-out/work-on-money.ts';
import { openPort } from './open-port.ts';
import { pursuePayout } from './payouts/pursue-payout.ts';
import type { SubjectOwner } from './payments/payment-port.ts';
import { pollDuePayments } from './payments/poll-payments.ts';
import { cashProvider, manualProvider } from './providers/by-hand/by-hand.ts';
import { openProviders, providerLoops, type JudgeProviderUrl } from './providers/open-providers.ts';
import { openTestProvider } from './providers/test/open-test-provider.ts';
import { expireDuePayments, sendTestCallbacks } from './run-due-payments.ts';
import { withTestCallbacks } from './providers/test/with-test-callbacks.ts';
import { pursueRefund } from './refunds/pursue-refund.ts';
import { tellDueOwners } from './payments/move-payment.ts';
import { createPaymentWatch } from './payments/watch-payments.ts';

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
