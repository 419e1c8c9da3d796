import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const buyOne = async () => (await doors.buy())[0] ?? expect.fail('no ticket was sold');
const scan = async (code: string, more: object = {}) =>
  (await shop.client.scanTicket({ params: { id: doors.id }, body: { code, device_id: 'door-1', ...more } }))
    .data.scan_id ?? '';
const undo = async (scanId: string) =>
  (await shop.client.undoScan({ params: { id: doors.id, scanId }, body: { reason: 'Wrong person' } })).data;
const stats = async () => (await shop.client.getScanStats({ params: { id: doors.id } })).data;

test('an admission that is taken back leaves the ticket as it was, and the figures too', async () => {
  const ticket = await buyOne();
  const before = await stats();
  const scanId = await scan(ticket.qr);
  expect((await stats()).admitted).toBe(before.admitted + 1);
  expect(await undo(scanId)).toMatchObject({
    result: 'undone',
    undoes: scanId,
    reason: 'Wrong person',
    ticket_id: ticket.id,
    entry_count: 0,
  });
  expect((await shop.client.getTicket({ params: { id: ticket.id } })).data).toMatchObject({
    status: 'valid',
    used_at: null,
  });
  expect(await stats()).toMatchObject({ admitted: before.admitted, inside: before.inside });
  await service.drain();
  expect(
    (await shop.client.listMessages({ query: { event: 'ticket.scan_undone', entity: ticket.id } })).data,
  ).toHaveLength(1);
  expect(await scan(ticket.qr)).toMatch(/^scn_/);
});

test('the first of two admissions that is taken back leaves the second as the first', async () => {
  const ticket = await buyOne();
  const first = await scan(ticket.qr, { gate: 'North' });
  const second = await scan(ticket.qr, { gate: 'South', force: true });
  await undo(first);
  await expect(scan(ticket.qr)).rejects.toMatchObject({
    code: 'TICKET_ALREADY_USED',
    details: { first_scan: { scan_id: second, gate: 'South' } },
  });
});

test('of a ticket that came in twice, one that is taken back leaves the other inside', async () => {
  const ticket = await buyOne();
  const first = await scan(ticket.qr, { gate: 'North' });
  await scan(ticket.qr, { gate: 'South', force: true });
  await undo(first);
  expect((await scan(ticket.qr, { direction: 'out' })).slice(0, 4)).toBe('scn_');
});

test('an exit that is taken back leaves the person inside', async () => {
  const ticket = await buyOne();
  await scan(ticket.qr);
  await undo(await scan(ticket.qr, { direction: 'out' }));
  expect(await scan(ticket.qr, { direction: 'out' })).toMatch(/^scn_/);
});

test('many who take the same scan back at once do it once', async () => {
  const scanId = await scan((await buyOne()).qr);
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => undo(scanId)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a device takes back only its own scans, and within fifteen minutes', async () => {
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['tickets:scan'] }),
    retries: 0,
  });
  const undoAs = (scanId: string, device_id: string) =>
    client.undoScan({ params: { id: doors.id, scanId }, body: { reason: 'Mistake', device_id } });
  const scanId = await scan((await buyOne()).qr);
  await expect(undoAs(scanId, 'door-2')).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { scope: 'events:write' },
  });
  expect((await undoAs(scanId, 'door-1')).data.result).toBe('undone');
  const late = await scan((await buyOne()).qr);
  service.advance(15 * 60_000 + 1_000);
  await expect(undoAs(late, 'door-1')).rejects.toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
  expect((await undo(late)).result).toBe('undone');
});

test('a key that may change events takes back any scan, with no right to scan', async () => {
  const client = createClient({
    baseUrl: service.baseUrl,
    apiKey: await service.key(shop.id, { scopes: ['events:write'] }),
    retries: 0,
  });
  const { id } = doors;
  const ticket = await buyOne();
  const scanId = await scan(ticket.qr);
  expect(
    (await client.undoScan({ params: { id, scanId }, body: { reason: 'Wrong person' } })).data,
  ).toMatchObject({ result: 'undone', undoes: scanId });
  await expect(client.scanTicket({ params: { id }, body: { code: ticket.qr } })).rejects.toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { scope: 'tickets:scan' },
  });
});

test('what is not there, was undone before, or let nobody through cannot be taken back', async () => {
  await expect(
    shop.client.undoScan({
      params: { id: 'evt_00000000000000000000000000', scanId: 'scn_x' },
      body: { reason: 'x' },
    }),
  ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
  await expect(undo('scn_00000000000000000000000000')).rejects.toMatchObject({ code: 'SCAN_NOT_FOUND' });
  const ticket = await buyOne();
  const scanId = await scan(ticket.qr);
  const refused = await scan(ticket.qr).catch(
    (error: { details: { scan_id: string } }) => error.details.scan_id,
  );
  await expect(undo(refused)).rejects.toMatchObject({
    code: 'STATE_CONFLICT',
    details: { from: 'rejected' },
  });
  await undo(scanId);
  await expect(undo(scanId)).rejects.toMatchObject({ code: 'SCAN_ALREADY_UNDONE' });
});
