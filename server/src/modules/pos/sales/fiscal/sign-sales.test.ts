import type { Receipt, Sale } from '@cottontree/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../../../test/kit/service.ts';
import { openTill, type Goods, type Till } from '../../../../../test/kit/till.ts';
import type { FiscalSigner } from './fiscal-signer.ts';
import { signSales } from './sign-sales.ts';

/** A device that stands for the tax authority's: a number of its own for each time it signs. */
const device = {
  answers: 'signed' as 'signed' | 'pending' | 'nothing',
  stuckAt: new Set<string>(),
  asked: [] as Sale[],
};

const signer: FiscalSigner = {
  signs: (livemode) => !livemode,
  sign: async (_tenant, receipt) => {
    device.asked.push(receipt);
    if (device.answers === 'nothing') throw new Error('The device is switched off.');
    if (device.answers === 'pending' || device.stuckAt.has(receipt.id)) return 'pending';
    return {
      number: `F-${device.asked.length}`,
      signature: `sig of ${receipt.receipt_number}`,
      qr: `https://tax.example.sl/${receipt.id}`,
    };
  },
};

let service: TestService;
let shop: TestMerchant;
let till: Till;
let goods: Goods;

beforeAll(async () => {
  service = await startService({ signer });
  shop = await service.merchant();
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
  till = openTill(shop);
  goods = await till.goods({ stock: 1_000 });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  device.answers = 'signed';
  device.asked = [];
});

const read = async ({ id }: Pick<Sale, 'id'>): Promise<Sale> =>
  (await shop.client.getSale({ params: { id } })).data;
const receiptOf = async ({ id }: Pick<Sale, 'id'>): Promise<Receipt> =>
  (await shop.client.getSaleReceipt({ params: { id } })).data as Receipt;
const textOf = async ({ id }: Pick<Sale, 'id'>): Promise<string> =>
  ((await shop.client.getSaleReceipt({ params: { id }, query: { format: 'text' } })).data as Blob).text();

test('a sale is completed without the device, which signs it afterwards; the receipt shows what it said', async () => {
  const sale = await till.sell(goods);
  expect(sale).toMatchObject({
    status: 'completed',
    fiscal: { status: 'pending', number: null, signature: null, qr: null },
  });
  expect(device.asked).toEqual([]);
  expect((await receiptOf(sale)).fiscal).toBeNull();
  await service.drain();
  expect(device.asked.map(({ id, total }) => ({ id, total }))).toEqual([{ id: sale.id, total: 150 }]);
  expect(await read(sale)).toMatchObject({
    version: sale.version + 1,
    status: 'completed',
    fiscal: {
      status: 'signed',
      number: 'F-1',
      signature: `sig of ${sale.receipt_number}`,
      qr: `https://tax.example.sl/${sale.id}`,
    },
  });
  expect((await receiptOf(sale)).fiscal).toEqual({
    number: 'F-1',
    signature: `sig of ${sale.receipt_number}`,
    qr: `https://tax.example.sl/${sale.id}`,
  });
  expect(await textOf(sale)).toContain('F-1');
});

test('what is not completed is not signed', async () => {
  const open = await till.sell(goods, { status: 'open', payments: [] });
  await service.drain();
  expect([open.fiscal.status, device.asked]).toEqual(['none', []]);
  await shop.client.paySale({ params: { id: open.id }, body: { channel: 'cash' } });
  await service.drain();
  expect(await read(open)).toMatchObject({ status: 'completed', fiscal: { status: 'signed' } });
});

test('a device that is busy, then switched off, is asked again until it has signed; sales go on meanwhile', async () => {
  device.answers = 'pending';
  const first = await till.sell(goods);
  await service.drain();
  device.answers = 'nothing';
  const second = await till.sell(goods);
  service.advance(5_000);
  await service.drain();
  expect([(await read(first)).fiscal.status, (await read(second)).fiscal.status]).toEqual([
    'pending',
    'pending',
  ]);
  expect(second.status).toBe('completed');
  expect(await textOf(first)).not.toContain('sig of');
  device.answers = 'signed';
  service.advance(5_000);
  await service.drain();
  expect([(await read(first)).fiscal.status, (await read(second)).fiscal.status]).toEqual([
    'signed',
    'signed',
  ]);
});

test('what is signed is not signed anew, however many ask at once and what becomes of the sale', async () => {
  const sale = await till.sell(goods);
  const { pos } = service.server.modules;
  await Promise.all(Array.from({ length: 6 }, () => signSales(pos)()));
  const { fiscal, version } = await read(sale);
  expect([fiscal.status, version]).toEqual(['signed', sale.version + 1]);
  const asked = device.asked.length;
  await shop.client.refundSale({ params: { id: sale.id }, body: { everything: true } });
  await service.drain();
  expect(device.asked).toHaveLength(asked);
  expect(await read(sale)).toMatchObject({ status: 'refunded', fiscal });
});

test('whoever keeps a copy of sales hears of the signature', async () => {
  const sale = await till.sell(goods);
  service.advance(60_000);
  await service.drain();
  const since = new Date(new Date(sale.updated_at).getTime() + 1_000).toISOString();
  expect(
    (await shop.client.listSales({ query: { updated_since: since } })).data.map(({ id }) => id),
  ).toContain(sale.id);
});

test('sales that the device never signs do not keep those after them waiting', async () => {
  const stuck: Sale[] = [];
  for (let count = 0; count < 104; count += 1) stuck.push(await till.sell(goods));
  device.stuckAt = new Set(stuck.slice(0, 100).map(({ id }) => id));
  const turn = signSales(service.server.modules.pos);
  expect([await turn(), await turn(), await turn()]).toEqual([0, 4, 0]);
  device.stuckAt.clear();
  expect([await turn(), await turn()]).toEqual([0, 100]);
});
