import type { Currency, PaymentChannel } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Payments } from '../module.ts';

/** The ways that a payer without a terminal can use, the most usual first. */
const ON_PAGES: readonly PaymentChannel[] = ['mobile_money', 'card', 'qr'];

/** How people can pay a merchant on our pages now; `allowed` null: by every way. `hosted` stands where only the provider's own page is left. */
export async function pageChannels(
  module: Payments,
  tenant: Tenant,
  { currency, allowed }: { readonly currency: Currency; readonly allowed: readonly PaymentChannel[] | null },
): Promise<readonly PaymentChannel[]> {
  const accounts = (await module.accounts.inUse(tenant)).filter(
    ({ currencies }) => currencies === null || currencies.includes(currency),
  );
  const isOffered = (channel: PaymentChannel): boolean =>
    (allowed === null || allowed.includes(channel)) &&
    accounts.some(({ channels }) => channels.includes(channel));
  const direct = ON_PAGES.filter(isOffered);
  if (direct.length > 0) return direct;
  return isOffered('hosted') ||
    (allowed?.includes('hosted') &&
      accounts.some(({ channels }) => ON_PAGES.some((one) => channels.includes(one))))
    ? ['hosted']
    : [];
}
