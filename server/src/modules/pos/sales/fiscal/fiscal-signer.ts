import type { Sale } from '@cottontree/contract';
import type { Tenant } from '../../../../kernel/call/tenant.ts';

/** What the tax authority's device says of a receipt. */
export type FiscalSignature = {
  readonly number: string;
  readonly signature: string;
  readonly qr: string | null;
};

/**
 * Signs the receipts of completed sales, for countries that want a device of the tax authority to do so. Sales never wait
 * for it: each is signed after it was completed, again and again until the signer has answered. It may be asked twice for
 * one sale, whose `id` tells that.
 */
export type FiscalSigner = {
  /** Whether sales of the merchant are signed. */
  readonly signs: (livemode: boolean) => boolean;
  /** `pending`: it is asked again later. */
  readonly sign: (tenant: Tenant, receipt: Sale) => Promise<FiscalSignature | 'pending'>;
};

/** Nothing is signed. */
export const noFiscalSigner: FiscalSigner = Object.freeze({
  signs: () => false,
  sign: async () => 'pending' as const,
});
