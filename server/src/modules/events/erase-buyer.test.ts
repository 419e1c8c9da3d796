import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyModules } from '../../modules.ts';
import { readSnapshot } from '../../store/index.ts';
import { openDoors, type Doors } from '../../../test/kit/doors.ts';
import { parcel } from '../../../test/kit/parcel.ts';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

const PAYS = '+23200000001';
const [PHONE, EMAIL] = ['+23276555222', 'Hidden@Example.sl'];
const BUYER = { name: 'Hidden Jalloh', phone: PHONE, email: EMAIL } as const;
const OTHER = { name: 'Isatu Sesay', phone: '+23276123456', email: 'isatu@example.sl' } as const;
const TRACES = ['Hidden', '76555222', 'hidden@', 'Nut allergy'];
const TABLES = ['ticket_orders', 'tickets', 'waitlist_entries', 'payments', 'customers', 'notices'];

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  const { context } = service.server.runtime;
  const verify = (runner: Parameters<typeof verifyModules>[0]) => verifyModules(runner, context);
  expect(await readSnapshot({ connectionString: service.databaseUrl }, verify)).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const tracesOf = async (merchantId: string, livemode = false): Promise<readonly string[]> => {
  const kept = await Promise.all(
    TABLES.map(async (table) =>
      JSON.stringify(
        await service.query(`SELECT t::text FROM ${table} t WHERE merchant_id = $1 AND livemode = $2`, [
          merchantId,
          livemode,
        ]),
      ),
    ),
  );
  return TRACES.filter((trace) => kept.join('').includes(trace));
};

type Body = Parameters<Client['createTicketOrder']>[0]['body'];
const order = async ({ client }: Pick<TestMerchant, 'client'>, on: Doors, body: Partial<Body> = {}) =>
  (
    await client.createTicketOrder({
      params: { id: on.id },
      body: {
        items: [{ ticket_type_id: on.typeId, quantity: 1 }],
        buyer: BUYER,
        payment: { method: 'cash' },
        ...body,
      },
    })
  ).data;
const erase = async (shop: TestMerchant, body: Parameters<Client['createCustomer']>[0]['body'] = BUYER) => {
  const { data } = await shop.client.createCustomer({ body });
  return (await shop.client.eraseCustomer({ params: { id: data.id } })).data;
};
const open = async () => {
  const shop = await service.merchant();
  return { shop, doors: await openDoors(service, shop) };
};

test('who is forgotten stands on no ticket order, ticket or waiting list any more; the tickets still open the door', async () => {
  const { shop, doors } = await open();
  const type = { ticket_type_id: doors.typeId };
  const bought = await order(shop, doors, {
    items: [{ ...type, quantity: 3 }],
    attendees: [
      { ...type, name: 'Hidden Jalloh junior', answers: { food: 'Nut allergy' } },
      { ...type, ...OTHER },
    ],
    metadata: { row: 'A' },
  });
  await shop.client.joinWaitlist({ params: { id: doors.id }, body: { ...type, quantity: 2, ...BUYER } });
  const before = (await shop.client.getTicketOrder({ params: { id: bought.id } })).data;
  expect(await tracesOf(shop.id)).toEqual(TRACES);

  expect(await erase(shop)).toMatchObject({ documents: 2 });
  expect(await tracesOf(shop.id)).toEqual([]);
  const after = (await shop.client.getTicketOrder({ params: { id: bought.id } })).data;
  expect(after).toMatchObject({ buyer: { name: null, phone: null, email: null }, metadata: { row: 'A' } });
  for (const field of ['status', 'order_number', 'total', 'items', 'paid_at', 'payment_id'] as const)
    expect(after[field]).toEqual(before[field]);
  expect(after.tickets.map(({ holder }) => holder)).toEqual([
    { name: null, phone: null, email: null },
    OTHER,
    { name: null, phone: null, email: null },
  ]);
  expect((await shop.client.listWaitlist({ params: { id: doors.id } })).data).toEqual([]);

  const [first, , third] = bought.tickets;
  for (const code of [first?.qr, third?.code])
    expect(
      (await shop.client.scanTicket({ params: { id: doors.id }, body: { code: code ?? '' } })).data,
    ).toMatchObject({ result: 'admitted', ticket: { holder_name: null, order_number: bought.order_number } });
  const { data: refund } = await shop.client.refundTicketOrder({
    params: { id: bought.id },
    body: { ticket_ids: [bought.tickets[1]?.id ?? ''], reason: 'Ill' },
  });
  expect(refund).toMatchObject({ status: 'partially_refunded', amount_refunded: 50 });
});

