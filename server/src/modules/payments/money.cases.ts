import type { OperationId } from '@cottontree/contract';
import { asLimitedMember } from '../../../test/kit/as-limited-member.ts';
import type { ProbeInput, Seen } from '../../../test/kit/probe.ts';
import type { Provocations, ProvokeStage } from '../../../test/kit/provoke.ts';
import type { RepeatStage, Repeatables } from '../../../test/kit/repeatable/repeatable.ts';
import type { TestMerchant } from '../../../test/kit/service.ts';

const WAITS = '4000002500003155';
const NOWHERE = {
  provider: 'generic_http',
  credentials: { secret: 'a-secret-of-more-than-32-characters-1' },
  settings: { base_url: 'http://127.0.0.1:65534' },
};

/** How the refusals of refunds, links, payouts and reconciliation come about. */
export function provocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const idOf = ({ data }: Seen): string => String(data['id']);
  const payment = async (body: object, input: ProbeInput = {}): Promise<string> =>
    idOf(await ask('createPayment', { ...input, body: { amount: 5, ...body } }));

  async function paid(): Promise<{ readonly params: { readonly id: string } }> {
    const params = { id: await payment({ channel: 'cash' }) };
    await ask('confirmPayment', { params });
    return { params };
  }

  async function refundElsewhere(): Promise<Seen> {
    const { params } = await paid();
    await stage().service.query(
      `UPDATE payments SET provider = 'monime', account_id = 'prv_gone' WHERE id = $1`,
      [params.id],
    );
    return ask('createRefund', { params });
  }

  const books = (body: object, input: ProbeInput = {}): Promise<Seen> =>
    ask('createReconciliation', { ...input, body: { provider: 'manual', ...body } });
  async function unanswered(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    await ask('createProviderAccount', { key, body: NOWHERE });
    return books({ provider: 'generic_http', source: 'provider', since: '2026-01-01' }, { key });
  }

  async function paidOut(): Promise<string> {
    const { key } = await stage().service.merchant();
    const id = await payment({ channel: 'card', test_card: WAITS }, { key });
    await ask('simulatePayment', { key, params: { id }, body: { outcome: 'succeeded' } });
    return idOf(await ask('createPayout', { key, body: { amount: 5 } }));
  }
  async function mark(id: OperationId, body: object, ended: OperationId | null): Promise<Seen> {
    const [payout, { token }] = [await paidOut(), await stage().service.operator()];
    const params = { id: payout };
    if (ended !== null)
      await ask(ended, {
        key: token,
        params,
        body: ended === 'failPayout' ? { reason: 'No.' } : { reference: 'X' },
      });
    return ask(id, { key: token, params, body });
  }
  const gone = async (id: OperationId, body: object): Promise<Seen> =>
    ask(id, { key: (await stage().service.operator()).token, params: { id: 'po_none' }, body });

  return {
    ...linkProvocations(stage),
    createRefund: {
      MEMBER_LIMIT_EXCEEDED: async () =>
        ask('createRefund', { ...(await paid()), ...(await asLimitedMember(stage())), body: { amount: 2 } }),
      AMOUNT_PRECISION: async () => ask('createRefund', { ...(await paid()), body: { amount: 1.005 } }),
      PAYMENT_NOT_FOUND: () => ask('createRefund', { params: { id: 'pay_none' } }),
      STATE_CONFLICT: async () => ask('createRefund', { params: { id: await payment({ channel: 'cash' }) } }),
      REFUND_EXCEEDS_PAYMENT: async () => ask('createRefund', { ...(await paid()), body: { amount: 6 } }),
      REFUND_NOT_SUPPORTED: refundElsewhere,
    },
    listPaymentRefunds: {
      PAYMENT_NOT_FOUND: () => ask('listPaymentRefunds', { params: { id: 'pay_none' } }),
    },
    getRefund: { REFUND_NOT_FOUND: () => ask('getRefund', { params: { id: 're_none' } }) },
    createSignedAmount: { AMOUNT_PRECISION: () => ask('createSignedAmount', { body: { amount: 1.005 } }) },
    getPaymentQr: {
      PAYMENT_NOT_FOUND: () => ask('getPaymentQr', { params: { id: 'pay_none' } }),
      STATE_CONFLICT: async () => ask('getPaymentQr', await paid()),
    },
    createPayout: {
      AMOUNT_PRECISION: () => ask('createPayout', { body: { amount: 1.005 } }),
      BALANCE_TOO_LOW: () => ask('createPayout', { body: { amount: 1_000_000 } }),
    },
    getPayout: { PAYOUT_NOT_FOUND: () => ask('getPayout', { params: { id: 'po_none' } }) },
    markPayoutPaid: {
      OPERATORS_ONLY: () => ask('markPayoutPaid', { params: { id: 'po_none' }, body: { reference: 'X' } }),
      PAYOUT_NOT_FOUND: () => gone('markPayoutPaid', { reference: 'X' }),
      STATE_CONFLICT: () => mark('markPayoutPaid', { reference: 'X' }, 'failPayout'),
    },
    failPayout: {
      OPERATORS_ONLY: () => ask('failPayout', { params: { id: 'po_none' }, body: { reason: 'No.' } }),
      PAYOUT_NOT_FOUND: () => gone('failPayout', { reason: 'No.' }),
      STATE_CONFLICT: () => mark('failPayout', { reason: 'No.' }, 'markPayoutPaid'),
    },
    createReconciliation: {
      AMOUNT_PRECISION: () =>
        books({ transactions: [{ provider_ref: 'A', amount: 1.005, at: '2026-01-01' }] }),
      INVALID_CSV: () => books({ csv: 'a,b\n1,2' }),
      TOO_MANY_ITEMS: () => books({ csv: `provider_ref,amount,at\n${'A,1,2026-01-01\n'.repeat(10_001)}` }),
      PROVIDER_UNAVAILABLE: unanswered,
    },
    getReconciliation: {
      RECONCILIATION_NOT_FOUND: () => ask('getReconciliation', { params: { id: 'rcn_none' } }),
    },
  };
}

