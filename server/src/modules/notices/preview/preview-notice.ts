import {
  chosenNoticeKinds,
  driverNoticeKinds,
  formatMoney,
  formatTime,
  invoiceNoticeKinds,
  merchantNoticeKinds,
  paymentNoticeKinds,
  safetyNoticeKinds,
  saleNoticeKinds,
  ticketNoticeKinds,
  type Currency,
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
import type { NoticeFacts } from '../notice-facts.ts';

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

/** Of whom and when a made-up message is. */
type ExampleSetting = {
  readonly storeName: string;
  readonly senderName: string | null;
  readonly currency: Currency;
  readonly timeZone: string;
  readonly publicUrl: string;
  readonly tellTime: (at: Date, timeZone: string) => string;
  readonly now: Date;
};

/** What a message is filled with, and its code in plain. */
type ExampleNotice = { readonly facts: NoticeFacts; readonly code: string };

/** As long as a real one, and nobody's. */
export const EXAMPLE_TOKEN = 'ExampleOfALinkToIt0000';
export const EXAMPLE_JOB = 'SHP-7A9K-NZZK';
export const EXAMPLE_CODE = '123456';
const TICKET_CODE = '7K4PD-9QWXP';
const WEEK_MS = 7 * 86_400_000;

type Told = Partial<NoticeFacts> & { readonly code?: string };

/** A message of a kind with made-up numbers, codes and links, as its planner would fill it. */
function exampleNotice(kind: NoticeKind, setting: ExampleSetting): ExampleNotice {
  const { code = '', ...told } = toldOf(kind, setting);
  return {
    code,
    facts: {
      store: setting.senderName ?? setting.storeName,
      job: '',
      link: '',
      cash: null,
      way: '',
      subject: '',
      at: formatTime(setting.now),
      ...told,
    },
  };
}

function toldOf(kind: NoticeKind, setting: ExampleSetting): Told {
  const { storeName, currency, timeZone, publicUrl, tellTime, now } = setting;
  const sum = formatMoney(15_050n, currency);
  const link = (path: string): string => `${publicUrl}/${path}/${EXAMPLE_TOKEN}`;
  const then = tellTime(new Date(now.getTime() + WEEK_MS), timeZone);
  const parcel = { job: EXAMPLE_JOB, link: link('t') };
  const event = { job: 'TKT-2026-000042', way: 'Lumley Beach Night', subject: then };
  const invoice = { job: 'INV-2026-0042', link: link('i'), way: dayOf(now, timeZone), subject: sum };
  switch (kind) {
    case 'created':
      return { ...parcel, cash: sum, code: EXAMPLE_CODE };
    case 'code_reissued':
      return { ...parcel, code: EXAMPLE_CODE };
    case 'near':
    case 'arrived':
      return { ...parcel, cash: sum };
    case 'picked_up':
    case 'delivered':
    case 'failed':
    case 'cancelled':
      return parcel;
    case 'job_assigned':
      return { job: EXAMPLE_JOB, store: storeName, cash: sum, way: 'Freetown -> 27 Freetown Road, Lumley' };
    case 'job_withdrawn':
      return { job: EXAMPLE_JOB, store: storeName };
    case 'tickets_paid':
    case 'ticket_sent':
      return { ...event, code: `${TICKET_CODE} ${link('o')}` };
    case 'event_changed':
      return { ...event, subject: `${then}, Lumley Beach`, code: link('o') };
    case 'event_cancelled':
      return event;
    case 'tickets_refunded':
      return { ...event, subject: sum };
    case 'waitlist_offered':
      return { ...event, job: '', store: storeName, code: link('e') };
    case 'payment_received':
      return { job: 'pay_01m7yp4nvr0example000000000', way: 'Order 1042', subject: sum, link: link('pay') };
    case 'invoice_sent':
    case 'invoice_reminder':
    case 'invoice_overdue':
      return invoice;
    case 'sale_receipt':
      return { job: 'R-2026-00042', subject: sum, link: link('r') };
    default:
      return { store: 'Cottontree', subject: alertOf(kind) };
  }
}

/** What an alert to the merchant is about. */
function alertOf(kind: NoticeKind): string {
  if (kind === 'verification_paused') return '50';
  if (kind === 'key_exposed') return 'sk_live_…4f2a';
  if (kind === 'endpoint_moved')
    return 'from https://shop.example.sl/hook to https://other.example.sl/hook, by the key key_example';
  if (kind === 'provider_account_changed') return 'monime pac_example (credentials), by the key key_example';
  return 'https://shop.example.sl/hook';
}

function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone })
    .format(new Date(at.getTime() + WEEK_MS))
    .replace('Sept', 'Sep');
}
