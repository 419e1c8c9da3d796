import { exactTexts, toMajor, type PaymentLink, type PublicPaymentLink } from '@cottontree/contract';
import type { Settings } from '../../../kernel/call/context.ts';
import { showMode } from '../../../kernel/call/tenant.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { statusOfLink } from './link-status.ts';
import type { LinkRow } from './links.queries.ts';

export type LinkView = {
  readonly settings: Pick<Settings, 'publicUrl'>;
  /** Business time. */ readonly now: Date;
};

/** A payment link as its merchant sees it. */
export function presentLink(row: LinkRow, { settings, now }: LinkView): PaymentLink {
  const currency = row.currency;
  const url = linkUrl(row.slug, settings);
  return {
    id: row.id,
    url,
    slug: row.slug,
    status: statusOfLink(row, now),
    ...termsOf(row),
    ...shownOf(row),
    max_uses: row.max_uses,
    uses: row.uses,
    in_flight: row.in_flight,
    total_collected: toMajor(row.total_collected, currency),
    exact: exactTexts({ total_collected: row.total_collected }, currency),
    redirect_url: row.redirect_url,
    metadata: row.metadata,
    qr_svg_url: `${url}/qr.svg`,
    qr_png_url: `${url}/qr.png`,
    share: shareOf(row.title, url),
    ...showMode(row.livemode),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A payment link as its payers see it. */
export function presentPublicLink(
  row: LinkRow,
  { settings, now, merchantName }: LinkView & { readonly merchantName: string },
): PublicPaymentLink {
  return {
    slug: row.slug,
    url: linkUrl(row.slug, settings),
    status: statusOfLink(row, now),
    merchant_name: merchantName,
    ...termsOf(row),
    ...shownOf(row),
    uses_left: row.max_uses === null ? null : Math.max(0, row.max_uses - row.uses - row.in_flight),
    ...showMode(row.livemode),
  };
}

/** Where people pay. */
export function linkUrl(slug: string, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  return `${publicUrl}/l/${slug}`;
}

function termsOf(
  row: LinkRow,
): Pick<PaymentLink, 'type' | 'amount' | 'min_amount' | 'max_amount' | 'suggested_amounts' | 'currency'> {
  const currency = row.currency;
  const major = (minor: bigint | null): number | null => (minor === null ? null : toMajor(minor, currency));
  return {
    type: row.type,
    amount: major(row.amount),
    min_amount: major(row.min_amount),
    max_amount: major(row.max_amount),
    suggested_amounts: row.suggested_amounts.map((minor) => toMajor(minor, currency)),
    currency,
  };
}

type Shown = Pick<
  PaymentLink,
  | 'title'
  | 'description'
  | 'image_url'
  | 'channels'
  | 'collect'
  | 'custom_fields'
  | 'expires_at'
  | 'success_message'
  | 'inactive_message'
>;

function shownOf(row: LinkRow): Shown {
  return {
    title: row.title,
    description: row.description,
    image_url: row.image_url,
    channels: row.channels && [...row.channels],
    collect: row.collect,
    custom_fields: [...row.custom_fields],
    expires_at: row.expires_at?.toISOString() ?? null,
    success_message: row.success_message,
    inactive_message: row.inactive_message,
  };
}

function shareOf(title: string, url: string): PaymentLink['share'] {
  const [subject, text] = [encodeURIComponent(title), encodeURIComponent(`${title} ${url}`)];
  return {
    whatsapp: `https://wa.me/?text=${text}`,
    sms: `sms:?&body=${text}`,
    email: `mailto:?subject=${subject}&body=${encodeURIComponent(url)}`,
  };
}

/** The answer that shows one link. Payments and time change it without a new version, so they stand in its tag behind it. */
export function replyLink(row: LinkRow, view: LinkView): Reply<PaymentLink> {
  const data = presentLink(row, view);
  return reply(data, { version: `${row.version}.${row.uses}.${row.in_flight}.${data.status}` });
}
