import type { Currency, PaymentChannel } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { PaymentProvider } from './provider.ts';

/** A provider, and the merchant's account there. */
export type ProviderAccount = {
  /** `prv_…`; null for what is built in. */
  readonly id: string | null;
  readonly provider: PaymentProvider;
  readonly tenant: Tenant;
  readonly merchantName: string;
  /** For what the merchant uses it. */
  readonly channels: readonly PaymentChannel[];
  /** Null: any. */
  readonly currencies: readonly Currency[] | null;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** Where payouts go unless they name another place. */
  readonly payoutDestination: Readonly<Record<string, string>> | null;
  /** Unguessable; its callbacks come to `/callbacks/<provider>/<token>`. Null where there are none. */
  readonly callbackToken: string | null;
};

/** Through whom a merchant's money can come. */
export type AccountCache = {
  /** Those in use, in the order in which they are tried. */
  readonly inUse: (tenant: Tenant) => Promise<readonly ProviderAccount[]>;
  /** One of them also after it was switched off, for payments that are under way. */
  readonly find: (
    tenant: Tenant,
    wanted: { readonly provider: string; readonly accountId: string | null },
  ) => Promise<ProviderAccount | null>;
  readonly findByCallback: (wanted: {
    readonly provider: string;
    readonly token: string;
  }) => Promise<ProviderAccount | null>;
};
