import type { AccountProvider, Currency, PaymentFailureCode } from '@cottontree/contract';
import type { ProviderCallback } from '../../../src/modules/payments/providers/provider.ts';
import type { FakeServer } from './fake-server.ts';

/** Money that a fake was asked for. */
export type Charge = {
  readonly id: string;
  /** The key or reference under which it was asked for: one of them is one charge. */
  readonly key: string;
  /** Ours, where the provider is told it. */
  readonly paymentId: string;
  amountMinor: bigint;
  currency: string;
  state: 'open' | 'paid' | 'declined' | 'expired' | 'cancelled';
};

/** Money that a fake was told to send: a refund or a payout. */
export type Sending = {
  readonly id: string;
  readonly key: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  state: 'pending' | 'done' | 'failed';
};

export type Signing = 'well' | 'wrongly' | 'not' | 'long_ago';

/** One provider as published, on loopback: what a merchant enters to reach it, and what happens behind its counter. */
export type FakeProvider = AsyncDisposable & {
  readonly id: AccountProvider;
  readonly server: FakeServer;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly charges: readonly Charge[];
  readonly refunds: readonly Sending[];
  readonly payouts: readonly Sending[];
  /** Sends payers to an address that is not encrypted. */
  readonly tricks: { plainUrl: boolean };
  /** What it would call back about a charge now, signed well or not at `at`. */
  readonly callback: (
    charge: Charge,
    input: { readonly signing: Signing; readonly at: Date },
  ) => ProviderCallback & { readonly method: 'POST' | 'PUT' };
  readonly traits: FakeTraits;
};

/** In what providers differ. */
export type FakeTraits = {
  readonly currency: Currency;
  readonly channel: 'mobile_money' | 'card' | 'hosted';
  readonly action: 'ussd' | 'redirect' | 'wait';
  /** Callbacks carry a signature. */
  readonly signs: boolean;
  /** It says itself what was paid. */
  readonly tellsAmount: boolean;
  /** Asked again with the same key, it answers about the first charge. */
  readonly answersAgain: boolean;
  readonly declinedAs: PaymentFailureCode;
  /** A payer's page is a link of it. */
  readonly hasPage: boolean;
};

export const DAY_LONG_AGO_MS = 86_400_000;

export function lastOf<T>(things: readonly T[]): T {
  const last = things.at(-1);
  if (last === undefined) throw new Error('Nothing came to the fake.');
  return last;
}

/** A charge under a key, made once. */
export function chargeOnce(
  charges: Charge[],
  wanted: Omit<Charge, 'state'>,
): { readonly charge: Charge; readonly isNew: boolean } {
  const known = charges.find(({ key }) => key === wanted.key);
  if (known) return { charge: known, isNew: false };
  const charge: Charge = { ...wanted, state: 'open' };
  charges.push(charge);
  return { charge, isNew: true };
}

/** Money sent under a key, once. */
export function sendOnce(
  sendings: Sending[],
  wanted: Omit<Sending, 'state'>,
): { readonly sending: Sending; readonly isNew: boolean } {
  const known = sendings.find(({ key }) => key === wanted.key);
  if (known) return { sending: known, isNew: false };
  const sending: Sending = { ...wanted, state: 'pending' };
  sendings.push(sending);
  return { sending, isNew: true };
}
