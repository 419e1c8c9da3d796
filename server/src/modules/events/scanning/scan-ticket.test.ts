import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  doors = await openDoors(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

type Body = Parameters<Client['scanTicket']>[0]['body'];
const scan = (code: string, body: Partial<Body> = {}, eventId = doors.id) =>
  shop.client.scanTicket({ params: { id: eventId }, body: { code, device_id: 'door-1', ...body } });
const buyOne = async (at: Doors = doors) => {
  const [ticket] = await at.buy();
  return ticket ?? expect.fail('no ticket was sold');
};
const statusOf = async (id: string) => (await shop.client.getTicket({ params: { id } })).data.status;

describe('a ticket in front of a door', () => {
  test('is admitted by its QR code, once', async () => {
    const ticket = await buyOne();
    const { data } = await scan(ticket.qr, { gate: 'North' });
    expect(data).toMatchObject({
      result: 'admitted',
      ticket: { id: ticket.id, code: ticket.code, ticket_type_name: 'Standard', admits: 1 },
      entry_count: 1,
      forced: false,
      dry_run: false,
    });
    expect(data.ticket.order_number).toMatch(/./);
    expect(await statusOf(ticket.id)).toBe('used');
    const second = scan(ticket.qr, { device_id: 'door-2' });
    await expect(second).rejects.toMatchObject({
      code: 'TICKET_ALREADY_USED',
      details: {
        ticket: { id: ticket.id, ticket_type_name: 'Standard' },
        first_scan: { scan_id: data.scan_id, gate: 'North', device: 'door-1' },
      },
    });
    await expect(second).rejects.toThrow(/^Already admitted at \d\d:\d\d, North gate\.$/);
  });

  test('tells what the organiser wants done with who has such a ticket, to a door without network too, and to no buyer', async () => {
    const at = await openDoors(service, shop);
    const params = { id: at.id, ttId: at.typeId };
    await shop.client.updateTicketType({ params, body: { door_note: 'Give the red wristband' } });
    const { data } = await scan((await buyOne(at)).qr, {}, at.id);
    expect(data.ticket.door_note).toBe('Give the red wristband');
    const { data: manifest } = await shop.client.getScanManifest({ params: { id: at.id } });
    expect(manifest.ticket_types).toMatchObject([{ door_note: 'Give the red wristband' }]);
    const { data: shown } = await shop.client.getPublicEvent({ params: { id: at.id } });
    expect(JSON.stringify(shown)).not.toContain('wristband');
    const { data: copy } = await shop.client.duplicateEvent({ params: { id: at.id } });
    expect(copy.ticket_types).toMatchObject([{ door_note: 'Give the red wristband' }]);
    const { data: without } = await shop.client.updateTicketType({ params, body: { door_note: null } });
    expect(without.door_note).toBeNull();
  });

  test('is admitted by the code that people read out, however they type it', async () => {
    const ticket = await buyOne();
    expect((await scan(` ${ticket.code.toLowerCase().replace('-', ' ')} `)).data.result).toBe('admitted');
  });

  test('tells the same thing again to a repeated nonce of the same device, and admits nobody twice', async () => {
    const ticket = await buyOne();
    const nonce = randomUUID();
    const first = await scan(ticket.qr, { nonce });
    const again = await scan(ticket.qr, { nonce });
    expect(again.data).toEqual(first.data);
    await expect(scan(ticket.qr, { nonce, device_id: 'door-9' })).rejects.toMatchObject({
      code: 'TICKET_ALREADY_USED',
    });
    const refused = randomUUID();
    const no = await scan(ticket.qr, { nonce: refused }).catch((error: unknown) => error);
    expect(await scan(ticket.qr, { nonce: refused }).catch((error: unknown) => error)).toMatchObject({
      code: 'TICKET_ALREADY_USED',
      details: (no as { details: unknown }).details,
    });
  });

  test('is judged by a dry run, which writes nothing', async () => {
    const ticket = await buyOne();
    const before = await service.query('SELECT count(*)::int AS scans FROM scans');
    expect((await scan(ticket.qr, { dry_run: true })).data).toMatchObject({
      scan_id: null,
      result: 'admitted',
      dry_run: true,
      entry_count: 1,
    });
    expect(await service.query('SELECT count(*)::int AS scans FROM scans')).toEqual(before);
    expect(await statusOf(ticket.id)).toBe('valid');
    expect((await scan(ticket.qr)).data.result).toBe('admitted');
  });

  test('is admitted again where a supervisor forces it, with a mark and the reason', async () => {
    const ticket = await buyOne();
    await scan(ticket.qr, { reason: 'Nothing is forced here' });
    expect((await scan(ticket.qr, { force: true, reason: 'Name checked' })).data).toMatchObject({
      result: 'admitted',
      forced: true,
      entry_count: 2,
    });
    const { data } = await shop.client.listScans({
      params: { id: doors.id },
      query: { ticket_id: ticket.id },
    });
    expect(data.map(({ result, forced, code, reason }) => [result, forced, code, reason])).toEqual([
      ['admitted', true, 'TICKET_ALREADY_USED', 'Name checked'],
      ['admitted', false, null, null],
    ]);
  });

  test('of the same request sent again with its Idempotency-Key is admitted once', async () => {
    const ticket = await buyOne();
    const send = () =>
      shop.client.scanTicket({
        params: { id: doors.id },
        body: { code: ticket.qr },
        idempotencyKey: `scan-${ticket.id}`,
      });
    const first = await send();
    expect((await send()).data).toEqual(first.data);
  });
});

describe('coming back', () => {
  test('needs an exit where the event says so', async () => {
    const at = await openDoors(service, shop, { re_entry: 'exit_required' });
    const ticket = await buyOne(at);
    await expect(scan(ticket.qr, { direction: 'out' }, at.id)).rejects.toMatchObject({ code: 'NOT_INSIDE' });
    await scan(ticket.qr, {}, at.id);
    await expect(scan(ticket.qr, {}, at.id)).rejects.toMatchObject({ code: 'TICKET_ALREADY_USED' });
    expect((await scan(ticket.qr, { direction: 'out' }, at.id)).data.result).toBe('exited');
    expect((await scan(ticket.qr, {}, at.id)).data).toMatchObject({ result: 'admitted', entry_count: 2 });
  });

  test('is refused where a ticket enters once, and always granted where it is unlimited', async () => {
    const once = await buyOne();
    await scan(once.qr);
    await scan(once.qr, { direction: 'out' });
    await expect(scan(once.qr)).rejects.toMatchObject({ code: 'TICKET_ALREADY_USED' });
    const at = await openDoors(service, shop, { re_entry: 'unlimited' });
    const ticket = await buyOne(at);
    for (const count of [1, 2, 3]) expect((await scan(ticket.qr, {}, at.id)).data.entry_count).toBe(count);
  });

  test('is no matter for a ticket of four until four are in', async () => {
    const at = await openDoors(service, shop, {
      ticket_types: [{ name: 'Table of four', price: 200, quantity_available: 10, admits: 4 }],
    });
    const ticket = await buyOne(at);
    for (const count of [1, 2, 3, 4]) expect((await scan(ticket.qr, {}, at.id)).data.entry_count).toBe(count);
    await expect(scan(ticket.qr, {}, at.id)).rejects.toMatchObject({ code: 'TICKET_ALREADY_USED' });
  });
});

describe('a door refuses', () => {
  test('an event that is not there', async () => {
    await expect(scan('7K4PD-9QWXS', {}, 'evt_00000000000000000000000000')).rejects.toMatchObject({
      code: 'EVENT_NOT_FOUND',
    });
    await expect(scan('7K4PD-9QWXS', {}, 'nothing')).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  });

  test('what is no ticket code, and a signature that is wrong', async () => {
    const { qr } = await buyOne();
    const flipped = `${qr.slice(0, 100)}${qr[100] === '0' ? '1' : '0'}${qr.slice(101)}`;
    for (const code of ['https://example.sl', 'TK1:', flipped])
      await expect(scan(code, { source: 'camera' })).rejects.toMatchObject({
        code: 'INVALID_TICKET_CODE',
        details: { ticket: null, first_scan: null },
      });
  });

  test('a test ticket by name where the door is live', async () => {
    const { qr } = await buyOne();
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    const { data } = await live.createEvent({
      body: { name: 'Live', start_date: '2026-01-01', end_date: '2027-01-01', status: 'published' },
    });
    await expect(live.scanTicket({ params: { id: data.id }, body: { code: qr } })).rejects.toMatchObject({
      code: 'INVALID_TICKET_CODE',
      message: expect.stringContaining('test ticket'),
    });
  });

  test('a code that nobody bought', async () => {
    await expect(scan('00000-00000')).rejects.toMatchObject({ code: 'TICKET_NOT_FOUND' });
  });

  test('the ticket of another event, and says which', async () => {
    const other = await openDoors(service, shop, { name: 'Bo Carnival' });
    const { qr, code } = await buyOne(other);
    const start = (await shop.client.getEvent({ params: { id: other.id } })).data.start_date;
    for (const shown of [qr, code])
      await expect(scan(shown)).rejects.toMatchObject({
        code: 'WRONG_EVENT',
        details: {
          event_name: 'Bo Carnival',
          event_id: other.id,
          event_start_date: start,
          ticket: null,
        },
      });
    const stranger = await service.merchant();
    await expect(scan((await buyOne(await openDoors(service, stranger))).code)).rejects.toMatchObject({
      code: 'TICKET_NOT_FOUND',
    });
  });

  test('anybody once the event is cancelled, before it is published, and twelve hours after its end', async () => {
    const at = await openDoors(service, shop);
    const ticket = await buyOne(at);
    await service.query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [at.id]);
    await expect(scan(ticket.qr, {}, at.id)).rejects.toMatchObject({ code: 'EVENT_CANCELLED' });
    await service.query(`UPDATE events SET status = 'draft' WHERE id = $1`, [at.id]);
    await expect(scan(ticket.qr, {}, at.id)).rejects.toMatchObject({ code: 'EVENT_NOT_SCANNABLE' });
    await service.query(
      `UPDATE events SET status = 'completed', start_date = now() - interval '20 hours', end_date = now() - interval '13 hours' WHERE id = $1`,
      [at.id],
    );
    await expect(scan(ticket.qr, {}, at.id)).rejects.toMatchObject({ code: 'EVENT_NOT_SCANNABLE' });
    await service.query(`UPDATE events SET end_date = now() - interval '11 hours' WHERE id = $1`, [at.id]);
    expect((await scan(ticket.qr, {}, at.id)).data.result).toBe('admitted');
  });

  test('a ticket whose order is not paid', async () => {
    const ticket = await buyOne();
    await service.query(`UPDATE ticket_orders SET status = 'awaiting_payment' WHERE id = $1`, [
      ticket.order_id,
    ]);
    await expect(scan(ticket.qr)).rejects.toMatchObject({ code: 'TICKET_UNPAID' });
  });

  test('a void and a blocked ticket', async () => {
    const [gone, held] = [await buyOne(), await buyOne()];
    await shop.client.voidTicket({ params: { id: gone.id }, body: { reason: 'Refunded' } });
    await shop.client.blockTicket({ params: { id: held.id }, body: { reason: 'Reported stolen' } });
    await expect(scan(gone.qr)).rejects.toMatchObject({ code: 'TICKET_VOID' });
    await expect(scan(held.qr)).rejects.toMatchObject({
      code: 'TICKET_BLOCKED',
      details: { ticket: { notes: 'Reported stolen' } },
    });
  });

  test('the code from before a ticket was handed on', async () => {
    const ticket = await buyOne();
    const { data } = await shop.client.transferTicket({
      params: { id: ticket.id },
      body: { name: 'Mariama Sesay', phone: '076 123456' },
    });
    for (const text of [ticket.qr, ticket.code])
      await expect(scan(text)).rejects.toMatchObject({ code: 'TICKET_REVOKED' });
    await expect(scan(ticket.code, { force: true })).rejects.toMatchObject({ code: 'TICKET_REVOKED' });
    const other = await openDoors(service, shop, {});
    await expect(
      scan(ticket.code, {}, other.id),
      'an event that never had it does not know it',
    ).rejects.toMatchObject({ code: 'TICKET_NOT_FOUND' });
    await shop.client.transferTicket({
      params: { id: ticket.id },
      body: { name: 'Abu Kamara', phone: '076 123457' },
    });
    for (const text of [ticket.code, data.code])
      await expect(scan(text)).rejects.toMatchObject({ code: 'TICKET_REVOKED' });
    await expect(scan(data.qr)).rejects.toMatchObject({ code: 'TICKET_REVOKED' });
    const { data: newest } = await shop.client.getTicket({ params: { id: ticket.id } });
    expect((await scan(newest.code)).data.ticket.holder_name).toBe('Abu Kamara');
  });

  test('a ticket before and after its time', async () => {
    const now = Date.now();
    const times = { name: 'Friday', price: 1, quantity_available: 5 };
    const early = await openDoors(service, shop, {
      ticket_types: [{ ...times, valid_from: new Date(now + 3_600_000).toISOString() }],
    });
    await expect(scan((await buyOne(early)).qr, {}, early.id)).rejects.toMatchObject({
      code: 'TICKET_NOT_YET_VALID',
    });
    const late = await openDoors(service, shop, {
      ticket_types: [{ ...times, valid_until: new Date(now - 60_000).toISOString() }],
    });
    await expect(scan((await buyOne(late)).qr, {}, late.id)).rejects.toMatchObject({
      code: 'TICKET_EXPIRED',
    });
  });

  test('neither, once the time of its type is moved: its code and what it says go by the new one', async () => {
    const now = Date.now();
    const from = (ms: number): string => new Date(now + ms).toISOString();
    const friday = await openDoors(service, shop, {
      ticket_types: [{ name: 'Friday', price: 1, quantity_available: 5, valid_from: from(3_600_000) }],
    });
    const [early, late] = [await buyOne(friday), await buyOne(friday)];
    const type = { params: { id: friday.id, ttId: friday.typeId } };
    await shop.client.updateTicketType({ ...type, body: { valid_from: from(-3_600_000) } });
    expect((await scan(early.qr, {}, friday.id)).data.result).toBe('admitted');
    await shop.client.updateTicketType({
      ...type,
      body: { valid_from: from(-7_200_000), valid_until: from(-1_000) },
    });
    await expect(scan(late.code, {}, friday.id)).rejects.toMatchObject({ code: 'TICKET_EXPIRED' });
    const { data: shown } = await shop.client.getTicket({ params: { id: late.id } });
    expect(shown).toMatchObject({ valid_from: from(-7_200_000), valid_until: from(-1_000) });
    expect(shown.qr).not.toBe(late.qr);
    await expect(scan(shown.qr, {}, friday.id)).rejects.toMatchObject({ code: 'TICKET_EXPIRED' });
  });

  test('a gate that the event does not have, that is not for the type, or not for the ticket', async () => {
    const at = await openDoors(service, shop, {
      scan_policy: { gates: ['North', 'South'] },
      ticket_types: [
        { name: 'VIP', price: 1, quantity_available: 5, gates: ['South'] },
        { name: 'Standard', price: 1, quantity_available: 5 },
      ],
    });
    const ticket = await buyOne(at);
    await expect(scan(ticket.qr, { gate: 'West' }, at.id)).rejects.toMatchObject({
      code: 'GATE_NOT_ALLOWED',
      message: expect.stringContaining('North, South'),
    });
    await expect(scan(ticket.qr, { gate: 'North' }, at.id)).rejects.toMatchObject({
      code: 'GATE_NOT_ALLOWED',
      message: expect.stringContaining('South'),
    });
    expect((await scan(ticket.qr, { gate: 'South' }, at.id)).data.result).toBe('admitted');

    const shared = await openDoors(service, shop, {
      scan_policy: { gates: ['North', 'South'], gate_partition: true },
    });
    const one = await buyOne(shared);
    const answers = await Promise.allSettled(
      ['North', 'South'].map((gate) => scan(one.qr, { gate, dry_run: true }, shared.id)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('a device that typed ten wrong codes within a minute, but not what it scans', async () => {
    const ticket = await buyOne();
    const guess = () => scan('00000-00000', { device_id: 'guesser' });
    const answers = await Promise.allSettled(Array.from({ length: 30 }, guess));
    const codes = answers.map((answer) =>
      answer.status === 'rejected' ? (answer.reason as { code: string }).code : 'admitted',
    );
    expect(codes.filter((code) => code === 'TICKET_NOT_FOUND')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(20);
    await expect(scan(ticket.code, { device_id: 'guesser' })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await scan(ticket.qr, { device_id: 'guesser' })).data.result).toBe('admitted');
    service.advance(60_000);
    await expect(guess()).rejects.toMatchObject({ code: 'TICKET_NOT_FOUND' });
  });
});

test("every attempt is logged, and the doors' figures are what the log says", async () => {
  const { data: stats } = await shop.client.getScanStats({ params: { id: doors.id } });
  const [logged] = await service.query(
    `SELECT count(*) FILTER (WHERE result = 'rejected')::int AS rejected, count(DISTINCT ticket_id) FILTER (WHERE result = 'admitted')::int AS admitted FROM scans WHERE event_id = $1`,
    [doors.id],
  );
  expect(stats).toMatchObject({
    rejected: logged?.['rejected'],
    admitted: logged?.['admitted'],
    remaining: stats.issued - stats.admitted,
  });
  expect(stats.per_minute).toHaveLength(60);
  expect(stats.rejected).toBeGreaterThan(10);
});
