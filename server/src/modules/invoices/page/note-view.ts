import { changeInvoice } from '../invoices/change-invoice.ts';
import type { Invoices } from '../module.ts';
import type { InvoicePage } from './open-invoice-page.ts';

type Visitor = { readonly isHead: boolean; readonly headers: Readonly<Record<string, string | undefined>> };

/** Programs that fetch pages which nobody looks at: link previews of messengers, search engines, scanners of mail. */
const PROGRAMS =
  /whatsapp|facebookexternalhit|facebot|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|viber|google-read-aloud|googleother|googleimageproxy|bingpreview|applebot|pinterest|embedly|preview|bot\b|crawler|spider|curl\/|wget\/|python-requests|go-http-client|safelinks|barracuda|mimecast|proofpoint/i;
const PREFETCHING = /prefetch|prerender|preview/i;

/** Writes down that an invoice's page was opened for the first time, by a person as far as that can be told. */
export async function noteView(
  module: Invoices,
  { tenant, row, now }: Pick<InvoicePage, 'tenant' | 'row' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  if (row.viewed_at !== null || !isPerson(visitor)) return;
  await changeInvoice(module, module.store.of(tenant), {
    tenant,
    id: row.id,
    now,
    decide: (seen) =>
      seen.viewed_at === null ? { set: { viewed_at: now }, tell: ['invoice.viewed'] } : null,
  });
}

/** A browser says who it is, and that it fetches something only in case it is wanted. */
export function isPerson({ isHead, headers }: Visitor): boolean {
  const agent = headers['user-agent'] ?? '';
  const isAhead = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) =>
    PREFETCHING.test(headers[name] ?? ''),
  );
  return !isHead && !isAhead && agent !== '' && !PROGRAMS.test(agent);
}
