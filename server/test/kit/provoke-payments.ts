import { operations, type OperationId } from '@cottontree/contract';
import type { Seen, InputGiven } from './probe.ts';
import type { TestMerchant, TestService } from './service.ts';

type Provoke = () => Promise<Seen>;
type Stage = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  readonly liveKey: string;
  readonly ask: (id: OperationId, input?: InputGiven) => Promise<Seen>;
};

const UNKNOWN = { params: { id: 'pay_none' } };
const WAITS = '4000002500003155';

/** How the refusals of payments come about. */
export function paymentProvocations(
  stage: () => Stage,
): Readonly<Partial<Record<OperationId, Readonly<Record<string, Provoke>>>>> {
  const ask = (id: OperationId, input?: InputGiven): Promise<Seen> => stage().ask(id, input);
  const pay = (fields: object, input: InputGiven = {}): Promise<Seen> =>
    ask('createPayment', { ...input, body: { amount: 5, channel: 'mobile_money', ...fields } });

  /** A payment that came to its end, or still waits. */
  async function paymentIn(
    outcome: 'succeeded' | 'failed' | null,
    fields: object = { channel: 'card', test_card: WAITS },
  ): Promise<InputGiven> {
    const { data } = await pay(fields);
    const params = { id: String(data['id']) };
    if (outcome !== null) await ask('simulatePayment', { params, body: { outcome } });
    return { params };
  }
  const at = (id: OperationId, outcome: 'succeeded' | 'failed', body: object) => async (): Promise<Seen> =>
    ask(id, { ...(await paymentIn(outcome)), body });

  async function expiredCash(): Promise<InputGiven> {
    const input = await paymentIn(null, { channel: 'cash', expires_in: 60 });
    stage().service.advance(61_000);
    await stage().service.drain();
    return input;
  }

  async function failedCash(): Promise<InputGiven> {
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
      AMOUNT_TOO_SMALL: () => pay({ amount: 0 }),
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
