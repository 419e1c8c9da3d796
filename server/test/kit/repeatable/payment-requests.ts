import type { Wish } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

const WAITS = '4000002500003155';

/** What a merchant sends about payments. */
export function paymentRequests(stage: () => RepeatStage): Repeatables {
  async function open(body: { readonly channel: 'card' | 'cash' }): Promise<Wish> {
    const { data } = await stage().shop.client.createPayment({
      body: { amount: 5, ...body, ...(body.channel === 'card' ? { test_card: WAITS } : {}) },
    });
    return { params: { id: data.id } };
  }
  return {
    createPayment: {
      request: async () => ({
        body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000010' } },
      }),
      other: { amount: 6, channel: 'mobile_money' },
    },
    cancelPayment: {
      request: async () => ({ ...(await open({ channel: 'card' })), body: {} }),
      other: { client_secret: 'x' },
    },
    confirmPayment: {
      request: async () => ({ ...(await open({ channel: 'cash' })), body: { external_ref: 'X-1' } }),
      other: { external_ref: 'X-2' },
    },
    simulatePayment: {
      request: async () => ({ ...(await open({ channel: 'card' })), body: { outcome: 'succeed' } }),
      other: { outcome: 'fail' },
    },
  };
}
