import { formatMoney, formatTime, type Currency, type NoticeKind } from '@cottontree/contract';
import type { NoticeFacts } from '../notice-facts.ts';

/** Of whom and when a made-up message is. */
export type ExampleSetting = {
  readonly storeName: string;
  readonly senderName: string | null;
  readonly currency: Currency;
  readonly timeZone: string;
  readonly publicUrl: string;
  readonly tellTime: (at: Date, timeZone: string) => string;
  readonly now: Date;
};

/** What a message is filled with, and its code in plain. */
export type ExampleNotice = { readonly facts: NoticeFacts; readonly code: string };

/** As long as a real one, and nobody's. */
export const EXAMPLE_TOKEN = 'ExampleOfALinkToIt0000';
export const EXAMPLE_JOB = 'SHP-7A9K-NZZK';
export const EXAMPLE_CODE = '123456';
const TICKET_CODE = '7K4PD-9QWXP';
const WEEK_MS = 7 * 86_400_000;

type Told = Partial<NoticeFacts> & { readonly code?: string };

/** A message of a kind with made-up numbers, codes and links, as its planner would fill it. */
export function exampleNotice(kind: NoticeKind, setting: ExampleSetting): ExampleNotice {
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