test('a door without network learns that it is forgotten who comes', async () => {
  const { shop, doors } = await open();
  await order(shop, doors);
  const manifest = async (query: { readonly cursor?: string }) =>
    (await shop.client.getScanManifest({ params: { id: doors.id }, query: { names: true, ...query } })).data;
  const known = await manifest({});
  expect(known.names).toEqual([expect.any(String)]);
  service.advance(60_000);
  await erase(shop);
  expect((await manifest({ cursor: known.cursor })).names).toEqual([null]);
});

test('by the phone number alone, and by the e-mail address alone in any spelling', async () => {
  const { shop, doors } = await open();
  await order(shop, doors, { buyer: { name: 'Hidden Jalloh', email: EMAIL } });
  await order(shop, doors, { buyer: { name: 'Hidden Jalloh', phone: '076 555222' } });
  expect(await erase(shop, { name: 'Hidden', email: 'hidden@example.SL' })).toMatchObject({ documents: 1 });
  expect(await tracesOf(shop.id)).toEqual(['Hidden', '76555222']);
  expect(await erase(shop, { phone: PHONE })).toMatchObject({ documents: 1 });
  expect(await tracesOf(shop.id)).toEqual([]);
});

test('in what others bought, only the tickets and places of whoever is forgotten lose them', async () => {
  const { shop, doors } = await open();
  const type = { ticket_type_id: doors.typeId };
  const theirs = await order(shop, doors, {
    items: [{ ...type, quantity: 2 }],
    buyer: OTHER,
    attendees: [{ ...type, ...BUYER }],
  });
  const given = await order(shop, doors, { buyer: OTHER });
  const ticket = { id: given.tickets[0]?.id ?? '' };
  await shop.client.transferTicket({ params: ticket, body: { name: 'Hidden Jalloh', phone: PHONE } });
  await shop.client.joinWaitlist({ params: { id: doors.id }, body: { ...type, ...OTHER } });
  await service.drain();
  expect(await erase(shop)).toMatchObject({ documents: 0 });
  expect(await tracesOf(shop.id)).toEqual([]);
  const after = (await shop.client.getTicketOrder({ params: { id: theirs.id } })).data;
  expect([after.buyer, ...after.tickets.map(({ holder }) => holder)]).toEqual([
    OTHER,
    { name: null, phone: null, email: null },
    OTHER,
  ]);
  expect((await shop.client.listWaitlist({ params: { id: doors.id } })).data).toMatchObject([OTHER]);
});

test('a ticket that the forgotten buyer handed on stays with its new holder', async () => {
  const { shop, doors } = await open();
  const bought = await order(shop, doors);
  const ticket = { id: bought.tickets[0]?.id ?? '' };
  await shop.client.transferTicket({ params: ticket, body: OTHER });
  await erase(shop);
  expect((await shop.client.getTicket({ params: ticket })).data.holder).toEqual(OTHER);
});

test('other merchants and the other mode keep theirs', async () => {
  const { shop, doors } = await open();
  const rival = await open();
  const live = {
    client: createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    }),
  };
  const liveDoors = await openDoors(service, { ...shop, ...live });
  await order(live, liveDoors);
  await order(rival.shop, rival.doors);
  await order(shop, doors);
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual([]);
  expect(await tracesOf(shop.id, true)).toEqual(['Hidden', '76555222']);
  expect(await tracesOf(rival.shop.id)).toEqual(['Hidden', '76555222']);
});

