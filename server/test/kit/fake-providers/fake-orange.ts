import { chargeOnce, type Charge, type FakeProvider } from './fake-provider.ts';
import { openFakeServer, type Asked, type Told } from './fake-server.ts';

const BASIC = `Basic ${Buffer.from('orange-client:orange-client-secret').toString('base64')}`;
const STATES = {
  open: 'INITIATED',
  paid: 'SUCCESS',
  declined: 'FAILED',
  expired: 'EXPIRED',
  cancelled: 'FAILED',
} as const;

const refused = (status: number, code: number, message: string): Told => ({
  status,
  json: { code, message, description: message },
});

/** Orange Money WebPay in its sandbox: each order once, amounts in major units, callbacks that nobody signs. */
export async function openFakeOrange(): Promise<FakeProvider> {
  const charges: Charge[] = [];
  const tricks = { plainUrl: false };

  function create({ fields }: Asked): Told {
    if (fields['merchant_key'] !== 'orange-merchant-key') return refused(403, 1_203, 'Unknown merchant');
    if (fields['currency'] !== 'OUV') return refused(400, 1_202, 'Currency is not that of the country');
    const order = String(fields['order_id']);
    const paymentId = new URL(String(fields['notif_url'])).searchParams.get('payment') ?? '';
    const { charge, isNew } = chargeOnce(charges, {
      id: `v1token${charges.length + 1}`,
      key: order,
      paymentId,
      amountMinor: toMinor(fields['amount']),
      currency: 'SLE',
    });
    if (!isNew) return refused(400, 1_204, 'The order was used before');
    return {
      status: 201,
      json: {
        status: 201,
        message: 'OK',
        pay_token: charge.id,
        payment_url: `${tricks.plainUrl ? 'http' : 'https'}://webpayment.orange.example/payment/pay_token/${charge.id}`,
        notif_token: `notif-${charge.id}`,
      },
    };
  }

  function status({ fields }: Asked): Told {
    const charge = charges.find(({ id, key }) => id === fields['pay_token'] && key === fields['order_id']);
    if (!charge || charge.amountMinor !== toMinor(fields['amount']))
      return refused(404, 1_206, 'No such transaction');
    return {
      status: 201,
      json: {
        status: STATES[charge.state],
        order_id: charge.key,
        ...(charge.state === 'paid' && { txnid: 'MP261121.0914.A00073' }),
      },
    };
  }

  const server = await openFakeServer((asked) => {
    const { path, headers } = asked;
    if (path === '/oauth/v3/token')
      return headers['authorization'] === BASIC
        ? {
            status: 200,
            json: { token_type: 'Bearer', access_token: 'orange-access-token', expires_in: 3_600 },
          }
        : refused(401, 41, 'Wrong client');
    if (headers['authorization'] !== 'Bearer orange-access-token')
      return refused(401, 42, 'Expired credentials');
    if (path === '/orange-money-webpay/dev/v1/webpayment') return create(asked);
    return path === '/orange-money-webpay/dev/v1/transactionstatus'
      ? status(asked)
      : refused(404, 60, 'No such path');
  });

  return {
    id: 'orange_money',
    server,
    credentials: {
      client_id: 'orange-client',
      client_secret: 'orange-client-secret',
      merchant_key: 'orange-merchant-key',
    },
    settings: { country: 'dev', base_url: server.url },
    charges,
    refunds: [],
    payouts: [],
    tricks,
    traits: {
      currency: 'SLE',
      channel: 'hosted',
      action: 'redirect',
      signs: false,
      tellsAmount: false,
      answersAgain: false,
      declinedAs: 'declined',
      hasPage: true,
    },
    callback(charge) {
      const body = JSON.stringify({
        status: STATES[charge.state],
        notif_token: `notif-${charge.id}`,
        txnid: 'MP261121.0914.A00073',
      });
      return {
        method: 'POST',
        body: Buffer.from(body),
        query: { payment: charge.paymentId },
        headers: { 'content-type': 'application/json' },
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function toMinor(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 100));
}
