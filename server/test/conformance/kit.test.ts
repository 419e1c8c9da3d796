import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createClient } from '@cottontree/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDoors, type Doors } from '../kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

/** What the kit's one file offers; it is plain JavaScript that knows nothing of ours. */
type Kit = {
  readonly openDoor: () => Door;
  readonly verifyTicket: (
    text: string,
    wanted: { readonly eventId: string; readonly keys: readonly object[] },
  ) => Promise<{
    readonly code: string | null;
    readonly ticket?: { readonly live: boolean; readonly epoch: number; readonly kid: number };
  }>;
};
type Said = {
  readonly result: string;
  readonly code: string | null;
  readonly name: string | null;
  readonly record: { readonly type?: { readonly name: string }; readonly state: string } | null;
};
type Door = {
  readonly take: (manifest: object) => void;
  readonly judge: (text: string, input?: object) => Promise<Said>;
  readonly records: () => readonly object[];
};

const folder = new URL('../../../docs/conformance/', import.meta.url);
let kit: Kit;
let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  kit = (await import(new URL('verifier.mjs', folder).href)) as Kit;
  service = await startService();
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  doors = await openDoors(service, shop);
});
afterAll(() => service[Symbol.asyncDispose]());

const manifest = async (query: object = {}, eventId = doors.id) =>
  (await shop.client.getScanManifest({ params: { id: eventId }, query })).data;
const buyOne = async (input: Parameters<Doors['buy']>[1] = {}) =>
  (await doors.buy(1, input))[0] ?? expect.fail('no ticket was sold');
async function doorWith(query: object = {}): Promise<Door> {
  const door = kit.openDoor();
  door.take(await manifest(query));
  return door;
}

test("the kit's own check passes all its vectors", () => {
  const said = execFileSync(process.execPath, [fileURLToPath(new URL('check.mjs', folder))], {
    encoding: 'utf8',
  });
  expect(said).toMatch(/^\d{2,} passed, 0 failed\n$/);
});

describe('tickets that were bought of the running service', () => {
  test('verify in the kit, say what they are, and are admitted once', async () => {
    const ticket = await buyOne();
    const { keys } = await manifest();
    expect(await kit.verifyTicket(ticket.qr, { eventId: doors.id, keys })).toMatchObject({
      code: null,
      ticket: { live: false, epoch: 0, kid: 1 },
    });
    const door = await doorWith();
    expect(await door.judge(ticket.qr)).toMatchObject({
      result: 'admitted',
      code: null,
      record: { state: 'valid', type: { name: 'Standard' } },
    });
    expect(await door.judge(ticket.qr)).toMatchObject({ result: 'rejected', code: 'TICKET_ALREADY_USED' });
  });

  test('are found by the code that people type, where the manifest has the codes', async () => {
    const ticket = await buyOne();
    expect(await (await doorWith()).judge(ticket.code)).toMatchObject({ code: 'TICKET_NOT_FOUND' });
    expect(await (await doorWith({ human_codes: true })).judge(ticket.code.toLowerCase())).toMatchObject({
      result: 'admitted',
    });
    expect(await (await doorWith({ typed_codes: true })).judge(ticket.code.toLowerCase())).toMatchObject({
      result: 'admitted',
    });
  });

  test("show their holder's name only to who has the ticket in front", async () => {
    const [named, other] = [await buyOne({ name: 'Fatmata Koroma' }), await buyOne()];
    const whole = await manifest({ names: true });
    expect(JSON.stringify(whole)).not.toContain('Fatmata');
    const door = kit.openDoor();
    door.take(whole);
    expect(await door.judge(named.qr)).toMatchObject({ result: 'admitted', name: 'Fatmata Koroma' });
    expect(await door.judge(other.qr)).toMatchObject({ result: 'admitted', name: null });
  });
});

