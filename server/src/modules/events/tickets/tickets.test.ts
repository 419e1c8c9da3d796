import { createPublicKey, verify } from 'node:crypto';
import {
  eventStartOf,
  formatTicketCode,
  parseTicketCode,
  parseTk1Body,
  readTk1,
  tk1SignedBytes,
} from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const sell = (input: Partial<Parameters<typeof sellTickets>[1]> = {}) =>
  sellTickets(service, { merchantId: shop.id, ...input });
const [SPKI_HEAD] = [Buffer.from('302a300506032b6570032100', 'hex')];

async function isGenuine(eventId: string, text: string): Promise<boolean> {
  const { keys } = (await shop.client.listEventKeys({ params: { id: eventId } })).data;
  const read = readTk1(text);
  const key = keys.find(({ kid, status }) => kid === read?.kid && status !== 'revoked');
  if (read === null || !key) return false;
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_HEAD, Buffer.from(key.public_key, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, tk1SignedBytes(eventId, read.body), publicKey, read.signature);
}

test("a ticket is read with a code for people and a QR text that its event's key has signed", async () => {
  const {
    eventId,
    typeId,
    orderId,
    ticketIds: [id = ''],
  } = await sell();
  const { data } = await shop.client.getTicket({ params: { id } });
  expect(data).toMatchObject({
    id,
    event_id: eventId,
    ticket_type_id: typeId,
    ticket_type_name: 'VIP',
    order_id: orderId,
    price: 250.5,
    status: 'valid',
    seat: null,
    used_at: null,
    epoch: 0,
    holder: { name: 'Fatmata Koroma', phone: null, email: null },
  });
  expect(Object.keys(data)).toEqual([
    'id',
    'code',
    'qr',
    'event_id',
    'ticket_type_id',
    'ticket_type_name',
    'order_id',
    'price',
    'holder',
    'status',
    'seat',
    'issued_at',
    'used_at',
    'valid_from',
    'valid_until',
    'epoch',
    'livemode',
  ]);
  expect(formatTicketCode(parseTicketCode(data.code) ?? '')).toBe(data.code);
  expect(await isGenuine(eventId, data.qr)).toBe(true);
  const read = readTk1(data.qr);
  expect(read && parseTk1Body(read.body)).toMatchObject({
    live: false,
    named: true,
    multiEntry: false,
    kid: 1,
    eventStart: eventStartOf(eventId),
    epoch: 0,
  });
  expect((await shop.client.getTicket({ params: { id } })).data.qr).toBe(data.qr);
});

test('many readers of an event without a key make one', async () => {
  const { eventId, ticketIds } = await sell({ count: 6 });
  await Promise.all(ticketIds.map((id) => shop.client.getTicket({ params: { id } })));
  expect((await shop.client.listEventKeys({ params: { id: eventId } })).data.keys).toHaveLength(1);
});

test('tickets are listed newest first, by status, type, code, phone, name and order number', async () => {
  const { eventId, typeId, orderNumber, ticketIds } = await sell({ count: 3 });
  const list = async (query: object) =>
    (await shop.client.listTickets({ params: { id: eventId }, query })).data.map(({ id }) => id);
  expect(await list({})).toEqual(ticketIds.toReversed());
  expect(await list({ limit: 1, page: 2 })).toEqual([ticketIds[1]]);
  const [first = ''] = ticketIds;
  await shop.client.transferTicket({
    params: { id: first },
    body: { name: '100% Sesay_', phone: '076 123456' },
  });
  await shop.client.voidTicket({ params: { id: ticketIds[1] ?? '' } });
  const { code } = (await shop.client.getTicket({ params: { id: first } })).data;
  for (const q of [code, code.toLowerCase().replace('-', ' '), '076123456', 'sesay_', '0% S'])
    expect(await list({ q })).toEqual([first]);
  expect(await list({ q: orderNumber.toLowerCase() })).toHaveLength(3);
  expect(await list({ q: '_' })).toEqual([first]);
  expect(await list({ q: 'nobody' })).toEqual([]);
  expect(await list({ status: 'void' })).toEqual([ticketIds[1]]);
  expect(await list({ ticket_type_id: typeId, status: 'valid' })).toHaveLength(2);
  const csv = await fetch(`${service.baseUrl}/events/${eventId}/tickets.csv`, {
    headers: { authorization: `Bearer ${shop.key}` },
  });
  expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
  expect((await csv.text()).trim().split('\r\n')).toHaveLength(4);
});

