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

const KEY = 'sk_test_51Fake0Key0For0Tests0Only';
const SECRET = 'whsec_fake_secret_of_the_endpoint';
const PAGE = {
  open: 'open',
  paid: 'complete',
  declined: 'complete',
  expired: 'expired',
  cancelled: 'expired',
} as const;
const EVENTS = {
  open: 'created',
  paid: 'completed',
  declined: 'async_payment_failed',
  expired: 'expired',
  cancelled: 'expired',
} as const;

const refused = (status: number, type: string, message: string): Told => ({
  status,
  json: { error: { type, message } },
});

/** Stripe's checkout sessions and refunds, in forms, with one session for each idempotency key and one body for each. */
export async function openFakeStripe(): Promise<FakeProvider> {
  const charges: Charge[] = [];
  const refunds: Sending[] = [];
  const tricks = { plainUrl: false };
  const bodies = new Map<string, string>();

  function show(charge: Charge, expanded: boolean): object {
    const fee = { currency: charge.currency.toLowerCase(), fee: 79 };
    const intent = {
      id: `pi_${charge.id}`,
      status: charge.state === 'declined' ? 'requires_payment_method' : 'succeeded',
      latest_charge: { created: 1_795_000_000, refunded: false, balance_transaction: fee },
    };
    return {
      id: charge.id,
      object: 'checkout.session',
      status: PAGE[charge.state],
      payment_status: charge.state === 'paid' ? 'paid' : 'unpaid',
      client_reference_id: charge.paymentId,
      created: 1_795_000_000,
      amount_total: Number(charge.amountMinor),
      currency: charge.currency.toLowerCase(),
      payment_intent: charge.state === 'open' ? null : expanded ? intent : intent.id,
      url:
        charge.state === 'open'
          ? `${tricks.plainUrl ? 'http' : 'https'}://checkout.stripe.example/c/pay/${charge.id}`
          : null,
      customer_details: { phone: '+23276123456' },
      client_secret: null,
    };
  }

  function create({ fields, headers, body }: Asked): Told {
    const key = headers['idempotency-key'] ?? '';
    if ((bodies.get(key) ?? body) !== body)
      return refused(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
    bodies.set(key, body);
    const [amount, currency] = [
      fields['line_items[0][price_data][unit_amount]'],
      fields['line_items[0][price_data][currency]'],
    ];
    const { charge } = chargeOnce(charges, {
      id: `cs_test_${charges.length + 1}`,
      key,
      paymentId: String(fields['client_reference_id']),
      amountMinor: BigInt(String(amount)),
      currency: String(currency).toUpperCase(),
    });
    return { status: 200, json: show(charge, false) };
  }

  function expire(charge: Charge): Told {
    if (charge.state !== 'open')
      return refused(400, 'invalid_request_error', 'Only open sessions can be expired.');
    charge.state = 'cancelled';
    return { status: 200, json: show(charge, false) };
  }

  function refund({ fields, headers }: Asked): Told {
    const charge = charges.find(({ id }) => `pi_${id}` === fields['payment_intent']);
    if (!charge || charge.state !== 'paid')
      return refused(400, 'invalid_request_error', 'There is no charge to refund.');
    const key = headers['idempotency-key'] ?? '';
    const { sending } = sendOnce(refunds, {
      id: `re_${refunds.length + 1}`,
      key,
      amountMinor: BigInt(String(fields['amount'])),
      currency: charge.currency,
    });
    return { status: 200, json: showRefund(sending) };
  }

  const server = await openFakeServer((asked) => {
    const { method, path, headers, query } = asked;
    const [, , kind = '', second = '', id, verb] = path.split('/');
    if (headers['authorization'] !== `Bearer ${KEY}`)
      return refused(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (kind === 'balance') return { status: 200, json: { object: 'balance' } };
    if (kind === 'refunds' && query.has('payment_intent'))
      return { status: 200, json: { object: 'list', data: refunds.map(showRefund) } };
    if (kind === 'refunds')
      return method === 'POST'
        ? refund(asked)
        : { status: 200, json: showRefund(refunds.find((one) => one.id === second)) };
    if (id === undefined)
      return method === 'POST'
        ? create(asked)
        : {
            status: 200,
            json: { object: 'list', has_more: false, data: charges.map((charge) => show(charge, true)) },
          };
    const charge = charges.find((one) => one.id === id);
    if (!charge) return refused(404, 'invalid_request_error', 'No such session');
    return verb === 'expire' ? expire(charge) : { status: 200, json: show(charge, query.has('expand[]')) };
  });

  return {
    id: 'stripe',
    server,
    credentials: { secret_key: KEY, webhook_secret: SECRET },
    settings: { base_url: server.url },
    charges,
    refunds,
    payouts: [],
    tricks,
    traits: {
      currency: 'USD',
      channel: 'card',
      action: 'redirect',
      signs: true,
      tellsAmount: true,
      answersAgain: true,
      declinedAs: 'declined',
      hasPage: true,
    },
    callback(charge, { signing, at }) {
      const body = JSON.stringify({
        id: `evt_${charge.id}`,
        object: 'event',
        type: `checkout.session.${EVENTS[charge.state]}`,
        data: { object: show(charge, false) },
      });
      const t = Math.floor((at.getTime() - (signing === 'long_ago' ? DAY_LONG_AGO_MS : 0)) / 1_000);
      const mac = hmac(signing === 'wrongly' ? 'whsec_another' : SECRET, `${t}.`, body).toString('hex');
      return {
        method: 'POST',
        body: Buffer.from(body),
        query: {},
        headers: {
          'content-type': 'application/json',
          ...(signing !== 'not' && { 'stripe-signature': `t=${t},v1=${mac},v0=old` }),
        },
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function showRefund(sending: Sending | undefined): object {
  if (!sending) return {};
  const status = { pending: 'pending', done: 'succeeded', failed: 'failed' }[sending.state];
  return {
    id: sending.id,
    object: 'refund',
    status,
    amount: Number(sending.amountMinor),
    metadata: { refund_id: sending.key },
    ...(sending.state === 'failed' && { failure_reason: 'lost_or_stolen_card' }),
  };
}
