import { createClient } from '@cottontree/client';
import {
  eventCatalogue,
  ticketNoticeKinds,
  type EventKind,
  type UpdateEventBody,
} from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';
import { sellTickets } from '../../../test/kit/sell-tickets.ts';
import { openTestMailServer, type TestMailServer } from './fixtures/open-mail-server.ts';
import { countSeptets, smsSeptetsMax } from './gsm.ts';
import { renderText } from './render-text.ts';

let service: TestService;
let shop: TestMerchant;
let mail: TestMailServer;
const logged: string[] = [];
const log = {
  debug: () => undefined,
  info: (facts: object) => void logged.push(JSON.stringify(facts)),
  warn: () => undefined,
  error: (facts: object) => void logged.push(String((facts as { error?: Error }).error?.stack)),
};
beforeAll(async () => {
  mail = await openTestMailServer();
  service = await startService({ log, environment: { SMTP_URL: mail.url, OUTBOUND_ALLOW: '127.0.0.0/8' } });
  shop = await service.merchant({ name: 'Aminata Events', livemode: true });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  mail.close();
});

const sell = (input: Partial<Parameters<typeof sellTickets>[1]> = {}) =>
  sellTickets(service, { merchantId: shop.id, livemode: true, ...input });

let sequence = 100;
/** Writes a fact as the statement does that makes it true. */
async function announce(
  kind: EventKind,
  entity: string,
  given: { readonly livemode?: boolean; readonly [field: string]: unknown },
): Promise<void> {
  const { livemode = true, ...facts } = given;
  await service.query(
    `INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [
      shop.id,
      livemode,
      kind,
      entity,
      (sequence += 1),
      JSON.stringify({ ...eventCatalogue[kind].example, ...facts }),
    ],
  );
  await service.drain();
}

async function told(orderNumber: string, client = shop.client) {
  return (await client.listNotices({ query: { job_number: orderNumber, limit: 100 } })).data.toReversed();
}

test('whoever bought tickets is sent the codes and the link by text, and by e-mail with the PDF and the calendar entry', async () => {
  const { orderId, orderNumber, ticketIds } = await sell({ count: 2 });
  await announce('ticket_order.paid', orderId, { id: orderId });
  const codes = await Promise.all(
    ticketIds.map(async (id) => (await shop.client.getTicket({ params: { id } })).data.code),
  );
  const [sms, email] = await told(orderNumber);
  expect(sms).toMatchObject({
    kind: 'tickets_paid',
    audience: 'recipient',
    job_number: null,
    reference: orderNumber,
    to: '+232 78 *** 567',
    status: 'sent',
    text: 'Aminata Events: Freetown Jazz, 20 Dec 18:00. Show at the door: ******',
  });
  expect(email).toMatchObject({
    kind: 'tickets_paid',
    to: 'f***@example.sl',
    channel: 'email',
    status: 'sent',
  });
  expect(email?.text).not.toContain(codes[0]);
  const rows = await service.query('SELECT facts::text AS facts FROM notices WHERE entity = $1', [
    orderNumber,
  ]);
  // A bare /o/ may stand in what is sealed, by chance; an address never does.
  for (const { facts } of rows) expect(String(facts)).not.toMatch(new RegExp(`${codes[0]}|://[^"]*/o/`));
  const sent = mail.mails.at(-1) ?? '';
  for (const part of [
    'To: fatmata@example.sl',
    'Subject: Your tickets for Freetown Jazz',
    ...codes,
    '/o/',
    'Content-Type: application/pdf; name=',
    'Content-Type: text/calendar',
    Buffer.from('%PDF-1.7').toString('base64').slice(0, 10),
  ])
    expect(sent).toContain(part);
  const text = logged.at(-1) ?? '';
  expect(text).toContain('******');
  await service.drain();
  expect(await told(orderNumber)).toHaveLength(2);
});

test('a new holder gets the ticket, the former one nothing; sent again it goes to its holder', async () => {
  const {
    orderNumber,
    ticketIds: [id = ''],
  } = await sell();
  const { data } = await shop.client.transferTicket({
    params: { id },
    body: { name: 'Mariama Sesay', phone: '076 123456', email: 'mariama@example.sl' },
  });
  await service.drain();
  expect((await told(orderNumber)).map(({ kind, to }) => [kind, to])).toEqual([
    ['ticket_sent', '+232 76 *** 456'],
    ['ticket_sent', 'm***@example.sl'],
  ]);
  expect(mail.mails.at(-1)).toContain(data.code);
  await shop.client.resendTicket({ params: { id } });
  await service.drain();
  expect(await told(orderNumber)).toHaveLength(4);
});

