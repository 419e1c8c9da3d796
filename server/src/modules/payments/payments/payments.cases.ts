import { type OperationId, operations } from '@cottontree/contract';
import type { ProbeInput, Seen } from '../../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../../test/kit/repeatable/repeatable.ts';

const UNKNOWN = { params: { id: 'pay_none' } };
const WAITS = '4000002500003155';

/** How the refusals of payments come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const pay = (fields: object, input: ProbeInput = {}): Promise<Seen> =>
    ask('createPayment', { ...input, body: { amount: 5, channel: 'mobile_money', ...fields } });

  /** A payment that came to its end, or still waits. */
  async function paymentIn(
    outcome: 'succeeded' | 'failed' | null,
    fields: object = { channel: 'card', test_card: WAITS },
  ): Promise<ProbeInput> {
    const { data } = await pay(fields);
    const params = { id: String(data['id']) };
    if (outcome !== null) await ask('simulatePayment', { params, body: { outcome } });
    return { params };
  }
  const at = (id: OperationId, outcome: 'succeeded' | 'failed', body: object) => async (): Promise<Seen> =>
    ask(id, { ...(await paymentIn(outcome)), body });

  async function expiredCash(): Promise<ProbeInput> {
    const input = await paymentIn(null, { channel: 'cash', expires_in: 60 });
    stage().service.advance(61_000);
    await stage().service.drain();
    return input;
  }

  async function failedCash(): Promise<ProbeInput> {
    const input = await paymentIn(null, { channel: 'cash' });
    await ask('cancelPayment', input);
    return input;
  }

  async function unanswered(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    for (let time = 0; time < 5; time += 1) await pay({ customer: { phone: '+23200000006' } }, { key });
    return pay({}, { key });
  }

  async function otherCurrency(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    const { body } = operations.createProviderAccount.example;
    await ask('createProviderAccount', { key, body });
    return pay({ provider: body.provider, currency: 'NGN' }, { key });
  }

  const payAt = (id: string): Promise<Seen> => pay({ payment_link_id: id });
  /** Asks for a link's money after something has happened to the link. */
  async function payAtLink(terms: object, happens: (id: string) => Promise<unknown>): Promise<Seen> {
    const { data } = await ask('createPaymentLink', { body: { title: 'Fees', amount: 5, ...terms } });
    await happens(String(data['id']));
    return payAt(String(data['id']));
  }

  return {
    createPayment: {
      INVOICE_NOT_FOUND: () => pay({ invoice_id: 'inv_none' }),
      AMOUNT_PRECISION: () => pay({ amount: 1.005 }),
      AMOUNT_TOO_SMALL: () => payAtLink({ amount: 6 }, async () => undefined),
      AMOUNT_TOO_LARGE: () => pay({ amount: 1_000_000_001 }),
      AMOUNT_TOKEN_INVALID: () => pay({ amount_token: 'made-up' }),
      INVALID_PHONE: () => pay({ customer: { phone: '12' } }),
      CURRENCY_MISMATCH: otherCurrency,
      CHANNEL_NOT_AVAILABLE: () => pay({ provider: 'cash' }),
      TEST_ONLY: () => pay({ test_card: WAITS }, { key: stage().liveKey }),
      PAYMENT_DECLINED: () => pay({ channel: 'card', test_card: '4000000000000002' }),
      PROVIDER_UNAVAILABLE: unanswered,
      PAYMENT_LINK_NOT_FOUND: () => pay({ payment_link_id: 'plink_none' }),
      LINK_USED_UP: () => payAtLink({ max_uses: 1 }, payAt),
      LINK_EXPIRED: () => payAtLink({ expires_in: 60 }, async () => stage().service.advance(61_000)),
      LINK_INACTIVE: () => payAtLink({}, (id) => ask('deactivatePaymentLink', { params: { id } })),
    },
    getPayment: { PAYMENT_NOT_FOUND: () => ask('getPayment', UNKNOWN) },
    followPayment: { PAYMENT_NOT_FOUND: () => ask('followPayment', UNKNOWN) },
    cancelPayment: {
      PAYMENT_NOT_FOUND: () => ask('cancelPayment', UNKNOWN),
      STATE_CONFLICT: at('cancelPayment', 'succeeded', {}),
    },
    confirmPayment: {
      PAYMENT_NOT_FOUND: () => ask('confirmPayment', UNKNOWN),
      STATE_CONFLICT: async () => ask('confirmPayment', await failedCash()),
      PAYMENT_EXPIRED: async () => ask('confirmPayment', await expiredCash()),
    },
    simulatePayment: {
      PAYMENT_NOT_FOUND: () => ask('simulatePayment', { ...UNKNOWN, body: { outcome: 'succeeded' } }),
      STATE_CONFLICT: at('simulatePayment', 'failed', { outcome: 'cancelled' }),
    },
  };
}

const AT_BANK = { amount: 5, channel: 'hosted', provider: 'generic_http' } as const;

/** What a merchant sends about payments. */
export function requests(stage: () => RepeatStage): Repeatables {
  async function open(body: { readonly channel: 'card' | 'cash' }): Promise<ProbeInput> {
    const { data } = await stage().shop.client.createPayment({
      body: { amount: 5, ...body, ...(body.channel === 'card' ? { test_card: WAITS } : {}) },
    });
    return { params: { id: data.id } };
  }
  const simulated = (outcome: string) => async (): Promise<ProbeInput> => ({
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
  async function begunAtBank({ pays = false } = {}): Promise<ProbeInput> {
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
