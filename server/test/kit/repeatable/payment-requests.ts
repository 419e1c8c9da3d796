import type { InputGiven } from '../probe.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

const AT_BANK = { amount: 5, channel: 'hosted', provider: 'generic_http' } as const;
const WAITS = '4000002500003155';

/** What a merchant sends about payments. */
export function paymentRequests(stage: () => RepeatStage): Repeatables {
  async function open(body: { readonly channel: 'card' | 'cash' }): Promise<InputGiven> {
    const { data } = await stage().shop.client.createPayment({
      body: { amount: 5, ...body, ...(body.channel === 'card' ? { test_card: WAITS } : {}) },
    });
    return { params: { id: data.id } };
  }
  const simulated = (outcome: string) => async (): Promise<InputGiven> => ({
    ...(await open({ channel: 'card' })),
    body: { outcome },
  });
  /** A shop whose money lies with a bank that is no part of ours. */
  async function atBank() {
    const { key, client } = await stage().newShop();
    const { credentials, settings } = stage().bank;
    await client.createProviderAccount({
      body: { provider: 'generic_http', credentials: { ...credentials }, settings: { ...settings } },
    });
    return { client, input: { key } };
  }
  async function begunAtBank({ pays = false } = {}): Promise<InputGiven> {
    const { client, input } = await atBank();
    const { data } = await client.createPayment({ body: AT_BANK });
    const charge = stage().bank.charges.at(-1);
    if (charge && pays) charge.state = 'paid';
    return { ...input, params: { id: data.id }, body: {} };
  }
  return {
    createPayment: {
      request: async () => ({
        body: { amount: 5, channel: 'mobile_money', customer: { phone: '+23200000010' } },
      }),
      other: { amount: 6, channel: 'mobile_money' },
      outside: {
        bank: async () => ({ ...(await atBank()).input, body: AT_BANK }),
        declined: async () => ({ body: { amount: 5, channel: 'card', test_card: '4000000000000002' } }),
      },
    },
    cancelPayment: {
      request: async () => ({ ...(await open({ channel: 'card' })), body: {} }),
      other: { client_secret: 'x' },
      outside: { bank: () => begunAtBank() },
    },
    confirmPayment: {
      request: async () => ({ ...(await open({ channel: 'cash' })), body: { external_ref: 'X-1' } }),
      other: { external_ref: 'X-2' },
      outside: { bank: () => begunAtBank({ pays: true }) },
    },
    simulatePayment: {
      request: async () => ({ ...(await open({ channel: 'card' })), body: { outcome: 'succeeded' } }),
      other: { outcome: 'failed' },
      outside: {
        failed: simulated('failed'),
        expired: simulated('expired'),
        cancelled: simulated('cancelled'),
        succeeded_late: simulated('succeeded_late'),
        wrong_amount: simulated('wrong_amount'),
      },
    },
  };
}
