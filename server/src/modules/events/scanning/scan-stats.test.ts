import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDoors, type Doors } from '../../../../test/kit/doors.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
let doors: Doors;

beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const stats = async () => (await shop.client.getScanStats({ params: { id: doors.id } })).data;
const scan = async (code: string) =>
  (await shop.client.scanTicket({ params: { id: doors.id }, body: { code } })).data.scan_id ?? '';

/** Every way in which a ticket stops or begins to count, and what the doors say after it of three tickets, of which the first was admitted. */
const ways: Readonly<
  Record<
    string,
    {
      readonly take: (ids: readonly string[], orderId: string) => Promise<unknown>;
      readonly issued: number;
      readonly remaining: number;
    }
  >
> = {
  nothing: { take: async () => undefined, issued: 3, remaining: 2 },
  'a void': {
    take: ([, id = '']) => shop.client.voidTicket({ params: { id }, body: {} }),
    issued: 2,
    remaining: 1,
  },
  'a void that puts the place on sale again': {
    take: ([, id = '']) => shop.client.voidTicket({ params: { id }, body: { release: true } }),
    issued: 2,
    remaining: 1,
  },
  'a void of who came in': {
    take: ([id = '']) => shop.client.voidTicket({ params: { id }, body: { force: true } }),
    issued: 2,
    remaining: 2,
  },
  'a void of all who are waited for': {
    take: ([, second = '', third = '']) =>
      Promise.all([second, third].map((id) => shop.client.voidTicket({ params: { id }, body: {} }))),
    issued: 1,
    remaining: 0,
  },
  'a refund': {
    take: ([, id = ''], orderId) =>
      shop.client.refundTicketOrder({ params: { id: orderId }, body: { ticket_ids: [id] } }),
    issued: 2,
    remaining: 1,
  },
  'a refund that keeps the place': {
    take: ([, id = ''], orderId) =>
      shop.client.refundTicketOrder({ params: { id: orderId }, body: { ticket_ids: [id], release: false } }),
    issued: 2,
    remaining: 1,
  },
  'a block': {
    take: ([, id = '']) => shop.client.blockTicket({ params: { id }, body: {} }),
    issued: 3,
    remaining: 2,
  },
};

test.each(Object.entries(ways))(
  'the doors wait for who can still come, after %s',
  async (_, { take, issued, remaining }) => {
    doors = await openDoors(service, shop);
    const tickets = await doors.buy(3);
    await scan(tickets[0]?.qr ?? '');
    await take(
      tickets.map(({ id }) => id),
      tickets[0]?.order_id ?? '',
    );
    expect(await stats()).toMatchObject({
      issued,
      remaining,
      admitted: 1,
      by_ticket_type: [{ issued, remaining, admitted: 1 }],
    });
  },
);

test('who came in, was voided, and is taken back from the door is waited for no more', async () => {
  doors = await openDoors(service, shop);
  const [ticket] = await doors.buy(2);
  const scanId = await scan(ticket?.qr ?? '');
  await shop.client.voidTicket({ params: { id: ticket?.id ?? '' }, body: { force: true } });
  expect(await stats()).toMatchObject({ issued: 1, admitted: 1, remaining: 1 });
  await shop.client.undoScan({ params: { id: doors.id, scanId }, body: { reason: 'Wrong person' } });
  expect(await stats()).toMatchObject({ issued: 1, admitted: 0, remaining: 1 });
});
