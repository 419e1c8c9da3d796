import type { PaymentFailureCode } from './words.ts';

/** What the built-in test provider does with a payment. */
export const testScenarios = Object.freeze([
  'succeeds',
  'insufficient_funds',
  'customer_rejected',
  'expires',
  'succeeds_late',
  'fault_then_succeeds',
  'callback_three_times',
  'wrong_amount',
  'refund_fails',
  'stays_processing',
  'waits',
  'declined_at_once',
  'insufficient_at_once',
  'redirects',
] as const);
export type TestScenario = (typeof testScenarios)[number];

type TestPhone = { readonly phone: string; readonly scenario: TestScenario; readonly meaning: string };

/** No network has numbers that begin with +232 00. `+23200000001`, `+232 00 000001` and `00000001` are the same. */
export const testPhones: readonly TestPhone[] = Object.freeze([
  { phone: '+23200000001', scenario: 'succeeds', meaning: 'Succeeds after 2 seconds.' },
  {
    phone: '+23200000002',
    scenario: 'insufficient_funds',
    meaning: 'Fails after 2 seconds: insufficient_funds.',
  },
  {
    phone: '+23200000003',
    scenario: 'customer_rejected',
    meaning: 'Fails after 2 seconds: customer_rejected.',
  },
  { phone: '+23200000004', scenario: 'expires', meaning: 'Nobody answers; it expires.' },
  { phone: '+23200000005', scenario: 'succeeds_late', meaning: 'Succeeds a minute after it has expired.' },
  {
    phone: '+23200000006',
    scenario: 'fault_then_succeeds',
    meaning: 'The provider answers 500 first; then it succeeds by polling.',
  },
  {
    phone: '+23200000007',
    scenario: 'callback_three_times',
    meaning: 'Succeeds after 2 seconds, and the callback comes three times.',
  },
  {
    phone: '+23200000008',
    scenario: 'wrong_amount',
    meaning: 'The provider says another amount was paid: held for review.',
  },
  { phone: '+23200000009', scenario: 'refund_fails', meaning: 'Succeeds after 2 seconds; its refunds fail.' },
  { phone: '+23200000010', scenario: 'stays_processing', meaning: 'Stays processing.' },
]);

type TestCard = { readonly card: string; readonly scenario: TestScenario; readonly meaning: string };

/** Only in test mode; real card numbers never reach this service. */
export const testCards: readonly TestCard[] = Object.freeze([
  { card: '4242424242424242', scenario: 'succeeds', meaning: 'Succeeds after 2 seconds.' },
  {
    card: '4000000000000002',
    scenario: 'declined_at_once',
    meaning: 'Declined at once: PAYMENT_DECLINED with failure.code declined.',
  },
  {
    card: '4000000000009995',
    scenario: 'insufficient_at_once',
    meaning: 'Declined at once: PAYMENT_DECLINED with failure.code insufficient_funds.',
  },
  {
    card: '4000002500003155',
    scenario: 'redirects',
    meaning: 'Wants the payer on a page, which approves or declines.',
  },
]);

const testPhone = /^(?:(?:\+|00)?232)?(0{6}\d{2})$/;

/** The E.164 form of a test phone, however it is written; null for any other number. */
export function readTestPhone(text: string): string | null {
  const [, national] = testPhone.exec(text.replaceAll(/[\s().-]/g, '')) ?? [];
  return national === undefined
    ? null
    : (testPhones.find(({ phone }) => phone === `+232${national}`)?.phone ?? null);
}

/** Why a scenario that fails does so. */
export const testFailures: Readonly<Partial<Record<TestScenario, PaymentFailureCode>>> = Object.freeze({
  insufficient_funds: 'insufficient_funds',
  customer_rejected: 'customer_rejected',
  declined_at_once: 'declined',
  insufficient_at_once: 'insufficient_funds',
});
