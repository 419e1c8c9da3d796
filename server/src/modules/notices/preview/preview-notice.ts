import {
  chosenNoticeKinds,
  driverNoticeKinds,
  invoiceNoticeKinds,
  merchantNoticeKinds,
  paymentNoticeKinds,
  safetyNoticeKinds,
  saleNoticeKinds,
  ticketNoticeKinds,
  type Input,
  type NoticeKind,
  type NoticePreview,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import { smsCount } from '../gsm.ts';
import type { Notices } from '../module.ts';
import { renderForMail, renderForMerchant, renderForPhone, type NoticeToRender } from '../render-notice.ts';
import { USUAL } from '../settings-cache.ts';
import { findSettings } from '../settings.queries.ts';
import { findStore } from '../stores.queries.ts';
import { exampleNotice } from './example-notice.ts';

const TO_MERCHANTS: ReadonlySet<string> = new Set([...merchantNoticeKinds, ...safetyNoticeKinds]);
const TO_DRIVERS: ReadonlySet<string> = new Set(driverNoticeKinds);
const CHOSEN_AMONG: ReadonlySet<string> = new Set(chosenNoticeKinds);
/** What goes by e-mail too, where an address is known. */
const BY_MAIL: ReadonlySet<string> = new Set([
  ...ticketNoticeKinds,
  ...paymentNoticeKinds,
  ...invoiceNoticeKinds,
  ...saleNoticeKinds,
]);

/** A message of a kind as people will get it, with made-up contents. */
export async function previewNotice(
  { query }: Input<Operations['previewNotice']>,
  { tenant, now }: Call,
  module: Notices,
): Promise<Reply<NoticePreview>> {
  const { kind } = query;
  const settings = (await findSettings(module.store.of(tenant), tenant)) ?? USUAL;
  const store = await findStore(module.store.system, tenant.merchantId);
  const brand = await module.brands.find(tenant);
  const audience = audienceOf(kind);
  const locale = audience === 'merchant' ? 'en' : (query.locale ?? localeOf(kind, settings.locale));
  const rendered: NoticeToRender = {
    ...exampleNotice(kind, {
      storeName: store.store_name,
      senderName: settings.senderName,
      currency: store.currency,
      timeZone: store.time_zone,
      publicUrl: module.settings.publicUrl,
      tellTime: module.tickets.tellTime,
      now,
    }),
    kind,
    locale,
    timeZone: store.time_zone,
    isTest: !tenant.livemode,
  };
  return reply({
    kind,
    audience,
    locale,
    phone: audience === 'merchant' ? null : onPhone(renderForPhone(rendered)),
    email:
      audience === 'merchant'
        ? { ...renderForMerchant(rendered), files: [] }
        : BY_MAIL.has(kind)
          ? { ...renderForMail(rendered, brand), files: filesOf(kind) }
          : null,
    chosen: !CHOSEN_AMONG.has(kind) || settings.kinds.includes(kind),
    livemode: tenant.livemode,
  });
}

function audienceOf(kind: NoticeKind): NoticePreview['audience'] {
  if (TO_MERCHANTS.has(kind)) return 'merchant';
  return TO_DRIVERS.has(kind) ? 'driver' : 'recipient';
}

/** Couriers are told in the usual language, for they carry for many. */
function localeOf(kind: NoticeKind, chosen: NoticePreview['locale']): NoticePreview['locale'] {
  return TO_DRIVERS.has(kind) ? USUAL.locale : chosen;
}

function onPhone(text: string): NonNullable<NoticePreview['phone']> {
  return { text, sms_count: smsCount(text) };
}

function filesOf(kind: NoticeKind): NonNullable<NoticePreview['email']>['files'] {
  if (kind === 'tickets_paid' || kind === 'ticket_sent') return ['tickets', 'calendar_entry'];
  if (kind.startsWith('invoice_')) return ['invoice'];
  return kind === 'sale_receipt' ? ['receipt'] : [];
}