test('messages that wait are not sent, but for those about a parcel to the same person', async () => {
  const { shop, doors } = await open();
  const given = await order(shop, doors, { buyer: OTHER });
  const ticket = { id: given.tickets[0]?.id ?? '' };
  await shop.client.transferTicket({ params: ticket, body: { name: 'Hidden Jalloh', phone: PHONE } });
  await order(shop, doors);
  await shop.client.createDelivery({ body: { ...parcel, recipient_phone: PHONE } });
  const sealed = async () =>
    service.query(
      `SELECT kind, status, reason, address IS NULL AS gone FROM notices WHERE merchant_id = $1 ORDER BY kind, gone, status`,
      [shop.id],
    );
  await service.drain();
  await service.query(
    `UPDATE notices SET status = 'queued', reason = NULL, run_at = now() + interval '1 day' WHERE merchant_id = $1`,
    [shop.id],
  );
  expect((await sealed()).map(({ kind, gone }) => [kind, gone])).toEqual([
    ['created', false],
    ['ticket_sent', false],
    ['tickets_paid', false],
    ['tickets_paid', false],
  ]);
  await erase(shop);
  expect((await sealed()).map(({ kind, status, reason, gone }) => [kind, status, reason, gone])).toEqual([
    ['created', 'queued', null, false],
    ['ticket_sent', 'skipped', 'erased', true],
    ['tickets_paid', 'skipped', 'erased', true],
    ['tickets_paid', 'skipped', 'erased', true],
  ]);
});

test('an order that waits for its money is paid all the same; who pays is forgotten when somebody of the number is erased again', async () => {
  const { shop, doors } = await open();
  const held = await order(shop, doors, { payment: { method: 'mobile_money', phone: PAYS } });
  expect(held.status).toBe('awaiting_payment');
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual(['Hidden', '76555222']);
  service.advance(5_000);
  await service.drain();
  const { data: paid } = await shop.client.getTicketOrder({ params: { id: held.id } });
  expect(paid).toMatchObject({ status: 'paid', buyer: { name: null }, total: 50 });
  expect(paid.tickets.map(({ holder }) => holder.name)).toEqual([null]);
  expect(await erase(shop)).toMatchObject({ documents: 0 });
  expect(await tracesOf(shop.id)).toEqual([]);
  expect((await shop.client.listPayments({ query: {} })).data).toMatchObject([
    { status: 'succeeded', amount: 50, customer: { name: null } },
  ]);
});

test('tickets on offer to whoever is forgotten can still be paid for or let go', async () => {
  const { shop } = await open();
  const doors = await openDoors(service, shop, {
    ticket_types: [{ name: 'Last', price: 50, quantity_available: 1 }],
  });
  const { data: held } = await shop.client.createTicketOrder({
    params: { id: doors.id },
    body: { items: [{ ticket_type_id: doors.typeId, quantity: 1 }] },
  });
  await shop.client.joinWaitlist({
    params: { id: doors.id },
    body: { ticket_type_id: doors.typeId, ...BUYER },
  });
  await shop.client.cancelTicketOrder({ params: { id: held.id } });
  await service.drain();
  const offers = { params: { id: doors.id }, query: { status: 'held' } } as const;
  const [offer] = (await shop.client.listTicketOrders(offers)).data;
  expect(offer?.buyer.name).toBe('Hidden Jalloh');
  await erase(shop);
  expect(await tracesOf(shop.id)).toEqual([]);
  service.advance(1_800_001);
  await service.drain();
  expect((await shop.client.getTicketOrder({ params: { id: offer?.id ?? '' } })).data.status).toBe('expired');
});
