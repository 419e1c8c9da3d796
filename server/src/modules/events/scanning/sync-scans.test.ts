import { randomUUID } from 'node:crypto';
import type { Client } from '@cottontree/client';
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

type Scan = Parameters<Client['syncScans']>[0]['body']['scans'][number];
const now = () => service.server.runtime.context.world.now().getTime();
const at = (secondsAgo: number) => new Date(now() - secondsAgo * 1_000).toISOString();
const admitted = (code: string, secondsAgo: number, more: Partial<Scan> = {}): Scan => ({
  nonce: randomUUID(),
  code,
  scanned_at: at(secondsAgo),
  offline_result: 'admitted',
  ...more,
});
const sync = async (
  device: string,
  scans: readonly Scan[],
  {
    deviceTime = at(0),
    eventId = doors.id,
  }: { readonly deviceTime?: string; readonly eventId?: string } = {},
) =>
  (
    await shop.client.syncScans({
      params: { id: eventId },
      body: { device_id: device, device_time: deviceTime, scans: [...scans] },
    })
  ).data;
const buyOne = async () => (await doors.buy())[0] ?? expect.fail('no ticket was sold');
const admission = async (ticketId: string) =>
  (
    await service.query(
      'SELECT entries, inside, first_at, first_device FROM admissions WHERE ticket_id = $1',
      [ticketId],
    )
  )[0];

