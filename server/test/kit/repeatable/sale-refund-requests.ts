import type { Repeatables, RepeatStage } from './repeatable.ts';

/** What comes back to a till, and receipts that are sent. */
export function saleRefundRequests(stage: () => RepeatStage): Repeatables {
  async function sold(): Promise<{ readonly id: string }> {
    const { data } = await stage().shop.client.createSale({
      body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'cash' }] },
    });
    return { id: data.id };
  }
  async function soldByCard(): Promise<{ readonly id: string }> {
    const { client } = stage().shop;
    const { data } = await client.createSale({
      body: { items: [{ custom_name: 'Country cloth', unit_price: 10 }], payments: [{ channel: 'card' }] },
    });
    await client.simulatePayment({
      params: { id: data.payments[0]?.id ?? '' },
      body: { outcome: 'succeeded' },
    });
    return { id: data.id };
  }
  return {
    refundSale: {
      request: async () => ({ params: await sold(), body: { amount: 1 } }),
      other: { amount: 2 },
      outside: { card: async () => ({ params: await soldByCard(), body: { amount: 1 } }) },
    },
    sendSaleReceipt: {
      request: async () => ({ params: await sold(), body: { channel: 'sms', to: '076 123456' } }),
      other: { channel: 'sms', to: '076 123457' },
    },
  };
}
