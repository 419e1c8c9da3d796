import type { InputGiven } from '../probe.ts';
import type { TestMerchant } from '../service.ts';
import type { Repeatables, RepeatStage } from './repeatable.ts';

const WAITS = '4000002500003155';
/** Payouts of one merchant are decided one after another. */
const PAYOUTS_AT_ONCE = 16;

/** What merchants and operators send about refunds, links, payouts and reconciliation. */
export function moneyRequests(stage: () => RepeatStage): Repeatables {
  let made = 0;
  const next = (): string => `link-${(made += 1)}-again`;
  const link = async (more: object = {}) =>
    (await stage().shop.client.createPaymentLink({ body: { title: 'Fees', amount: 5, ...more } })).data;
  async function paid({ client }: TestMerchant): Promise<string> {
    const { data } = await client.createPayment({ body: { amount: 5, channel: 'card', test_card: WAITS } });
    await client.simulatePayment({ params: { id: data.id }, body: { outcome: 'succeeded' } });
    return data.id;
  }
  /** Money that lies with a bank that is no part of ours. */
  async function paidAtBank() {
    const { key, client } = await stage().newShop();
    const { credentials, settings, charges } = stage().bank;
    await client.createProviderAccount({
      body: {
        provider: 'generic_http',
        credentials: { ...credentials },
        settings: { ...settings },
        payout_destination: { type: 'mobile_money', provider_id: 'm17', phone: '+23276123456' },
      },
    });
    const { data } = await client.createPayment({
      body: { amount: 5, channel: 'hosted', provider: 'generic_http' },
    });
    const charge = charges.at(-1);
    if (charge) charge.state = 'paid';
    await client.confirmPayment({ params: { id: data.id }, body: {} });
    return { input: { key, params: { id: data.id } } };
  }
  async function toMark(body: object): Promise<InputGiven> {
    const shop = await stage().newShop();
    await paid(shop);
    const { data } = await shop.client.createPayout({ body: { amount: 5 } });
    return { key: (await stage().service.operator()).token, params: { id: data.id }, body };
  }
  return {
    createRefund: {
      request: async () => ({ params: { id: await paid(stage().shop) }, body: { amount: 1 } }),
      other: { amount: 2 },
      outside: { bank: async () => ({ ...(await paidAtBank()).input, body: { amount: 1 } }) },
    },
    createPaymentLink: {
      request: async () => ({ body: { title: 'Fees', amount: 5, slug: next() } }),
      other: { title: 'Other', amount: 5 },
    },
    deactivatePaymentLink: { request: async () => ({ params: { id: (await link()).id } }) },
    activatePaymentLink: {
      request: async () => {
        const { id } = await link();
        await stage().shop.client.deactivatePaymentLink({ params: { id } });
        return { params: { id } };
      },
    },
    payPaymentLink: {
      request: async () => ({
        params: { slug: (await link()).slug },
        body: { channel: 'mobile_money', phone: '+23200000010' },
      }),
      other: { channel: 'card' },
      outside: {
        'last use': async () => ({
          params: { slug: (await link({ max_uses: 1 })).slug },
          body: { channel: 'card', test_card: WAITS },
        }),
      },
    },
    createPayout: {
      request: async () => {
        const shop = await stage().newShop();
        await paid(shop);
        return { key: shop.key, body: { amount: 1 } };
      },
      other: { amount: 2 },
      outside: {
        bank: async () => ({
          key: (await paidAtBank()).input.key,
          body: { amount: 1, provider: 'generic_http' },
        }),
      },
      atOnce: PAYOUTS_AT_ONCE,
    },
    markPayoutPaid: { request: () => toMark({ reference: 'TRF-1' }), other: { reference: 'TRF-2' } },
    failPayout: { request: () => toMark({ reason: 'No such account.' }), other: { reason: 'Other.' } },
    createReconciliation: {
      request: async () => ({
        body: { provider: 'manual', transactions: [{ provider_ref: next(), amount: 1, at: '2026-01-01' }] },
      }),
      other: { provider: 'cash', transactions: [{ provider_ref: 'A', amount: 1, at: '2026-01-01' }] },
    },
  };
}
