import { readTestPhone, type Currency, type PaymentChannel } from '@cottontree/contract';
import { Failure } from '../../../kernel/call/failure.ts';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { ChosenWay } from './compose-payment.ts';
import type { Payments } from '../module.ts';
import type { ProviderAccount } from '../providers/account-cache.ts';
import { isByHand } from '../providers/by-hand/by-hand.ts';
import { chooseProvider } from '../providers/choose-provider.ts';

export type WantedWay = {
  readonly channel: PaymentChannel;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly provider: string | null;
  readonly phone: string | null;
  readonly testCard: string | null;
};

/** Ways that a payer can be led to from our own page. */
const CHOOSABLE: readonly PaymentChannel[] = ['mobile_money', 'card', 'qr'];

/**
 * Who is asked for the money: the first account that serves channel, currency and amount, and that answers now. Where nobody
 * has a page of its own for `hosted`, the payer chooses on ours. PROVIDER_UNAVAILABLE where all who serve do not answer.
 */
export async function chooseWay(module: Payments, tenant: Tenant, wanted: WantedWay): Promise<ChosenWay> {
  const accounts = await module.accounts.inUse(tenant);
  // A number or card of the test provider means the test provider, though the merchant has a sandbox account as well.
  const pretends =
    wanted.testCard !== null ||
    (wanted.phone !== null && !tenant.livemode && readTestPhone(wanted.phone) !== null);
  const named =
    wanted.provider ??
    (pretends &&
    accounts.some(({ provider, channels }) => provider.id === 'test' && channels.includes(wanted.channel))
      ? 'test'
      : null);
  const hasPage = accounts.some(
    ({ channels, provider }) => channels.includes('hosted') && (named === null || provider.id === named),
  );
  if (wanted.channel !== 'hosted' || hasPage)
    return wayOf(chooseAnswering(module, accounts, { ...wanted, provider: named }), false);
  const channel =
    CHOOSABLE.find((one) => accounts.some(({ channels }) => channels.includes(one))) ?? 'hosted';
  return wayOf(chooseProvider(accounts, { ...wanted, provider: named, channel }), true);
}

/** Leaves out who does not answer, one after another. */
function chooseAnswering(
  module: Payments,
  accounts: readonly ProviderAccount[],
  wanted: WantedWay,
): ProviderAccount {
  let waitSeconds = Infinity;
  for (let left = accounts; ;) {
    const chosen = chooseUnless(left, wanted, waitSeconds);
    const wait = module.circuits.waitSeconds(chosen);
    if (wait === 0) return chosen;
    waitSeconds = Math.min(waitSeconds, wait);
    left = left.filter((account) => account !== chosen);
  }
}

function chooseUnless(
  accounts: readonly ProviderAccount[],
  wanted: WantedWay,
  waitSeconds: number,
): ProviderAccount {
  try {
    return chooseProvider(accounts, wanted);
  } catch (refusal) {
    if (waitSeconds === Infinity) throw refusal;
    throw new Failure(
      'PROVIDER_UNAVAILABLE',
      `Who takes payments by ${wanted.channel} for this merchant does not answer now. Try again, or offer another way to pay.`,
      { retryAfterSeconds: waitSeconds },
    );
  }
}

function wayOf({ provider, id }: ProviderAccount, payerChooses: boolean): ChosenWay {
  const byHand = isByHand(provider.id);
  const message =
    provider.id === 'cash'
      ? 'Take the cash, then confirm the payment.'
      : 'Confirm the payment once the money has come.';
  return { provider: provider.id, accountId: id, payerChooses, byHand, message: byHand ? message : null };
}