test('two tickets of one order that go to the same holder at once are two messages', async () => {
  const { orderNumber, ticketIds } = await sell({ count: 2, buyerEmail: null });
  for (const id of ticketIds)
    await shop.client.transferTicket({
      params: { id },
      body: { name: 'Mariama Sesay', email: 'mariama@example.sl' },
    });
  await service.drain();
  const letters = await told(orderNumber);
  expect(letters.map(({ kind }) => kind)).toEqual(['ticket_sent', 'ticket_sent']);
  for (const id of ticketIds) {
    const { code } = (await shop.client.getTicket({ params: { id } })).data;
    expect(mail.mails.slice(-2).filter((letter) => letter.includes(code))).toHaveLength(1);
  }
});

test('tickets whose text is tried again are not sent any more when their money went back meanwhile', async () => {
  const [kept, refunded] = [await sell({ buyerPhone: null }), await sell({ buyerPhone: null })];
  mail.behave('busy');
  for (const { orderId } of [kept, refunded]) await announce('ticket_order.paid', orderId, { id: orderId });
  mail.behave('accept');
  await service.query(`UPDATE tickets SET status = 'void' WHERE order_id = $1`, [refunded.orderId]);
  service.advance(31_000);
  await service.drain();
  expect(await told(kept.orderNumber)).toMatchObject([{ status: 'sent', attempts: 2 }]);
  expect(await told(refunded.orderNumber)).toMatchObject([{ status: 'skipped', reason: 'over' }]);
});

test('a ticket of whoever bought it is sent again to them', async () => {
  const {
    orderNumber,
    ticketIds: [id = ''],
  } = await sell({ buyerEmail: null });
  await shop.client.resendTicket({ params: { id } });
  await service.drain();
  expect(await told(orderNumber)).toMatchObject([{ kind: 'ticket_sent', to: '+232 78 *** 567' }]);
});

test('a change of time or place is told to buyers and to new holders; another change to nobody', async () => {
  const { eventId, orderNumber, ticketIds } = await sell({ count: 2, buyerEmail: null });
  await shop.client.transferTicket({
    params: { id: ticketIds[0] ?? '' },
    body: { name: 'Mariama Sesay', phone: '076 123456' },
  });
  await service.drain();
  await announce('event.updated', eventId, { id: eventId, status: 'published', changed: ['description'] });
  expect((await told(orderNumber)).filter(({ kind }) => kind === 'event_changed')).toEqual([]);
  await announce('event.updated', eventId, { id: eventId, status: 'published', changed: ['venue'] });
  const changed = (await told(orderNumber)).filter(({ kind }) => kind === 'event_changed');
  expect(changed.map(({ to }) => to).toSorted()).toEqual(['+232 76 *** 456', '+232 78 *** 567']);
  expect(changed[0]?.text).toBe(
    'Aminata Events: Freetown Jazz has changed. It is now 20 Dec 18:00, National Stadium. ******',
  );
});

test('whoever moves an event decides whether its holders are told, and can tell them later', async () => {
  const { data: event } = await shop.client.createEvent({
    body: {
      name: 'Freetown Jazz',
      status: 'published',
      start_date: '2094-12-20T18:00:00Z',
      end_date: '2094-12-20T23:00:00Z',
      ticket_types: [{ name: 'VIP', price: 250.5, quantity_available: 10 }],
    },
  });
  const { data: order } = await shop.client.createTicketOrder({
    params: { id: event.id },
    body: {
      items: [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 1 }],
      buyer: { name: 'Fatmata Koroma', phone: '+23278234567' },
      payment: { method: 'cash' },
    },
  });
  const [orderNumber, eventId] = [order.order_number, event.id];
  const move = async (body: UpdateEventBody) => {
    const { data } = await shop.client.updateEvent({ params: { id: eventId }, body });
    await service.drain();
    const notices = (await told(orderNumber)).filter(({ kind }) => kind === 'event_changed');
    return [data.attendees_to_notify, notices.length];
  };
  expect(await move({ doors_open: '2094-12-20T17:00:00Z', tell_attendees: false })).toEqual([false, 0]);
  expect(await move({ venue: 'Siaka Stevens Stadium', tell_attendees: false })).toEqual([true, 0]);
  expect(await move({ tell_attendees: true })).toEqual([false, 1]);
  expect(await move({ venue: 'National Stadium', tell_attendees: true })).toEqual([false, 2]);
  expect(await move({ venue: 'Aberdeen Beach' })).toEqual([true, 3]);
});

