import { formatMoney, formatTicketCode } from '@cottontree/contract';
import type { Tenant } from '../../../kernel/call/tenant.ts';
import type { Runner } from '../../../store/index.ts';
import type { Events } from '../module.ts';
import { printSheets } from './print/print-sheets.ts';
import { readSheets } from './read-sheets.ts';
import { tellShortly } from './tell-time.ts';
import { openCode } from './ticket-codes.ts';
import { ticketsUrl } from './tickets-url.ts';
import { findToldOrders, findToldOrdersOfEvent, type ToldOrderRow } from './sheets.queries.ts';
import { writeCalendar } from './write-calendar.ts';

type OrderKey = { readonly tenant: Tenant; readonly orderId: string };

/** What events do for whoever talks with people about their tickets. */
export function openTicketPort(module: Events) {
  return {
    describe: async (runner: Runner, keys: readonly OrderKey[]) =>
      (await findToldOrders(runner, keys)).map((row) => describeOrder(row, module)),
    ordersOf: async (runner: Runner, event: Parameters<typeof findToldOrdersOfEvent>[1]) =>
      (await findToldOrdersOfEvent(runner, event)).map((row) => describeOrder(row, module)),
    tellTime: tellShortly,
    files: (order: OrderKey & { readonly ticketId: string | null }) => filesOf(order, module),
  };
}

function describeOrder(row: ToldOrderRow, module: Events) {
  return {
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    orderId: row.order_id,
    orderNumber: row.order_number,
    eventId: row.event_id,
    eventName: row.event_name,
    isCancelled: row.event_status === 'cancelled',
    storeName: row.store_name,
    time: tellShortly(row.start_date, row.time_zone),
    timeZone: row.time_zone,
    venue: row.venue,
    refunded: formatMoney(row.amount_refunded, row.currency),
    link: ticketsUrl(module, row.link_token),
    buyer: { phone: row.buyer_phone, email: row.buyer_email },
    tickets: row.tickets.map((ticket) => ({
      id: ticket.id,
      code: formatTicketCode(
        openCode(module.vault, {
          code: ticket.code,
          code_sealed: ticket.code_sealed === null ? null : Buffer.from(ticket.code_sealed, 'base64'),
        }),
      ),
      admits: ticket.status === 'valid' || ticket.status === 'used',
      own: ticket.link_token === null ? null : { link: ticketsUrl(module, ticket.link_token) },
      holder: { phone: ticket.phone, email: ticket.email },
    })),
  };
}

async function filesOf(
  { tenant, orderId, ticketId }: OrderKey & { readonly ticketId: string | null },
  module: Events,
) {
  const wants = (row: {
    readonly id: string;
    readonly status: string;
    readonly link_token: string | null;
  }): boolean =>
    (row.status === 'valid' || row.status === 'used') &&
    (ticketId === null ? row.link_token === null : row.id === ticketId);
  const sheets = await readSheets(module.store.of(tenant), { tenant, orderId, wants }, module);
  if (!sheets || sheets.tickets.length === 0) return [];
  const name = sheets.occasion.order_number.replaceAll(/[^\w-]/g, '_');
  return [
    { name: `${name}.pdf`, type: 'application/pdf', bytes: await printSheets(module, sheets) },
    {
      name: `${name}.ics`,
      type: 'text/calendar; charset=utf-8; method=PUBLISH',
      bytes: Buffer.from(writeCalendar(sheets.occasion)),
    },
  ];
}
