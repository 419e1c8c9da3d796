import { valueAt } from '../../../src/modules/payments/providers/wire/fields.ts';
import { hmac } from '../../../src/modules/payments/providers/wire/signatures.ts';
import {
  chargeOnce,
  DAY_LONG_AGO_MS,
  sendOnce,
  type Charge,
  type FakeProvider,
  type Sending,
} from './fake-provider.ts';
import { openFakeServer, type Asked, type Told } from './fake-server.ts';

const SECRET = 'a-webhook-secret-of-more-than-32-characters';
const TOKEN = 'mon_test_5a8b1c9d7e6f';
const STATES = {
  open: 'pending',
  paid: 'completed',
  declined: 'cancelled',
  expired: 'expired',
  cancelled: 'cancelled',
} as const;

type Money = { readonly currency: string; readonly value: number };
const money = ({ amountMinor, currency }: { amountMinor: bigint; currency: string }): Money => ({
  currency,
  value: Number(amountMinor),
});
const told = (status: number, result: object): Told => ({
  status,
  json: { success: status < 300, messages: [], result },
});
const refused = (status: number, message: string): Told => ({
  status,
  json: {
    success: false,
    messages: [message],
    error: { code: status, reason: 'refused', message, details: [] },
  },
});

/** Monime: payment codes, checkout sessions, payments and payouts. */
export async function openFakeMonime(): Promise<FakeProvider> {
  const charges: Charge[] = [];
  const payouts: Sending[] = [];
  const tricks = { plainUrl: false };
  const pageOf = (id: string): string =>
    `${tricks.plainUrl ? 'http' : 'https'}://checkout.monime.example/${id}`;

  function show(charge: Charge): object {
    const common = { id: charge.id, status: STATES[charge.state], reference: charge.paymentId };
    if (charge.id.startsWith('cos'))
      return {
        ...common,
        redirectUrl: pageOf(charge.id),
        lineItems: { data: [{ type: 'custom', name: 'Order', price: money(charge), quantity: 1 }] },
      };
    const paid =
      charge.state === 'paid'
        ? { amount: money(charge), paymentId: `pay-${charge.id}`, channelData: { accountId: '+23276123456' } }
        : null;
    return {
      ...common,
      mode: 'one_time',
      amount: money(charge),
      enable: true,
      ussdCode: tricks.plainUrl ? 'javascript:alert(1)' : '*715*12345#',
      authorizedPhoneNumber: '+23276123456',
      processedPaymentData: paid,
    };
  }

  function create({ path, headers, fields }: Asked): Told {
    const isCode = path.endsWith('payment-codes');
    const { currency, value } = (
      isCode ? fields['amount'] : valueAt(fields, 'lineItems', 0, 'price')
    ) as Money;
    const { charge } = chargeOnce(charges, {
      id: `${isCode ? 'pmc' : 'cos'}-${charges.length + 1}`,
      key: headers['idempotency-key'] ?? '',
      paymentId: String(fields['reference']),
      amountMinor: BigInt(value),
      currency,
    });
    return told(200, show(charge));
  }

  function payOut({ headers, fields }: Asked): Told {
    const { currency, value } = fields['amount'] as Money;
    return told(
      200,
      showPayout(
        sendOnce(payouts, {
          id: `pot-${payouts.length + 1}`,
          key: headers['idempotency-key'] ?? '',
          amountMinor: BigInt(value),
          currency,
        }).sending,
      ),
    );
  }

  function about(charge: Charge | undefined, { method }: Asked): Told {
    if (!charge) return refused(404, 'Not found');
    if (method !== 'GET' && charge.state !== 'open') return refused(400, 'It can no longer be changed.');
    if (method === 'DELETE') charge.state = 'cancelled';
    return told(200, show(charge));
  }

  const server = await openFakeServer((asked) => {
    const { method, path, headers } = asked;
    const [, , kind = '', id] = path.split('/');
    if (headers['authorization'] !== `Bearer ${TOKEN}` || headers['monime-space-id'] !== 'spc-fake')
      return refused(401, 'Unauthorized');
    if (kind === 'payments')
      return {
        status: 200,
        json: {
          success: true,
          result: charges.filter(({ state }) => state === 'paid').map(showPayment),
          pagination: { count: 1, next: null },
        },
      };
    if (kind === 'payouts')
      return method === 'POST' ? payOut(asked) : told(200, showPayout(payouts.find((one) => one.id === id)));
    return id === undefined
      ? create(asked)
      : about(
          charges.find((one) => one.id === id),
          asked,
        );
  });

  return {
    id: 'monime',
    server,
    credentials: { access_token: TOKEN, space_id: 'spc-fake', webhook_secret: SECRET },
    settings: { base_url: server.url },
    charges,
    refunds: [],
    payouts,
    tricks,
    traits: {
      currency: 'SLE',
      channel: 'mobile_money',
      action: 'ussd',
      signs: true,
      tellsAmount: true,
      answersAgain: true,
      declinedAs: 'declined',
      hasPage: true,
    },
    callback(charge, { signing, at }) {
      const type = charge.id.startsWith('pmc') ? 'payment_code' : 'checkout_session';
      const body = JSON.stringify({
        apiVersion: 'caph',
        event: {
          id: `wkd-${charge.id}`,
          name: `${type}.${STATES[charge.state]}`,
          timestamp: at.toISOString(),
        },
        object: { id: charge.id, type },
        data: show(charge),
      });
      const t = Math.floor((at.getTime() - (signing === 'long_ago' ? DAY_LONG_AGO_MS : 0)) / 1_000);
      const mac = hmac(signing === 'wrongly' ? 'another-secret' : SECRET, `${t}_`, body).toString('base64');
      return {
        method: 'POST',
        body: Buffer.from(body),
        query: {},
        headers: {
          'content-type': 'application/json',
          ...(signing !== 'not' && { 'monime-signature': `t=${t},v1=${mac}` }),
        },
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function showPayment(charge: Charge): object {
  const owner = { id: charge.id, type: charge.id.startsWith('pmc') ? 'payment_code' : 'checkout_session' };
  return {
    id: `pay-${charge.id}`,
    status: 'completed',
    amount: money(charge),
    fees: [{ code: 'processing', amount: { currency: charge.currency, value: 150 } }],
    createTime: '2026-11-21T09:00:00Z',
    ownershipGraph: { owner },
  };
}

function showPayout(sending: Sending | undefined): object {
  if (!sending) return {};
  const status = { pending: 'processing', done: 'completed', failed: 'failed' }[sending.state];
  return {
    id: sending.id,
    status,
    amount: money(sending),
    ...(sending.state === 'failed' && {
      failureDetail: { code: 'provider_account_missing', message: 'No such wallet.' },
    }),
  };
}