describe("the kit's door and the service say the same of", () => {
  const refusedBoth = async (qr: string, code: string): Promise<void> => {
    const door = await doorWith();
    expect(await door.judge(qr)).toMatchObject({ result: 'rejected', code });
    await expect(
      shop.client.scanTicket({ params: { id: doors.id }, body: { code: qr } }),
    ).rejects.toMatchObject({ code });
  };

  test('a ticket that was handed on', async () => {
    const old = await buyOne();
    const { data: renewed } = await shop.client.transferTicket({
      params: { id: old.id },
      body: { name: 'Mariama Sesay', phone: '076 123456' },
    });
    await refusedBoth(old.qr, 'TICKET_REVOKED');
    expect(await (await doorWith()).judge(renewed.qr)).toMatchObject({ result: 'admitted' });
  });

  test('a void and a blocked ticket', async () => {
    const [gone, blocked] = [await buyOne(), await buyOne()];
    await shop.client.voidTicket({ params: { id: gone.id }, body: { reason: 'Refunded' } });
    await shop.client.blockTicket({ params: { id: blocked.id }, body: { reason: 'Stolen' } });
    await refusedBoth(gone.qr, 'TICKET_VOID');
    await refusedBoth(blocked.qr, 'TICKET_BLOCKED');
  });

  test('a ticket of a key that was rotated, and of one that was revoked', async () => {
    const own = await openDoors(service, shop);
    const [before] = await own.buy();
    await shop.client.rotateEventKeys({ params: { id: own.id } });
    const door = kit.openDoor();
    door.take(await manifest({}, own.id));
    expect(await door.judge(before?.qr ?? '', { remember: false })).toMatchObject({ result: 'admitted' });
    await shop.client.revokeEventKey({ params: { id: own.id, kid: '1' } });
    const later = kit.openDoor();
    later.take(await manifest({}, own.id));
    expect(await later.judge(before?.qr ?? '')).toMatchObject({ code: 'INVALID_TICKET_CODE' });
    await expect(
      shop.client.scanTicket({ params: { id: own.id }, body: { code: before?.qr ?? '' } }),
    ).rejects.toMatchObject({ code: 'INVALID_TICKET_CODE' });
  });

  test('a ticket of another event', async () => {
    const other = await openDoors(service, shop);
    const [ticket] = await other.buy();
    await refusedBoth(ticket?.qr ?? '', 'WRONG_EVENT');
  });

  test('a test ticket at a live door', async () => {
    const { qr } = await buyOne();
    const live = createClient({
      baseUrl: service.baseUrl,
      apiKey: await service.key(shop.id, { livemode: true }),
      retries: 0,
    });
    const { data } = await live.createEvent({
      body: { name: 'Live', start_date: '2026-01-01', end_date: '2027-01-01', status: 'published' },
    });
    const door = kit.openDoor();
    door.take((await live.getScanManifest({ params: { id: data.id } })).data);
    expect((await door.judge(qr)).result).toBe('rejected');
    await expect(live.scanTicket({ params: { id: data.id }, body: { code: qr } })).rejects.toMatchObject({
      code: 'INVALID_TICKET_CODE',
    });
  });
});

test('a door that follows the manifest hears of every change', async () => {
  const own = await openDoors(service, shop);
  const tickets = await own.buy(30);
  const door = kit.openDoor();
  const first = await manifest({}, own.id);
  door.take(first);
  expect(first).toMatchObject({ full: true, has_more: false, count: 30 });
  expect(Buffer.from(first.tickets, 'base64')).toHaveLength(480);
  expect(door.records()).toHaveLength(30);
  service.advance(120_000);
  const [admitted, gone] = [tickets[3]?.qr ?? '', tickets[4]?.id ?? ''];
  await shop.client.scanTicket({ params: { id: own.id }, body: { code: admitted } });
  await shop.client.voidTicket({ params: { id: gone }, body: { reason: 'Refunded' } });
  const settled = await manifest({ cursor: first.cursor }, own.id);
  door.take(settled);
  expect(door.records()).toHaveLength(30);
  expect(await door.judge(admitted)).toMatchObject({ code: 'TICKET_ALREADY_USED' });
  service.advance(120_000);
  const quiet = await manifest(
    { cursor: (await manifest({ cursor: settled.cursor }, own.id)).cursor },
    own.id,
  );
  expect(quiet).toMatchObject({ full: false, count: 0, tickets: '' });
  await expect(manifest({ cursor: 'made-up' }, own.id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test("what the kit's door admitted offline is taken in by the service", async () => {
  const tickets = await doors.buy(5);
  const door = await doorWith();
  const scans = [];
  for (const { qr } of tickets) {
    const { result } = await door.judge(qr);
    scans.push({
      nonce: randomUUID(),
      code: qr,
      scanned_at: new Date().toISOString(),
      offline_result: result as 'admitted',
    });
  }
  const { data } = await shop.client.syncScans({
    params: { id: doors.id },
    body: { device_id: 'kit', device_time: new Date().toISOString(), scans },
  });
  expect(data).toMatchObject({
    conflicts: 0,
    results: tickets.map(() => ({ result: 'admitted', code: null })),
  });
});