describe('a door that was without network', () => {
  test('hands in what it did: facts, each once however often they come', async () => {
    const [one, two] = [await buyOne(), await buyOne()];
    const scans = [
      admitted(one.qr, 60),
      admitted(two.code, 30, { source: 'manual' }),
      { nonce: randomUUID(), code: one.qr, scanned_at: at(10), offline_result: 'exited' as const },
    ];
    const first = await sync('door-a', scans);
    expect(first).toMatchObject({
      conflicts: 0,
      results: [
        { result: 'admitted', code: null, conflict: false },
        { result: 'admitted' },
        { result: 'exited' },
      ],
    });
    expect(Math.abs(first.clock_skew_seconds)).toBeLessThan(5);
    const shuffled = await sync('door-a', [...scans].reverse());
    expect(shuffled.results).toEqual([...first.results].reverse());
    expect(await admission(one.id)).toMatchObject({ entries: 1, inside: 0 });
    expect((await shop.client.getTicket({ params: { id: two.id } })).data).toMatchObject({ status: 'used' });
  });

  test('is believed as to the order of things, not as to its clock', async () => {
    const ticket = await buyOne();
    const tenMinutesSlow = (secondsAgo: number) => at(secondsAgo + 600);
    const data = await sync('slow', [admitted(ticket.qr, 0, { scanned_at: tenMinutesSlow(60) })], {
      deviceTime: tenMinutesSlow(0),
    });
    expect(data.clock_skew_seconds).toBeCloseTo(600, 0);
    const [scan] = (
      await shop.client.listScans({ params: { id: doors.id }, query: { ticket_id: ticket.id } })
    ).data;
    expect(Math.abs(new Date(scan?.scanned_at ?? 0).getTime() - (now() - 60_000))).toBeLessThan(5_000);
    const ahead = await buyOne();
    await sync('ahead', [admitted(ahead.qr, -3_600)]);
    expect((await admission(ahead.id))?.['first_at']).toSatisfy((first: Date) => first.getTime() <= now());
  });

  test('is not taken for slow because its batch was seconds on its way: who scanned first is first', async () => {
    const ticket = await buyOne();
    const first = { ...admitted(ticket.qr, 40), scanned_at: at(40) };
    await sync('quick', [admitted(ticket.qr, 39)]);
    const { results, clock_skew_seconds } = await sync('on-2g', [first], { deviceTime: at(3) });
    expect([results[0]?.conflict, clock_skew_seconds]).toEqual([true, 0]);
    expect(await admission(ticket.id)).toMatchObject({
      first_device: 'on-2g',
      first_at: new Date(first.scanned_at),
    });
  });

  test('whose clock nobody can be right about let somebody in all the same, and counts from now', async () => {
    const since = async (id: string) =>
      now() - new Date(String((await admission(id))?.['first_at'])).getTime();
    for (const scanned_at of [
      '0001-06-01T08:00:00Z',
      '1971-06-01T08:00:00Z',
      at(31 * 86_400),
      '9999-12-31',
    ]) {
      const ticket = await buyOne();
      const { results } = await sync('odd', [admitted(ticket.qr, 0, { scanned_at })]);
      expect(results[0], scanned_at).toMatchObject({ result: 'admitted', code: null, conflict: false });
      expect(Math.abs(await since(ticket.id)), scanned_at).toBeLessThan(60_000);
    }
    const [far, away] = [await buyOne(), await buyOne()];
    await sync('centuries', [admitted(far.qr, 0, { scanned_at: '2826-06-01T11:59:00Z' })], {
      deviceTime: '2826-06-01T12:00:00Z',
    });
    await sync('weeks', [admitted(away.qr, 29 * 86_400)]);
    expect(Math.abs((await since(far.id)) - 60_000)).toBeLessThan(30_000);
    expect(Math.abs((await since(away.id)) - 29 * 86_400_000)).toBeLessThan(30_000);
  });

  test.each([
    ['the earlier door is heard first', false],
    ['the later door is heard first', true],
  ])(
    'admitted what another admitted too: both stay, the earlier is the first (%s)',
    async (_what, laterFirst) => {
      const ticket = await buyOne();
      const north = () => sync('north', [admitted(ticket.qr, 120, { gate: 'North' })]);
      const south = () => sync('south', [admitted(ticket.qr, 30, { gate: 'South' })]);
      const answers = laterFirst ? [await south(), await north()] : [await north(), await south()];
      expect(answers.map(({ conflicts }) => conflicts)).toEqual([0, 1]);
      expect(answers[1]?.results[0]).toMatchObject({
        result: 'admitted',
        code: 'TICKET_ALREADY_USED',
        conflict: true,
        first_scan: { gate: 'North', device: 'north' },
      });
      expect(await admission(ticket.id)).toMatchObject({ entries: 2, first_device: 'north' });
      await service.drain();
      const messages = (
        await shop.client.listMessages({ query: { event: 'ticket.scan_conflict', entity: ticket.id } })
      ).data;
      expect(messages).toHaveLength(1);
      expect(
        (
          await shop.client.listScans({
            params: { id: doors.id },
            query: { ticket_id: ticket.id, conflict: true },
          })
        ).data,
      ).toHaveLength(1);
    },
  );

  test('admitted what the service would have refused: it is kept and marked', async () => {
    const [gone, online] = [await buyOne(), await buyOne()];
    await shop.client.voidTicket({ params: { id: gone.id }, body: { reason: 'Refunded' } });
    await shop.client.scanTicket({ params: { id: doors.id }, body: { code: online.qr } });
    const data = await sync('door-b', [
      admitted(gone.qr, 20),
      admitted(online.qr, 10),
      admitted('00000-00000', 5),
      admitted('not a ticket', 5),
      { ...admitted(gone.qr, 1), offline_result: 'rejected' },
    ]);
    expect(data.results.map(({ result, code, conflict }) => [result, code, conflict])).toEqual([
      ['admitted', 'TICKET_VOID', true],
      ['admitted', 'TICKET_ALREADY_USED', true],
      ['admitted', 'TICKET_NOT_FOUND', true],
      ['admitted', 'INVALID_TICKET_CODE', true],
      ['rejected', 'TICKET_VOID', false],
    ]);
    expect((await shop.client.getTicket({ params: { id: gone.id } })).data.status).toBe('void');
    const unknown = (
      await shop.client.listScans({ params: { id: doors.id }, query: { device_id: 'door-b' } })
    ).data.filter(({ ticket_id }) => ticket_id === null);
    expect(unknown.map(({ scanned }) => scanned).toSorted()).toEqual(['00000-00000', 'not a ticket']);
  });

  test('forced an admission: it is marked as such, with the reason, and where nothing stood against it with neither', async () => {
    const ticket = await buyOne();
    const forced = { forced: true, reason: 'Came back for the bag' };
    const data = await sync('door-f', [admitted(ticket.qr, 30, forced), admitted(ticket.qr, 20, forced)]);
    expect(data.results.map(({ conflict }) => conflict)).toEqual([false, true]);
    const scans = await shop.client.listScans({ params: { id: doors.id }, query: { ticket_id: ticket.id } });
    expect(
      scans.data
        .toSorted((one, other) => one.scanned_at.localeCompare(other.scanned_at))
        .map(({ forced: isForced, reason }) => [isForced, reason]),
    ).toEqual([
      [false, null],
      [true, 'Came back for the bag'],
    ]);
  });

  test('was the way out and is heard before the way in: who left is outside, and comes back', async () => {
    const again = await openDoors(service, shop, { re_entry: 'exit_required' });
    const [ticket, twice] = await again.buy(2);
    const { qr, id } = ticket ?? expect.fail('no ticket was sold');
    const exited = (code: string, secondsAgo: number) =>
      admitted(code, secondsAgo, { offline_result: 'exited' });
    const there = { eventId: again.id };
    await sync('way-out', [exited(qr, 60)], there);
    await sync('way-in', [admitted(qr, 120)], there);
    expect(await admission(id)).toMatchObject({ entries: 1, inside: 0 });
    const back = await shop.client.scanTicket({ params: { id: again.id }, body: { code: qr } });
    expect(back.data.result).toBe('admitted');
    const code = twice?.qr ?? '';
    await sync('way-in', [admitted(code, 30)], there);
    await sync('way-out', [exited(code, 60)], there);
    await sync('side-door', [admitted(code, 90)], there);
    expect(await admission(twice?.id ?? '')).toMatchObject({ entries: 2, inside: 1 });
    const { data } = await shop.client.getScanStats({ params: { id: again.id } });
    expect(data).toMatchObject({ admitted: 2, inside: 2 });
  });

  test('tells of who came first after others who came and went since: nobody is marked whom the order of times has room for', async () => {
    const again = await openDoors(service, shop, { re_entry: 'exit_required' });
    const [ticket, twice] = await again.buy(2);
    const there = { eventId: again.id };
    const exited = (code: string, secondsAgo: number) =>
      admitted(code, secondsAgo, { offline_result: 'exited' });
    const marks = async (device: string, scans: readonly Scan[]) =>
      (await sync(device, scans, there)).results.map(({ code, conflict }) => [code, conflict]);
    const { qr, id } = ticket ?? expect.fail('no ticket was sold');
    await marks('way-out', [exited(qr, 90)]);
    expect(await marks('side-door', [admitted(qr, 60)])).toEqual([[null, false]]);
    expect(await marks('way-in', [admitted(qr, 120)])).toEqual([[null, false]]);
    expect(await marks('way-out', [exited(qr, 119)])).toEqual([[null, false]]);
    expect(await admission(id)).toMatchObject({ entries: 2, inside: 1, first_device: 'way-in' });
    const code = twice?.qr ?? '';
    await marks('side-door', [admitted(code, 110)]);
    await marks('way-out', [exited(code, 60)]);
    expect(await marks('way-in', [admitted(code, 120)])).toEqual([['TICKET_ALREADY_USED', true]]);
  });

  test('hands in who came and went by QR codes and typed ones together: they count in the order of their times', async () => {
    const again = await openDoors(service, shop, { re_entry: 'exit_required' });
    const tickets = await again.buy(20);
    const scans = tickets.flatMap(({ qr, code }) => [
      admitted(qr, 90),
      admitted(code.replace('-', ''), 60, { offline_result: 'exited', source: 'manual' }),
      admitted(qr, 30),
      admitted(code, 20, { offline_result: 'exited', source: 'manual' }),
    ]);
    const { conflicts, results } = await sync('door-t', scans, { eventId: again.id });
    expect([conflicts, results.filter(({ code }) => code !== null)]).toEqual([0, []]);
    expect((await shop.client.getScanStats({ params: { id: again.id } })).data).toMatchObject({ inside: 0 });
  });

  test('hands in five hundred at once', async () => {
    const tickets = await doors.buy(250);
    const scans = tickets.flatMap(({ qr }) => [
      admitted(qr, 300),
      { nonce: randomUUID(), code: qr, scanned_at: at(100), offline_result: 'exited' as const },
    ]);
    const data = await sync('door-c', scans);
    expect(data.results.filter(({ result }) => result === 'admitted')).toHaveLength(250);
    expect(data.conflicts).toBe(0);
    const [row] = await service.query(
      'SELECT count(*)::int AS admitted, sum(inside)::int AS inside FROM admissions WHERE ticket_id = ANY ($1)',
      [tickets.map(({ id }) => id)],
    );
    expect(row).toEqual({ admitted: 250, inside: 0 });
  });
});

test('hands in its scans of an event that is not there', async () => {
  await expect(
    sync('door-a', [admitted('x', 1)], { eventId: 'evt_00000000000000000000000000' }),
  ).rejects.toMatchObject({ code: 'EVENT_NOT_FOUND' });
});
