import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { readSnapshot } from '../../../store/index.ts';
import { verifyEvents } from '../event-module.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  doors = await openDoors(service, shop);
  const tickets = await doors.buy(4);
  for (const { qr } of tickets.slice(0, 2))
    await shop.client.scanTicket({ params: { id: doors.id }, body: { code: qr, gate: 'North' } });
  await shop.client
    .scanTicket({ params: { id: doors.id }, body: { code: tickets[0]?.qr ?? '', gate: 'North' } })
    .catch(() => undefined);
  const { data } = await shop.client.scanTicket({
    params: { id: doors.id },
    body: { code: tickets[2]?.qr ?? '' },
  });
  await shop.client.undoScan({
    params: { id: doors.id, scanId: data.scan_id ?? '' },
    body: { reason: 'Mistake' },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const broken = async () =>
  (await readSnapshot(service.server.runtime.ownerConnection, verifyEvents)).map(({ check }) => check);

test('doors that only the service wrote break no promise', async () => {
  expect(await broken()).toEqual([]);
});

test.each([
  [
    'verify.usedMeansAdmitted',
    `UPDATE tickets SET status = 'valid' WHERE status = 'used'`,
    `UPDATE tickets SET status = 'used' WHERE used_at IS NOT NULL`,
  ],
  [
    'verify.admissionsAreInTheLog',
    'UPDATE admissions SET entries = entries + 1 WHERE entries > 0',
    'UPDATE admissions SET entries = entries - 1 WHERE entries > 0',
  ],
  [
    'verify.firstAdmissionIsTheEarliest',
    `UPDATE admissions SET first_at = first_at + interval '1 minute' WHERE entries > 0`,
    `UPDATE admissions SET first_at = first_at - interval '1 minute' WHERE entries > 0`,
  ],
  [
    'verify.doorsCountTickets',
    `UPDATE scan_counters SET tickets = tickets + 1 WHERE dimension = 'type'`,
    `UPDATE scan_counters SET tickets = tickets - 1 WHERE dimension = 'type'`,
  ],
  [
    'verify.gatesCountTheLog',
    `UPDATE scan_counters SET rejected = rejected + 1 WHERE dimension = 'gate'`,
    `UPDATE scan_counters SET rejected = rejected - 1 WHERE dimension = 'gate'`,
  ],
])('%s is found broken when it is', async (check, breaks, mends) => {
  await service.query(breaks);
  expect(await broken()).toContain(check);
  await service.query(mends);
  expect(await broken()).toEqual([]);
});