test('a ticket that is handed on has other codes; those from before are of an epoch that is over', async () => {
  const {
    eventId,
    ticketIds: [id = ''],
  } = await sell();
  const before = (await shop.client.getTicket({ params: { id } })).data;
  const { data } = await shop.client.transferTicket({
    params: { id },
    body: { name: 'Mariama Sesay', phone: '076 123456', email: 'mariama@example.sl' },
    idempotencyKey: 'hand-on-1',
  });
  expect(data).toMatchObject({
    epoch: 1,
    status: 'valid',
    holder: { name: 'Mariama Sesay', phone: '+23276123456', email: 'mariama@example.sl' },
  });
  expect(data.code).not.toBe(before.code);
  expect(data.qr).not.toBe(before.qr);
  expect(await isGenuine(eventId, data.qr)).toBe(true);
  const again = await shop.client.transferTicket({
    params: { id },
    body: { name: 'Mariama Sesay', phone: '076 123456', email: 'mariama@example.sl' },
    idempotencyKey: 'hand-on-1',
  });
  expect(again.data).toEqual(data);
  const facts = await service.query(`SELECT facts::text AS facts FROM outbox WHERE entity = $1`, [id]);
  expect(facts).toHaveLength(1);
  expect(String(facts[0]?.['facts'])).not.toContain(data.code);
});

test('two who hand on one ticket at once are done one after the other', async () => {
  const {
    ticketIds: [id = ''],
  } = await sell();
  const done = await Promise.all(
    ['Abu', 'Isatu', 'Kadie'].map((name) =>
      shop.client.transferTicket({ params: { id }, body: { name, email: 'a@example.sl' } }),
    ),
  );
  expect(done.map(({ data }) => data.epoch).toSorted()).toEqual([1, 2, 3]);
});

test('block and unblock go back and forth; the same again changes nothing; void is for good', async () => {
  const {
    ticketIds: [id = ''],
  } = await sell();
  const params = { id };
  expect((await shop.client.blockTicket({ params, body: { reason: 'stolen' } })).data.status).toBe('blocked');
  expect((await shop.client.blockTicket({ params })).data.status).toBe('blocked');
  expect((await shop.client.unblockTicket({ params })).data.status).toBe('valid');
  expect((await shop.client.unblockTicket({ params })).data.status).toBe('valid');
  expect((await shop.client.voidTicket({ params, body: { reason: 'sold twice' } })).data.status).toBe('void');
  expect((await shop.client.voidTicket({ params })).data.status).toBe('void');
  await expect(shop.client.unblockTicket({ params })).rejects.toMatchObject({ code: 'TICKET_VOID' });
  await expect(shop.client.blockTicket({ params })).rejects.toMatchObject({ code: 'TICKET_VOID' });
  const [row] = await service.query(
    'SELECT version, sequence, voided_at IS NOT NULL AS voided FROM tickets WHERE id = $1',
    [id],
  );
  expect(row).toEqual({ version: 4, sequence: 2, voided: true });
});

test('a used ticket stays with its holder, and is voided only by force', async () => {
  const {
    ticketIds: [id = ''],
  } = await sell();
  await service.query(`UPDATE tickets SET status = 'used', used_at = now() WHERE id = $1`, [id]);
  await expect(
    shop.client.transferTicket({ params: { id }, body: { name: 'Abu', email: 'a@example.sl' } }),
  ).rejects.toMatchObject({ code: 'TICKET_ALREADY_USED' });
  await expect(shop.client.voidTicket({ params: { id } })).rejects.toMatchObject({
    code: 'TICKET_ALREADY_USED',
  });
  await shop.client.blockTicket({ params: { id } });
  expect((await shop.client.unblockTicket({ params: { id } })).data.status).toBe('used');
  expect((await shop.client.voidTicket({ params: { id }, body: { force: true } })).data.status).toBe('void');
});

