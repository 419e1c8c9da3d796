import {
  makeId,
  testCards,
  testFailures,
  testPhones,
  type PaymentFailureCode,
  type TestScenario,
} from '@cottontree/contract';
import type { Context } from '../../../../kernel/call/context.ts';
import type { Tenant } from '../../../../kernel/call/tenant.ts';
import type {
  CallbackHint,
  PaymentProvider,
  ProviderContext,
  ProviderNextAction,
  ProviderPayment,
  ProviderResult,
  ProviderState,
} from '../provider.ts';
import {
  cancelAtTestProvider,
  findTestPayment,
  insertTestPayment,
  settleTurn,
  takeTestFault,
  type TestPaymentRow,
} from './test-payments.queries.ts';

const MAX_MINOR = 100_000_000_000n;
const CAPABILITIES: PaymentProvider['capabilities'] = {
  channels: ['mobile_money', 'card', 'hosted', 'qr', 'nfc'],
  currencies: null,
  refund: 'partial',
  cancel: true,
  callback: true,
  list: false,
  payout: false,
  minMinor: 1n,
  maxMinor: MAX_MINOR,
  expirySeconds: [60, 86_400],
};
const FAULT: ProviderResult = Object.freeze({
  state: 'unknown',
  ref: null,
  amountMinor: null,
  currency: null,
  feeMinor: null,
  nextAction: null,
  failure: null,
  raw: 'HTTP 500',
});
const FAILURES: Readonly<Record<PaymentFailureCode, string>> = {
  insufficient_funds: 'There is too little money in the wallet or account.',
  wrong_pin: 'The PIN was wrong.',
  customer_rejected: 'The payer refused.',
  limit_exceeded: "The wallet's limit is reached.",
  account_not_found: 'The number has no wallet.',
  provider_error: 'The provider could not do it.',
  expired: 'Nobody answered in time.',
  declined: 'The payment was declined.',
};

/** Stands for a provider of the world outside: what it remembers is in tables that payments never look into, and it is asked like any other. */
export function openTestProvider({ store, world }: Pick<Context, 'store' | 'world'>): PaymentProvider {
  const tenantOf = ({ merchantId }: ProviderContext): Tenant => ({ merchantId, livemode: false });

  async function create(context: ProviderContext, wanted: ProviderPayment): Promise<ProviderResult> {
    const tenant = tenantOf(context);
    await insertTestPayment(
      store.of(tenant),
      tenant,
      newRow(
        wanted,
        context.now,
        `test_${makeId('txn_', world.now().getTime(), world.randomBytes(10)).slice(4)}`,
      ),
    );
    const row = await standingOf(store, tenant, {
      wanted: { attemptId: wanted.attemptId },
      now: context.now,
    });
    return row ? answer(tenant, row, { now: context.now, nextAction: nextActionFor(wanted) }) : FAULT;
  }

  async function answer(
    tenant: Tenant,
    row: TestPaymentRow,
    { now, nextAction }: { readonly now: Date; readonly nextAction: ProviderNextAction | null },
  ): Promise<ProviderResult> {
    if (row.faults_left > 0 && (await takeTestFault(store.of(tenant), tenant, row.ref))) return FAULT;
    return resultOf(row, now, nextAction);
  }

  return {
    id: 'test',
    capabilities: CAPABILITIES,
    create,
    fetch: async (context, ref) => {
      const tenant = tenantOf(context);
      const row = await standingOf(store, tenant, { wanted: { ref }, now: context.now });
      return row ? answer(tenant, row, { now: context.now, nextAction: null }) : FAULT;
    },
    async cancel(context, ref) {
      const tenant = tenantOf(context);
      const row = await standingOf(store, tenant, { wanted: { ref }, now: context.now });
      if (!row) return FAULT;
      if (!isOpen(row)) return resultOf(row, context.now, null);
      // Late money was promised, and comes although nobody waits for it.
      if (row.scenario === 'succeeds_late' || (await cancelAtTestProvider(store.of(tenant), tenant, ref)))
        return { ...resultOf(row, context.now, null), state: 'cancelled' };
      const ended = await findTestPayment(store.of(tenant), tenant, { ref });
      return ended ? resultOf(ended, context.now, null) : FAULT;
    },
    async refund(context, { refundId, paymentRef }) {
      const tenant = tenantOf(context);
      const row = await findTestPayment(store.of(tenant), tenant, { ref: paymentRef });
      if (!row || row.refund_fails)
        return {
          state: 'failed',
          ref: null,
          failure: { code: 'provider_error', message: 'The provider refuses to send it back.' },
          raw: 'refused',
        };
      return { state: 'succeeded', ref: `test_${refundId}`, failure: null, raw: 'refunded' };
    },
    fetchRefund: async (_context, ref) => ({ state: 'succeeded', ref, failure: null, raw: 'refunded' }),
    readCallback: async (_context, callback) => readTestCallback(callback.body),
    health: async () => ({ healthy: true, message: null }),
  };
}

function newRow(wanted: ProviderPayment, now: Date, ref: string): TestPaymentRow {
  const script = scriptPayment(wanted, now);
  return {
    ref,
    attempt_id: wanted.attemptId,
    payment_id: wanted.paymentId,
    amount: wanted.amountMinor,
    currency: wanted.currency,
    scenario: script.scenario,
    state: script.state,
    reported_amount: wanted.amountMinor + script.amountShift,
    failure_code: failureCodeOf(script.scenario),
    turns_at: script.turnsAt,
    turns_to: script.turnsTo,
    faults_left: script.faults,
    callbacks_left: script.callbacks,
    refund_fails: script.refundFails,
    expires_at: wanted.expiresAt,
  };
}

