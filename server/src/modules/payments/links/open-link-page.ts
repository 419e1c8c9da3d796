import type { Payment, PaymentChannel, PublicPaymentLink } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { businessNow } from '../payments/business-now.queries.ts';
import type { Payments } from '../module.ts';
import { pageChannels } from '../pay-page/open-payment-page.ts';
import { findLinkBySlug } from './links.queries.ts';
import { presentPublicLink } from './present-link.ts';
import { startLinkPayment, type LinkStart } from './start-link-payment.ts';

const NONCE_BYTES = 16;

/** A payment link as its payers see it. */
export type LinkPage = {
  readonly tenant: Tenant;
  readonly link: PublicPaymentLink;
  readonly channels: readonly PaymentChannel[];
  /** Of the merchant, for phone numbers as people write them. */
  readonly country: string;
  readonly timeZone: string;
  /** Business time there. */
  readonly now: Date;
  /** Of this one showing, so that a form sent twice begins one payment. */
  readonly nonce: string;
};

const SLUG = /^[\w-]{1,64}$/;

/** The link at a slug, of whichever merchant; null where there is none, or its merchant may not sell. */
export async function openLinkPage(module: Payments, slug: string): Promise<LinkPage | null> {
  const row = SLUG.test(slug) ? await findLinkBySlug(module.store.system, slug) : undefined;
  if (row?.merchant_status !== 'active') return null;
  const tenant = { merchantId: row.merchant_id, livemode: row.livemode };
  const now = await businessNow(module, tenant);
  const link = presentPublicLink(row, { settings: module.settings, now, merchantName: row.merchant_name });
  const channels = await pageChannels(module, tenant, { currency: row.currency, allowed: link.channels });
  return {
    tenant,
    link,
    channels,
    country: row.country,
    timeZone: row.time_zone,
    now,
    nonce: module.world.randomBytes(NONCE_BYTES).toString('base64url'),
  };
}

/** Each waits two seconds for the answer, and a provider has ten for its own. */
const LOOKS_MAX = 6;

/** As `startLinkPayment`, for a form in a browser: sent twice, both get the one payment, where a program is told to ask again. */
export async function payOnLinkPage(module: Payments, start: LinkStart): Promise<Payment> {
  for (let looks = 1; ; looks += 1) {
    try {
      return (await startLinkPayment(module, start)).data;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'IDEMPOTENCY_IN_PROGRESS' || looks === LOOKS_MAX)
        throw error;
    }
  }
}