test('what cannot be handed on or sent says why', async () => {
  const {
    ticketIds: [id = ''],
  } = await sell({ buyerPhone: null, buyerEmail: null });
  const params = { id };
  await expect(shop.client.transferTicket({ params, body: { name: 'Abu' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
  await expect(
    shop.client.transferTicket({ params, body: { name: 'Abu', email: 'nobody' } }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await expect(
    shop.client.transferTicket({ params, body: { name: 'Abu', phone: '12' } }),
  ).rejects.toMatchObject({ code: 'INVALID_PHONE' });
  await expect(shop.client.resendTicket({ params })).rejects.toMatchObject({
    code: 'RECIPIENT_NOT_REACHABLE',
  });
  await shop.client.blockTicket({ params });
  await expect(shop.client.resendTicket({ params })).rejects.toMatchObject({ code: 'TICKET_BLOCKED' });
  await expect(
    shop.client.transferTicket({ params, body: { name: 'Abu', email: 'a@example.sl' } }),
  ).rejects.toMatchObject({ code: 'TICKET_BLOCKED' });
  await service.query("UPDATE tickets SET epoch = 65535, status = 'valid' WHERE id = $1", [id]);
  await expect(
    shop.client.transferTicket({ params, body: { name: 'Abu', email: 'a@example.sl' } }),
  ).rejects.toMatchObject({ code: 'STATE_CONFLICT' });
});

test('a new key signs from now on, the one before stays good until it is revoked', async () => {
  const {
    eventId,
    ticketIds: [id = ''],
  } = await sell();
  const before = (await shop.client.getTicket({ params: { id } })).data.qr;
  expect(
    (await shop.client.rotateEventKeys({ params: { id: eventId } })).data.keys.map(({ kid, status }) => [
      kid,
      status,
    ]),
  ).toEqual([
    [1, 'valid'],
    [2, 'signing'],
  ]);
  const after = (await shop.client.getTicket({ params: { id } })).data.qr;
  expect(readTk1(after)?.kid).toBe(2);
  expect([await isGenuine(eventId, before), await isGenuine(eventId, after)]).toEqual([true, true]);
  const revoked = (await shop.client.revokeEventKey({ params: { id: eventId, kid: '2' } })).data.keys;
  expect(revoked.map(({ kid, status }) => [kid, status])).toEqual([
    [1, 'valid'],
    [2, 'revoked'],
    [3, 'signing'],
  ]);
  expect([await isGenuine(eventId, before), await isGenuine(eventId, after)]).toEqual([true, false]);
  expect(readTk1((await shop.client.getTicket({ params: { id } })).data.qr)?.kid).toBe(3);
  expect((await shop.client.revokeEventKey({ params: { id: eventId, kid: '2' } })).data.keys).toEqual(
    revoked,
  );
  await expect(shop.client.revokeEventKey({ params: { id: eventId, kid: '9' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('an event can have a hundred keys', async () => {
  const { eventId } = await sell();
  await shop.client.rotateEventKeys({ params: { id: eventId } });
  await service.query(
    `INSERT INTO event_keys (merchant_id, livemode, event_id, kid, public_key, private_key, created_at, retired_at) SELECT merchant_id, livemode, event_id, n, public_key, private_key, created_at, created_at FROM event_keys, generate_series(101, 199) n WHERE event_id = $1`,
    [eventId],
  );
  await expect(shop.client.rotateEventKeys({ params: { id: eventId } })).rejects.toMatchObject({
    code: 'TOO_MANY_KEYS',
  });
});

test('tickets and events of others are as absent as those that never were', async () => {
  const other = await service.merchant();
  const {
    eventId,
    ticketIds: [id = ''],
  } = await sell();
  for (const one of [id, 'tkt_x', 'x'])
    await expect(other.client.getTicket({ params: { id: one } })).rejects.toMatchObject({
      code: 'TICKET_NOT_FOUND',
    });
  await expect(other.client.listTickets({ params: { id: eventId } })).rejects.toMatchObject({
    code: 'EVENT_NOT_FOUND',
  });
  for (const call of [other.client.listEventKeys, other.client.rotateEventKeys])
    await expect(call({ params: { id: eventId } })).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
});
