import {
  signCallback,
  signRequest,
} from '../../../src/modules/payments/providers/generic-http/sign-request.ts';
import {
  chargeOnce,
  DAY_LONG_AGO_MS,
  sendOnce,
  type Charge,
  type FakeProvider,
  type Sending,
} from './fake-provider.ts';
import { openFakeServer, type Asked, type Told } from './fake-server.ts';

const SECRET = 'the-secret-that-shop-and-bank-share-0001';
const STATES = {
  open: 'requires_action',
  paid: 'succeeded',
  declined: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const;
const refused = (status: number, message: string): Told => ({
  status,
  json: { error: { code: 'refused', message } },
});

/** A bank that speaks our own contract, and believes no request that is not signed. */
export async function openFakeBank(): Promise<FakeProvider> {
  const charges: Charge[] = [];
  const refunds: Sending[] = [];
  const payouts: Sending[] = [];
  const tricks = { plainUrl: false };

  function show(charge: Charge): object {
    const url = `${tricks.plainUrl ? 'http' : 'https'}://bank.example/pay/${charge.id}`;
    return {
      ref: charge.id,
      status: STATES[charge.state],
      amount: toMajor(charge.amountMinor),
      currency: charge.currency,
      fee: charge.state === 'paid' ? '0.75' : null,
      payer: { phone: '+23276123456' },
      next_action: charge.state === 'open' ? { type: 'redirect', url } : null,
      failure:
        charge.state === 'declined' ? { code: 'customer_rejected', message: 'The payer said no.' } : null,
    };
  }

  function create({ fields, headers }: Asked): Told {
    const wanted = {
      id: `bk-${charges.length + 1}`,
      key: headers['idempotency-key'] ?? '',
      paymentId: String(fields['payment_id']),
      amountMinor: toMinor(fields['amount']),
      currency: String(fields['currency']),
    };
    return { status: 201, json: show(chargeOnce(charges, wanted).charge) };
  }

  function send(sendings: Sending[], { fields, headers }: Asked): Told {
    const wanted = {
      id: `sn-${sendings.length + 1}`,
      key: headers['idempotency-key'] ?? '',
      amountMinor: toMinor(fields['amount']),
      currency: String(fields['currency']),
    };
    return { status: 201, json: showSending(sendOnce(sendings, wanted).sending, sendings === payouts) };
  }

  function about(charge: Charge | undefined, verb: string | undefined): Told {
    if (!charge) return refused(404, 'No such payment.');
    if (verb === 'cancel' && charge.state !== 'open') return refused(422, 'It is paid already.');
    if (verb === 'cancel') charge.state = 'cancelled';
    return { status: 200, json: show(charge) };
  }

  const server = await openFakeServer((asked) => {
    const { method, path, query } = asked;
    const [, kind = '', id, verb] = path.split('/');
    if (!isSigned(asked)) return refused(401, 'The signature does not fit.');
    if (kind === 'health') return { status: 200, json: { ok: true } };
    if (kind === 'transactions')
      return {
        status: 200,
        json: {
          transactions: charges.filter(({ state }) => state === 'paid').map(showTransaction),
          next_cursor: null,
        },
      };
    const sendings = kind === 'refunds' ? refunds : payouts;
    if (kind !== 'payments')
      return method === 'POST'
        ? send(sendings, asked)
        : {
            status: 200,
            json: showSending(
              sendings.find((one) => one.id === id),
              kind === 'payouts',
            ),
          };
    if (id !== undefined)
      return about(
        charges.find((one) => one.id === id),
        verb,
      );
    return method === 'POST'
      ? create(asked)
      : about(
          charges.find(({ key }) => key === query.get('attempt_id')),
          undefined,
        );
  });

  return {
    id: 'generic_http',
    server,
    credentials: { secret: SECRET },
    settings: { base_url: server.url, account: 'shop-17' },
    charges,
    refunds,
    payouts,
    tricks,
    traits: {
      currency: 'SLE',
      channel: 'hosted',
      action: 'redirect',
      signs: true,
      tellsAmount: true,
      answersAgain: true,
      declinedAs: 'customer_rejected',
      hasPage: true,
    },
    callback(charge, { signing, at }) {
      const body = JSON.stringify({ ref: charge.id, status: STATES[charge.state] });
      const timestamp = Math.floor((at.getTime() - (signing === 'long_ago' ? DAY_LONG_AGO_MS : 0)) / 1_000);
      const signature = signCallback(
        signing === 'wrongly' ? 'another-secret-of-more-than-32-characters' : SECRET,
        { timestamp, body },
      );
      return {
        method: 'POST',
        body: Buffer.from(body),
        query: {},
        headers: {
          'content-type': 'application/json',
          ...(signing !== 'not' && { 'cottontree-signature': signature }),
        },
      };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function isSigned({ method, path, query, headers, body }: Asked): boolean {
  const given = headers['cottontree-signature'] ?? '';
  const timestamp = Number(/^t=(\d+)/.exec(given)?.[1] ?? 0);
  const search = query.toString();
  return (
    given ===
    signRequest(SECRET, { timestamp, method, path: search === '' ? path : `${path}?${search}`, body })
  );
}

function showSending(sending: Sending | undefined, isPayout: boolean): object {
  if (!sending) return {};
  const status = { pending: 'pending', done: isPayout ? 'paid' : 'succeeded', failed: 'failed' }[
    sending.state
  ];
  return {
    ref: sending.id,
    status,
    failure:
      sending.state === 'failed' ? { code: 'account_not_found', message: 'The account is closed.' } : null,
  };
}

function showTransaction(charge: Charge): object {
  return {
    ref: charge.id,
    status: 'succeeded',
    amount: toMajor(charge.amountMinor),
    currency: charge.currency,
    fee: '0.75',
    at: '2026-11-21T09:00:00Z',
  };
}

function toMajor(minor: bigint): string {
  return (Number(minor) / 100).toFixed(2);
}

function toMinor(amount: unknown): bigint {
  return BigInt(Math.round(Number(amount) * 100));
}
