import { operations, type Operation, type OperationId } from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parcel } from '../../../../test/kit/parcel.ts';
import { createProbe } from '../../../../test/kit/probe.ts';
import { startService, type TestService } from '../../../../test/kit/service.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';
import { openTestReceiver } from '../../../../test/kit/open-receiver.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const reading = (Object.values(operations) as readonly Operation[]).filter(
  ({ method, path, scope }) => method === 'GET' && path.startsWith('/webhooks') && scope === 'webhooks:read',
);

test('whatever a key without shipping:read reads of webhooks, it finds no handoff code, though the receiver echoed them', async () => {
  const receiver = await openTestReceiver();
  receiver.answer((response, { body }) => {
    const { pickup_code, delivery_code } = (JSON.parse(body) as { data: { object: Record<string, string> } })
      .data.object;
    response.writeHead(200, { 'x-echo': `${pickup_code} ${delivery_code}` }).end(body);
  });
  const shop = await service.merchant();
  const endpoint = (await shop.client.createWebhook({ body: { url: receiver.url } })).data.id;
  const { pickup_code, delivery_code } = (await shop.client.createDelivery({ body: parcel })).data;
  await service.drain();
  const message = (await shop.client.listMessages()).data[0]?.id ?? '';
  const delivery = (await shop.client.listWebhookDeliveries()).data[0]?.id ?? '';
  const narrow = await service.key(shop.id, { scopes: ['webhooks:read', 'webhooks:write'] });
  const probe = createProbe(service.baseUrl);
  const idFor = (path: string): string =>
    path.includes('/messages/:id') ? message : path.includes('/deliveries/:id') ? delivery : endpoint;
  const codes = [pickup_code ?? '', delivery_code ?? ''];

  const seenBy: Record<string, string[]> = { whole: [], narrow: [] };
  for (const { id, path } of reading) {
    const params = path.includes(':id') ? { id: idFor(path) } : {};
    for (const [who, key] of [
      ['whole', shop.key],
      ['narrow', narrow],
    ] as const)
      seenBy[who]?.push((await probe.ask(id as OperationId, { key, params })).text);
  }
  seenBy['narrow']?.push(
    (await probe.ask('redeliverWebhookDelivery', { key: narrow, params: { id: delivery } })).text,
  );
  expect(reading.length).toBeGreaterThanOrEqual(8);
  expect(codes.every((code) => code.length === 6)).toBe(true);
  for (const code of codes) {
    expect(seenBy['whole']?.filter((text) => text.includes(code)).length).toBeGreaterThanOrEqual(2);
    expect(seenBy['narrow']?.filter((text) => text.includes(code))).toEqual([]);
  }
  await receiver.close();
});

test("a key without tickets:read finds no ticket's codes in messages", async () => {
  const shop = await service.merchant();
  await shop.client.createWebhook({
    body: { url: 'http://127.0.0.1:65534/hook', events: ['ticket.resent'] },
  });
  const {
    ticketIds: [id = ''],
  } = await sellTickets(service, { merchantId: shop.id });
  const ticket = (await shop.client.resendTicket({ params: { id } })).data;
  await service.drain();
  const message = (await shop.client.listMessages({ query: { event: 'ticket.resent' } })).data[0]?.id ?? '';
  const probe = createProbe(service.baseUrl);
  const seenWith = async (key: string): Promise<string> =>
    (await probe.ask('getMessage', { key, params: { id: message } })).text;
  const whole = await seenWith(shop.key);
  expect([whole.includes(ticket.code), whole.includes(ticket.qr)]).toEqual([true, true]);
  const masked = await seenWith(await service.key(shop.id, { scopes: ['webhooks:read'] }));
  expect([masked.includes(ticket.code), masked.includes(ticket.qr), masked.includes('******')]).toEqual([
    false,
    false,
    true,
  ]);
});