/** What has come of it is written down before anybody is told: nodes whose clocks differ are told the same, in any order. */
async function standingOf(
  store: Context['store'],
  tenant: Tenant,
  { wanted, now }: { readonly wanted: Parameters<typeof findTestPayment>[2]; readonly now: Date },
): Promise<TestPaymentRow | undefined> {
  const row = await findTestPayment(store.of(tenant), tenant, wanted);
  if (!row || row.turns_at === null || row.turns_at > now) return row;
  await settleTurn(store.of(tenant), { tenant, id: row.payment_id });
  return findTestPayment(store.of(tenant), tenant, wanted);
}

const isOpen = ({ state }: TestPaymentRow): boolean => ['requires_action', 'processing'].includes(state);

function stateAt(row: TestPaymentRow, now: Date): ProviderState {
  const turned = row.turns_at !== null && row.turns_at <= now ? row.turns_to : null;
  return (turned ?? row.state) as ProviderState;
}

function resultOf(row: TestPaymentRow, now: Date, nextAction: ProviderNextAction | null): ProviderResult {
  const state = stateAt(row, now);
  const code = (row.failure_code ?? 'declined') as PaymentFailureCode;
  return {
    state,
    ref: row.ref,
    amountMinor: row.reported_amount,
    currency: row.currency,
    feeMinor: state === 'succeeded' ? 0n : null,
    nextAction: state === 'requires_action' ? nextAction : null,
    failure: state === 'failed' ? { code, message: FAILURES[code] } : null,
    raw: JSON.stringify({ ref: row.ref, state, amount: String(row.reported_amount) }),
  };
}

function nextActionFor({ channel, payUrl, paymentId }: ProviderPayment): ProviderNextAction {
  const none = { url: payUrl, qrPayload: null, ussdCode: null, message: null };
  if (channel === 'qr') return { ...none, type: 'qr', message: 'Scan the code and decide on the page.' };
  if (channel === 'nfc')
    return { ...none, type: 'nfc', message: 'Hold a phone to the terminal and decide on the page.' };
  if (channel === 'mobile_money')
    return {
      ...none,
      type: 'ussd',
      ussdCode: `*144*${paymentId.slice(-4).replaceAll(/\D/g, '0')}#`,
      message: 'Dial the code and confirm with your PIN.',
    };
  return { ...none, type: 'redirect', message: 'Decide on the page.' };
}

/** What the test provider's callbacks are about: `{"ref", "state"}`. */
function readTestCallback(body: Buffer): readonly CallbackHint[] {
  try {
    const read = JSON.parse(body.toString('utf8')) as {
      readonly ref?: unknown;
      readonly state?: unknown;
    } | null;
    return typeof read?.ref === 'string' && typeof read.state === 'string'
      ? [{ ref: read.ref.slice(0, 100), state: read.state.slice(0, 40) }]
      : [];
  } catch {
    return [];
  }
}

/** How a test payment goes: what it is first, and what becomes of it when. */
type TestScript = {
  readonly scenario: TestScenario;
  readonly state: ProviderState;
  readonly turnsAt: Date | null;
  readonly turnsTo: ProviderState | null;
  readonly faults: number;
  readonly callbacks: number;
  /** How much more than asked for it says was paid, in minor units. */
  readonly amountShift: bigint;
  readonly refundFails: boolean;
};

const ANSWERS_AFTER_MS = 2_000;
const LATE_BY_MS = 60_000;

/** What the test provider does with a payment: by its card or phone, else it waits for somebody to decide on its page. */
function scriptPayment(wanted: ProviderPayment, now: Date): TestScript {
  const scenario = scenarioOf(wanted);
  const soon = new Date(now.getTime() + ANSWERS_AFTER_MS);
  const plain: TestScript = {
    scenario,
    state: 'requires_action',
    turnsAt: soon,
    turnsTo: 'succeeded',
    faults: 0,
    callbacks: 1,
    amountShift: 0n,
    refundFails: scenario === 'refund_fails',
  };
  const still = { ...plain, turnsAt: null, turnsTo: null, callbacks: 0 };
  const scripts: Readonly<Record<TestScenario, TestScript>> = {
    succeeds: plain,
    insufficient_funds: { ...plain, turnsTo: 'failed' },
    customer_rejected: { ...plain, turnsTo: 'failed' },
    expires: { ...plain, turnsAt: wanted.expiresAt, turnsTo: 'expired', callbacks: 0 },
    succeeds_late: { ...plain, turnsAt: new Date(wanted.expiresAt.getTime() + LATE_BY_MS) },
    fault_then_succeeds: { ...plain, faults: 1, callbacks: 0 },
    callback_three_times: { ...plain, callbacks: 3 },
    wrong_amount: { ...plain, amountShift: -1n },
    refund_fails: plain,
    stays_processing: { ...still, state: 'processing' },
    waits: still,
    redirects: still,
    declined_at_once: { ...still, state: 'failed' },
    insufficient_at_once: { ...still, state: 'failed' },
  };
  return scripts[scenario];
}

function scenarioOf({ phone, testCard }: ProviderPayment): TestScenario {
  const byCard = testCards.find(({ card }) => card === testCard);
  const byPhone = testPhones.find((one) => one.phone === phone);
  return byCard?.scenario ?? byPhone?.scenario ?? 'waits';
}

/** Why a payment of the scenario fails. */
function failureCodeOf(scenario: TestScenario): string | null {
  return testFailures[scenario] ?? null;
}
