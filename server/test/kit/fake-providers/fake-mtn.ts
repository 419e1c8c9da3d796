import { chargeOnce, sendOnce, type Charge, type FakeProvider, type Sending } from './fake-provider.ts';
import { openFakeServer, type Asked, type Told } from './fake-server.ts';

const STATES = {
  open: 'PENDING',
  paid: 'SUCCESSFUL',
  declined: 'FAILED',
  expired: 'FAILED',
  cancelled: 'FAILED',
} as const;
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const basic = (product: string): string =>
  `Basic ${Buffer.from(`${product}-user:${product}-secret`).toString('base64')}`;
const refused = (status: number, code: string): Told => ({
  status,
  json: { code, message: `Refused: ${code}` },
});

/** MTN MoMo's sandbox: the payer's phone is asked; each reference once; amounts as text. */
export async function openFakeMtn(): Promise<FakeProvider> {
  const charges: Charge[] = [];
  const refunds: Sending[] = [];
  const payouts: Sending[] = [];

  function take({ fields, headers }: Asked): Told {
    const key = headers['x-reference-id'] ?? '';
    if (!UUID4.test(key) || headers['x-target-environment'] !== 'sandbox') return refused(400, 'BAD_REQUEST');
    const { isNew } = chargeOnce(charges, {
      id: key,
      key,
      paymentId: String(fields['externalId']),
      amountMinor: toMinor(fields['amount']),
      currency: String(fields['currency']),
    });
    return isNew ? { status: 202, json: null } : refused(409, 'RESOURCE_ALREADY_EXIST');
  }

  function send(sendings: Sending[], { fields, headers }: Asked): Told {
    const key = headers['x-reference-id'] ?? '';
    const { isNew } = sendOnce(sendings, {
      id: key,
      key,
      amountMinor: toMinor(fields['amount']),
      currency: String(fields['currency']),
    });
    return isNew ? { status: 202, json: null } : refused(409, 'RESOURCE_ALREADY_EXIST');
  }

  const server = await openFakeServer((asked) => {
    const { method, path, headers } = asked;
    const [, product = '', , kind, id] = path.split('/');
    if (headers['ocp-apim-subscription-key'] !== `${product}-subscription`)
      return refused(401, 'ACCESS_DENIED');
    if (path.endsWith('/token/'))
      return headers['authorization'] === basic(product)
        ? {
            status: 200,
            json: { access_token: `token-of-${product}`, token_type: 'access_token', expires_in: 3_600 },
          }
        : refused(401, 'LOGIN_FAILED');
    if (headers['authorization'] !== `Bearer token-of-${product}`) return refused(401, 'TOKEN_EXPIRED');
    const sendings = kind === 'refund' ? refunds : payouts;
    if (method === 'POST') return kind === 'requesttopay' ? take(asked) : send(sendings, asked);
    const found =
      kind === 'requesttopay' ? charges.find((one) => one.id === id) : sendings.find((one) => one.id === id);
    if (!found) return refused(404, 'RESOURCE_NOT_FOUND');
    return { status: 200, json: 'paymentId' in found ? showCharge(found) : showSending(found) };
  });

  return {
    id: 'mtn_momo',
    server,
    credentials: {
      collection_user: 'collection-user',
      collection_secret: 'collection-secret',
      collection_key: 'collection-subscription',
      disbursement_user: 'disbursement-user',
      disbursement_secret: 'disbursement-secret',
      disbursement_key: 'disbursement-subscription',
    },
    settings: { target_environment: 'sandbox', currency: 'EUR', base_url: server.url },
    charges,
    refunds,
    payouts,
    tricks: { plainUrl: false },
    traits: {
      currency: 'EUR',
      channel: 'mobile_money',
      action: 'wait',
      signs: false,
      tellsAmount: true,
      answersAgain: true,
      declinedAs: 'insufficient_funds',
      hasPage: false,
    },
    callback: (charge) => ({
      method: 'PUT',
      body: Buffer.from(JSON.stringify(showCharge(charge))),
      query: {},
      headers: { 'content-type': 'application/json' },
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function showCharge({ paymentId, amountMinor, currency, state }: Charge): object {
  const reason = state === 'declined' ? 'NOT_ENOUGH_FUNDS' : state === 'expired' ? 'EXPIRED' : null;
  return {
    financialTransactionId: '23503452',
    externalId: paymentId,
    amount: toMajor(amountMinor),
    currency,
    payer: { partyIdType: 'MSISDN', partyId: '23276123456' },
    status: STATES[state],
    ...(reason && { reason }),
  };
}

function showSending({ amountMinor, currency, state }: Sending): object {
  const status = { pending: 'PENDING', done: 'SUCCESSFUL', failed: 'FAILED' }[state];
  return {
    amount: toMajor(amountMinor),
    currency,
    externalId: 'x',
    status,
    ...(state === 'failed' && { reason: { code: 'PAYEE_NOT_FOUND', message: 'No such wallet' } }),
  };
}

function toMajor(minor: bigint): string {
  return (Number(minor) / 100).toFixed(2);
}

function toMinor(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 100));
}