function linkProvocations(stage: () => ProvokeStage): Provocations {
  const ask = (id: OperationId, input?: ProbeInput): Promise<Seen> => stage().ask(id, input);
  const make = (body: object = {}, input: ProbeInput = {}): Promise<Seen> =>
    ask('createPaymentLink', { ...input, body: { title: 'Fees', amount: 5, ...body } });
  const UNKNOWN = { params: { id: 'plink_none' } };
  const absent = (id: OperationId, input: ProbeInput = {}) => ({
    PAYMENT_LINK_NOT_FOUND: () => ask(id, { ...UNKNOWN, ...input }),
  });
  async function pay(link: object, body: object, input: ProbeInput = {}): Promise<Seen> {
    const { data } = await make(link, input);
    return ask('payPaymentLink', {
      ...input,
      params: { slug: String(data['slug']) },
      body: { channel: 'mobile_money', phone: '+23200000010', ...body },
    });
  }
  async function switchedOff(): Promise<Readonly<Record<string, unknown>>> {
    const { data } = await make();
    await ask('deactivatePaymentLink', { params: { id: String(data['id']) } });
    return data;
  }
  async function usedUp(): Promise<Readonly<Record<string, unknown>>> {
    const { data } = await make({ max_uses: 1 });
    await ask('payPaymentLink', {
      params: { slug: String(data['slug']) },
      body: { channel: 'mobile_money', phone: '+23200000010' },
    });
    return data;
  }
  async function over(): Promise<Readonly<Record<string, unknown>>> {
    const { data } = await make({ expires_in: 60 });
    stage().service.advance(61_000);
    return data;
  }
  const payAt = async (made: Promise<Readonly<Record<string, unknown>>>): Promise<Seen> =>
    ask('payPaymentLink', {
      params: { slug: String((await made)['slug']) },
      body: { channel: 'mobile_money', phone: '+23200000010' },
    });
  async function unanswered(): Promise<Seen> {
    const { key } = await stage().service.merchant();
    for (let time = 0; time < 5; time += 1) await pay({}, { phone: '+23200000006' }, { key });
    return pay({}, {}, { key });
  }
  return {
    createPaymentLink: {
      AMOUNT_PRECISION: () => make({ amount: 1.005 }),
      SLUG_TAKEN: async () => make({ slug: (await make()).data['slug'] }),
    },
    getPaymentLink: absent('getPaymentLink'),
    updatePaymentLink: {
      ...absent('updatePaymentLink', { body: { title: 'x' } }),
      AMOUNT_PRECISION: async () =>
        ask('updatePaymentLink', {
          params: { id: String((await make()).data['id']) },
          body: { amount: 1.005 },
        }),
      PRECONDITION_FAILED: async () =>
        ask('updatePaymentLink', {
          params: { id: String((await make()).data['id']) },
          body: { title: 'x' },
          headers: { 'if-match': '"999"' },
        }),
    },
    updatePaymentSettings: {
      PRECONDITION_FAILED: async () =>
        ask('updatePaymentSettings', { body: { qr_kind: 'url' }, headers: { 'if-match': '"999"' } }),
    },
    updateNoticeSettings: {
      PRECONDITION_FAILED: async () =>
        ask('updateNoticeSettings', { body: { locale: 'kri' }, headers: { 'if-match': '"999"' } }),
    },
    deactivatePaymentLink: absent('deactivatePaymentLink'),
    activatePaymentLink: absent('activatePaymentLink'),
    getPaymentLinkQrSvg: absent('getPaymentLinkQrSvg'),
    getPaymentLinkQrPng: absent('getPaymentLinkQrPng'),
    getPublicPaymentLink: {
      PAYMENT_LINK_NOT_FOUND: () => ask('getPublicPaymentLink', { params: { slug: 'nobody-has-this' } }),
    },
    payPaymentLink: {
      AMOUNT_PRECISION: () => pay({}, { amount: 1.005 }),
      AMOUNT_TOO_SMALL: () => pay({}, { amount: 1 }),
      AMOUNT_TOO_LARGE: () => pay({}, { amount: 6 }),
      INVALID_PHONE: () => pay({}, { phone: '12' }),
      CHANNEL_NOT_AVAILABLE: () => pay({}, { channel: 'cash' }),
      TEST_ONLY: () => pay({}, { test_card: WAITS }, { key: stage().liveKey }),
      PROVIDER_UNAVAILABLE: unanswered,
      PAYMENT_LINK_NOT_FOUND: () => ask('payPaymentLink', { params: { slug: 'nobody-has-this' }, body: {} }),
      LINK_USED_UP: () => payAt(usedUp()),
      LINK_EXPIRED: () => payAt(over()),
      LINK_INACTIVE: () => payAt(switchedOff()),
    },
  };
}

/** Payouts of one merchant are decided one after another. */
const PAYOUTS_AT_ONCE = 16;

/** What merchants and operators send about refunds, links, payouts and reconciliation. */
export function requests(stage: () => RepeatStage): Repeatables {
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
  async function toMark(body: object): Promise<ProbeInput> {
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
