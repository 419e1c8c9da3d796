import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';
import { verifyTicketCodes } from './verify-codes.ts';
import { ticketChecks } from './verify-tickets.queries.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

async function broken(): Promise<readonly string[]> {
  const { store, vault } = service.server.runtime.context;
  const counted = await Promise.all(
    ticketChecks.map(async (one) => ({
      name: one.name,
      found: (await store.system.run(one, {}))[0]?.violations ?? 0n,
    })),
  );
  return [
    ...counted.filter(({ found }) => found > 0n).map(({ name }) => name),
    ...(await verifyTicketCodes(store.system, vault)).map(({ check }) => check),
  ];
}

test('what breaks a promise about tickets is found, and nothing else', async () => {
  const {
    eventId,
    ticketIds: [id = ''],
  } = await sellTickets(service, { merchantId: shop.id });
  const params = { id };
  await shop.client.transferTicket({ params, body: { name: 'Abu', email: 'abu@example.sl' } });
  await shop.client.rotateEventKeys({ params: { id: eventId } });
  await shop.client.voidTicket({ params });
  expect(await broken()).toEqual([]);
  for (const [sql, back, check] of [
    [
      'UPDATE event_keys SET retired_at = now()',
      'UPDATE event_keys SET retired_at = NULL WHERE kid = 2',
      'verify.eventsSignWithOneKey',
    ],
    [
      'UPDATE tickets SET voided_at = NULL',
      'UPDATE tickets SET voided_at = now()',
      'verify.ticketStatusesFitTheirTimes',
    ],
    ['UPDATE tickets SET epoch = 0', 'UPDATE tickets SET epoch = 1', 'verify.ticketsHandedOnHaveTheirLink'],
    [
      `UPDATE event_keys SET public_key = substring(private_key FROM 1 FOR 32) WHERE kid = 2`,
      '',
      'verify.ticketCodesAreGenuine',
    ],
  ] as const) {
    await service.query(sql);
    expect(await broken()).toContain(check);
    if (back !== '') await service.query(back);
  }
});
