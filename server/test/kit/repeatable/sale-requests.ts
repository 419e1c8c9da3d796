import { randomUUID } from 'node:crypto';
import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

const items = [{ custom_name: 'Bag', unit_price: 5 }];
const wallet = { channel: 'mobile_money', phone: '+23200000001' };

/** What is sent about sales. */
export function saleRequests(stage: () => RepeatStage): Repeatables {
  const client = () => stage().shop.client;
  const saleOf = async (body: object) => ({
    params: { id: (await client().createSale({ body: { items, ...body } })).data.id },
  });
  const open = () => saleOf({ status: 'open' });
  /** The first sale of a shop also makes its location. */
  const opened = async (input: InputGiven): Promise<InputGiven> => {
    await saleOf({ payments: [{ channel: 'cash' }] });
    return input;
  };
  return {
    createSale: {
      outside: {
        wallet: () => opened({ body: { client_id: randomUUID(), items, payments: [wallet] } }),
        mixed: () =>
          opened({
            body: {
              client_id: randomUUID(),
              items,
              payments: [
                { ...wallet, amount: 2 },
                { channel: 'card', amount: 2 },
                { channel: 'cash', tendered: 10 },
              ],
            },
          }),
      },
      request: () =>
        opened({
          body: { client_id: randomUUID(), items, payments: [{ channel: 'cash', tendered: 10 }], tip: 1 },
        }),
      other: { items, payments: [{ channel: 'external' }] },
    },
    paySale: {
      request: async () => ({ ...(await open()), body: { channel: 'cash', amount: 2 } }),
      other: { channel: 'cash', amount: 3 },
      outside: { wallet: async () => ({ ...(await open()), body: wallet }) },
    },
    completeSale: {
      request: async () => ({ ...(await open()), body: { payments: [{ channel: 'cash' }] } }),
      other: { payments: [{ channel: 'external' }] },
      outside: { wallet: async () => ({ ...(await open()), body: { payments: [wallet] } }) },
    },
    parkSale: { request: async () => ({ ...(await open()), body: {} }), other: { notes: 'Another' } },
    cancelSale: { request: async () => ({ ...(await open()), body: {} }), other: { reason: 'Another' } },
    voidSale: {
      request: async () => ({ ...(await saleOf({ payments: [{ channel: 'cash' }] })), body: {} }),
      other: { reason: 'Another' },
    },
    syncSales: {
      request: () =>
        opened({
          body: {
            sales: [
              {
                client_id: randomUUID(),
                items,
                payments: [{ channel: 'cash' }],
                total: 5,
                occurred_at: '2026-01-01T10:00:00Z',
              },
            ],
          },
        }),
      other: {
        sales: [
          { client_id: randomUUID(), items, payments: [], total: 0, occurred_at: '2026-01-01T10:00:00Z' },
        ],
      },
    },
  };
}
