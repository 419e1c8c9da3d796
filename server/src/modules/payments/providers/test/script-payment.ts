import { testCards, testFailures, testPhones, type TestScenario } from '@cottontree/contract';
import type { ProviderPayment, ProviderState } from '../provider.ts';

/** How a test payment goes: what it is first, and what becomes of it when. */
export type TestScript = {
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
export function scriptPayment(wanted: ProviderPayment, now: Date): TestScript {
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
export function failureCodeOf(scenario: TestScenario): string | null {
  return testFailures[scenario] ?? null;
}