test('money that goes back is told, and why where the event was cancelled', async () => {
  const [refunded, cancelled] = [await sell({ buyerEmail: null }), await sell({ buyerEmail: null })];
  await service.query(
    `UPDATE ticket_orders SET status = 'refunded', amount_refunded = total WHERE id = ANY ($1)`,
    [[refunded.orderId, cancelled.orderId]],
  );
  await service.query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [cancelled.eventId]);
  for (const { orderId } of [refunded, cancelled])
    await announce('ticket_order.refunded', orderId, { id: orderId });
  expect(await told(refunded.orderNumber)).toMatchObject([
    {
      kind: 'tickets_refunded',
      text: `Aminata Events: NLe 250.50 for Freetown Jazz goes back to you. Order ${refunded.orderNumber}.`,
    },
  ]);
  expect(await told(cancelled.orderNumber)).toMatchObject([{ kind: 'event_cancelled' }]);
});

test('that an event was cancelled is told to whoever a ticket was handed to as well, and promises no money that was not paid', async () => {
  const event = (
    await shop.client.createEvent({
      body: {
        name: 'Freetown Jazz',
        start_date: '2099-12-20T18:00:00Z',
        end_date: '2099-12-20T23:00:00Z',
        status: 'published',
        ticket_types: [{ name: 'Guest', price: 0, kind: 'free', quantity_available: 10 }],
      },
    })
  ).data;
  const items = [{ ticket_type_id: event.ticket_types[0]?.id ?? '', quantity: 3 }];
  const { data: free } = await shop.client.createTicketOrder({
    params: { id: event.id },
    body: { items, buyer: { name: 'Sorie Kanu', phone: '078 234567' }, payment: { method: 'cash' } },
  });
  for (const ticket of free.tickets.slice(0, 2))
    await shop.client.transferTicket({
      params: { id: ticket.id },
      body: { name: 'Mariama Sesay', phone: '076 123456' },
    });
  await service.drain();
  await shop.client.updateEvent({ params: { id: event.id }, body: { status: 'cancelled' } });
  await service.drain();
  const cancelled = (await told(free.order_number)).filter(({ kind }) => kind === 'event_cancelled');
  expect(cancelled.map(({ to }) => to).toSorted()).toEqual(['+232 76 *** 456', '+232 78 *** 567']);
  expect(cancelled[0]?.text).toBe(
    `Aminata Events: Freetown Jazz, 20 Dec 18:00, was cancelled. Tickets of order ${free.order_number} no longer count; any money paid for them goes back.`,
  );
});

test('whoever waited is told of the offer by the clock of the event and in the name of the shop; its link stays sealed', async () => {
  const { eventId, orderId } = await sell();
  await service.query(`UPDATE events SET time_zone = 'Africa/Lagos' WHERE id = $1`, [eventId]);
  const url = 'https://pay.example.sl/e/evt_1?order=tor_1&client_secret=secret-of-the-order';
  const sealed = service.server.runtime.context.vault.seal(url, 'fact').toString('base64');
  await announce('waitlist.offered', 'wle_1', {
    event_name: 'Freetown Jazz',
    order_id: orderId,
    phone: '+23278234567',
    email: null,
    expires_at: '2027-12-01T10:30:00.000Z',
    sealed: { url: sealed },
  });
  const [offer] = await told('wle_1');
  expect(offer).toMatchObject({
    kind: 'waitlist_offered',
    status: 'sent',
    text: 'Aminata Events: tickets for Freetown Jazz are kept for you until 1 Dec 11:30: ******',
  });
  expect(
    JSON.stringify(await service.query(`SELECT facts FROM notices WHERE entity = 'wle_1'`)),
  ).not.toContain('secret-of-the-order');
});

test('in test mode nobody is sent anything; what would have been stands in the list', async () => {
  const client = (await service.merchant()).client;
  const test = createClient({ baseUrl: service.baseUrl, apiKey: await service.key(shop.id), retries: 0 });
  const { orderId, orderNumber } = await sell({ livemode: false });
  const before = mail.mails.length;
  await announce('ticket_order.paid', orderId, { id: orderId, livemode: false });
  expect(await told(orderNumber, test)).toMatchObject([
    { status: 'skipped', reason: 'test_mode' },
    { status: 'skipped', reason: 'test_mode' },
  ]);
  expect(mail.mails).toHaveLength(before);
  expect(await told(orderNumber, client)).toEqual([]);
});

test.each(['en', 'kri'] as const)('a ticket of usual names is one text message (%s)', (locale) => {
  const facts = {
    store: 'Aminata Events',
    job: 'ORD-7K3M9-QWX12',
    link: '',
    cash: null,
    way: 'Freetown Jazz Night',
    subject: '20 Dec 18:00',
    at: '2026-11-21T09:15:22.418Z',
  };
  const code = '7K4PD-9QWXP https://pay.example.sl/o/UsT4d6hk7VGYh13ce1AcKw';
  for (const kind of ticketNoticeKinds) {
    const text = renderText({ kind, locale, facts, code, timeZone: 'Africa/Freetown' });
    expect(countSeptets(text)).toBeLessThanOrEqual(smsSeptetsMax);
    expect(text).not.toMatch(/[{}?]/);
  }
});
